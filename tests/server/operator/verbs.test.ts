/** The operator's verbs, with and without a running lender. */
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DAY, MINUTE } from '#machines/model/calendar.ts';
import { CODE } from '#machines/model/codes.ts';
import { askLender, openChannel } from '#server/operator/verbChannel.ts';
import { asLines, readQuery } from '#server/operator/showSecurityLog.ts';
import { createSecret } from '#server/store/secret.ts';
import { SECURITY_EVENT_KINDS } from '#server/store/securityEventKinds.ts';
import { createSecurityLog, PER_MINUTE, type LoggedSecurityEvent } from '#server/store/securityLog.ts';
import { complete } from '#tests/forms/sectionSamples.ts';
import { givenEverything } from '#tests/support/applying.ts';
import { onBothDatabases, removeTemporaryFolders, temporaryFolder, testClock } from '#tests/support/database.ts';
import { postgresDatabase } from '#tests/support/postgresService.ts';
import { PATIENCE } from '#tests/support/patience.ts';
import { copyFreshDatabase } from '#tests/support/freshDatabase.ts';
import { runVerb, type Ran } from '#tests/support/bundledLender.ts';
import { startLender, type TestLender } from '#tests/support/testLender.ts';
import { runVerbHere } from '#tests/support/verbHere.ts';
import { reject } from '#tests/support/testClerks.ts';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
const MOBILE = '254711222333';

const verb = (dataDir: string, ...args: string[]): Promise<Ran> => runVerbHere(dataDir, args);

describe('lender that runs on the embedded database', () => {
  let lender: TestLender;
  let dataDir: string;
  beforeAll(async () => {
    dataDir = temporaryFolder();
    await copyFreshDatabase(dataDir);
    lender = await startLender({ env: { DATA_DIR: dataDir } });
  });
  afterAll(async () => {
    await lender?.stop();
    removeTemporaryFolders();
  });

  it('data key rotated while the lender serves: the lender continues, and a start without the old key succeeds', async () => {
    const { phone } = await givenEverything(lender, MOBILE);
    const before = (await phone.call('getUserInfo', {})).sections;
    expect(before.personalInfo).toMatchObject({ email: complete.personalInfo['email'] });
    const ran = await verb(dataDir, 'keys:rotate');
    expect(ran).toMatchObject({ code: 0, error: '' });
    expect(ran.out).toMatch(
      /^Key 2 was added to .*data\.keys\.\n[^]*profile_section: 2\n[^]*Nothing uses key 1 any more: remove it from .*data\.keys/,
    );
    expect((await phone.call('getUserInfo', {})).sections).toEqual(before);
    const { security } = await lender.sandbox.state();
    expect(security[0]).toMatchObject({ kind: 'keys.rotated', subject: 'key 2' });

    await lender.pause();
    const file = join(dataDir, 'data.keys');
    writeFileSync(file, readFileSync(file, 'utf8').split('\n')[0] ?? '');
    await lender.again();
    expect((await phone.call('getUserInfo', {})).sections, 'the session survived too').toEqual(before);
  });

  it('lender that runs on the embedded database, security log: is read while the lender runs, and at the desk', async () => {
    await expect(lender.phone({ session: () => 'made-up' }).call('getUserInfo', {})).rejects.toMatchObject({ code: CODE.tokenInvalid });
    const { out, code } = await verb(dataDir, 'security-log', '--limit', '1', '--json');
    const [event] = JSON.parse(out) as LoggedSecurityEvent[];
    expect([code, event]).toEqual([0, expect.objectContaining({ kind: 'session.refused', subject: 'getUserInfo', leftOut: null })]);
    expect((await lender.sandbox.state()).security[0]).toEqual(event);
  });

  it('decision at the desk: is recorded in the security log, with a hash of its borrower', async () => {
    const { orderNo, phone } = await givenEverything(lender, '254711222334');
    await phone.call('saveQuestionnaire', { orderNo, values: complete.loanQuestion });
    await reject(lender, orderNo);
    expect((await lender.sandbox.state()).security[0]).toMatchObject({
      kind: 'desk.decided',
      subject: 'order.reject',
      user: expect.stringMatching(/^[0-9a-f]{12}$/) as string,
    });
  });

  it('callback address rotated while the lender serves: both addresses are accepted until the old one is retired', async () => {
    const ask = async (action: string): Promise<string[]> => (await verb(dataDir, 'callback-address', action)).out.trim().split('\n');
    const isAccepted = async (address = ''): Promise<boolean> => (await fetch(address, { method: 'POST', body: '{}' })).status === 200;
    const [old] = await ask('show');
    expect(old).toMatch(new RegExp(`^${lender.url}/rail/[0-9a-f]{32}/paybill$`));
    const [printed, , registered] = await ask('rotate');
    const fresh = printed?.replace('The new address is ', '');
    expect(registered).toBe('M-PESA has registered the new address.');
    expect([await isAccepted(old), await isAccepted(fresh)]).toEqual([true, true]);
    expect(await ask('retire')).toEqual(['The old address is not accepted any more.']);
    expect([await isAccepted(old), await isAccepted(fresh)]).toEqual([false, true]);
    expect(await ask('show')).toEqual([fresh]);
  });

  it('payment of no loan returned while the lender serves: goes back to its payer, and is listed', async () => {
    expect((await verb(dataDir, 'return-payment')).out).toBe('No payment was returned.\n');
    const { paybill } = await lender.sandbox.state();
    await lender.sandbox.do('/paybill', { businessNumber: paybill, msisdn: '254733000009', amount: 70_000, accountNumber: 'NOBODY' });
    const { db } = lender.inside().store;
    const inSuspense = () => db.selectFrom('journal').select('ref').where('kind', '=', 'unplaced').executeTakeFirst();
    await expect.poll(inSuspense).toBeDefined();
    const receipt = (await inSuspense())?.ref ?? '';
    expect((await verb(dataDir, 'return-payment', receipt)).out).toMatch(new RegExp(`^KSh 700\\.00 of ${receipt} go back to the payer`));
    await expect
      .poll(async () => (await verb(dataDir, 'return-payment')).out)
      .toMatch(new RegExp(`^\\d{4}-\\d\\d-\\d\\d  ${receipt}  KSh 700\\.00  returned\\n$`));
  });

  it('verb for texts while the lender serves: lists the texts to a number, and the costs of a day', async () => {
    await givenEverything(lender, '254711222339');
    const { out } = await verb(dataDir, 'text-log', '0711 222 339');
    expect(out).toMatch(/^(\d{4}-\d\d-\d\d \d\d:\d\d:\d\d  (code|event) +sandbox +taken\n)+$/);
    expect((await verb(dataDir, 'text-log', '0711222338')).out).toBe('No text was sent to this number within ninety days.\n');
    expect((await verb(dataDir, 'text-log')).out).toMatch(
      /sandbox +\d+ texts, \d+ parts, KSh 0\.00 \(\d+ without a price\); delivered 0, failed 0\n/,
    );
  });

  it('file of a bureau imported while the lender serves: is stored whole, or not at all', async () => {
    const file = join(dataDir, 'bureau.csv');
    const header = 'national_id,listed,open_loans,loans_in_arrears,longest_delay_days,owed_shillings,as_of';
    const today = new Date(lender.inside().clock.now()).toISOString().slice(0, 10);
    writeFileSync(file, `${header}\n87654321,yes,2,1,40,9000,${today}\n8765432x,no,,,,,${today}\n`);
    expect(await verb(dataDir, 'bureau-import', file)).toMatchObject({
      code: 1,
      error: 'Line 3: national_id must be 6 to 9 digits.\nNothing was stored.\n',
    });
    const rows = () => lender.inside().store.db.selectFrom('bureau_record').select('id_mac').execute();
    expect(await rows()).toEqual([]);
    writeFileSync(file, `${header}\n87654321,yes,2,1,40,9000,${today}\n`);
    expect((await verb(dataDir, 'bureau-import', file)).out).toMatch(/^1 of 1 records were stored\./);
    expect(await rows()).toHaveLength(1);
  });

  it.each([
    [['bureau-import'], 'Name one CSV file with records of a credit reference bureau.\n'],
    [['bureau-import', 'no-such-file.csv'], 'no-such-file.csv cannot be read (ENOENT).\n'],
    [['text-log', '12'], 'Name one Kenyan mobile number, such as 0712345678; without one, the costs of the last days are listed.\n'],
    [['callback-address'], 'Say what to do with the callback address: show, rotate, retire.\n'],
    [['callback-address', 'rotate', 'now'], 'Say what to do with the callback address: show, rotate, retire.\n'],
    [['backup'], 'Name one file to write the backup to, such as /backups/lender-2026-01-31.backup.\n'],
    [['prune', 'outbox'], 'prune takes no "outbox": its ages are fixed, and --dry-run only counts.\n'],
    [['keys:rotate', '--fast'], "keys:rotate: Unknown option '--fast'.\n"],
    [
      ['keys:rotat'],
      'There is no verb "keys:rotat": choose one of backup, restore, push, payouts, staff, keys:rotate, security-log, callback-address, return-payment, text-log, prune, bureau-import.\n',
    ],
    [
      ['return-payment', 'x y'],
      'Name one receipt of M-PESA, such as SKC82PACB8; without one, the payments that were returned are listed.\n',
    ],
    [
      ['return-payment', 'SNOBODY001'],
      'No payment with the receipt SNOBODY001 waits for its owner: it is unknown, or it was counted for a loan. Nothing was returned.\n',
    ],
  ])('verb %j on the embedded database: is refused in one sentence', async (args, error) => {
    expect(await verb(dataDir, ...args)).toEqual({ code: 1, out: '', error });
  });

  it('verb that fails, in a process of its own: writes the reason to the error output and exits with 1', async () => {
    const args = ['callback-address', 'rotate', 'now'];
    expect(await runVerb(dataDir, args)).toEqual(await verb(dataDir, ...args));
  });

  it('verb for pruning while the lender serves: the running lender deletes the rows and reports their number', async () => {
    const { db } = lender.inside().store;
    const done_at = lender.inside().clock.now() - 91 * DAY;
    await db.insertInto('outbox').values({ topic: 'rail.receipt', ref: 'old', next_at: done_at, done_at }).execute();
    expect(await verb(dataDir, 'prune', '--dry-run')).toMatchObject({
      code: 0,
      out: expect.stringMatching(/^outbox: 1 older than 90 days, [^]*1 rows would be deleted/),
    });
    expect((await verb(dataDir, 'prune')).out).toMatch(
      /^outbox: 1 older [^]*rail_callback: 0 [^]*text_message: 0 [^]*\n1 rows were deleted\.\n$/,
    );
    expect(await db.selectFrom('outbox').select('id').where('ref', '=', 'old').execute()).toEqual([]);
  });

  it('lender that does not answer the verb: the verb says what to do', async () => {
    rmSync(join(dataDir, 'operator.sock'));
    await expect(askLender(dataDir, { is: 'keys:rotate' }, () => undefined, 0)).rejects.toThrow(
      `A lender holds the database in ${dataDir} and cannot be asked. If it is still starting, wait until it is ready; otherwise stop it. Then run this again.`,
    );
  });

  it('lender that is starting: the verb waits until the lender answers', async () => {
    const starting = temporaryFolder();
    const asked = askLender(starting, { is: 'keys:rotate' }, () => undefined, PATIENCE);
    const channel = await openChannel(starting, async () => ({ is: 'lines', lines: ['done'] }));
    expect(await asked).toEqual({ is: 'lines', lines: ['done'] });
    await channel?.close();
  });

  it('lender stopped: the verb opens the database itself', async () => {
    await lender.pause();
    const { out, code } = await runVerb(dataDir, ['security-log', '--kind', 'keys.rotated']);
    expect(code).toBe(0);
    expect(out).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d {2}keys\.rotated +key 2$/m);
  });
});

describe('PostgreSQL that no lender has used', () => {
  const DATA_KEYS = `1:${'0123456789abcdef'.repeat(4)}`;

  it.each([['payouts', 'stop'], ['staff', 'add-administrator', 'Boss'], ['backup']])(
    'verb %s, PostgreSQL of another program: is refused, and creates nothing in it',
    async (...args) => {
      const DATABASE_URL = await postgresDatabase();
      const folder = temporaryFolder();
      const other = new pg.Client(DATABASE_URL);
      await other.connect();
      try {
        await other.query('drop schema public cascade; create schema public; create table foreign_thing(id int)');
        const asked = args[0] === 'backup' ? ['backup', join(folder, 'lender.backup')] : args;
        const ran = await runVerbHere(folder, asked, { DATABASE_URL, DATA_KEYS });
        expect(ran).toMatchObject({ code: 1, out: '', error: expect.stringMatching(/^This is not the database of a lender: it has no/) });
        const { rows } = await other.query("select table_name from information_schema.tables where table_schema = 'public'");
        expect(rows).toEqual([{ table_name: 'foreign_thing' }]);
        expect(readdirSync(folder)).toEqual([]);
      } finally {
        await other.end();
      }
    },
  );

  it('verb in production, no data key: is refused as the lender is, and writes no key file', async () => {
    const [folder, DATABASE_URL] = [temporaryFolder(), await postgresDatabase()];
    const ran = await runVerbHere(folder, ['staff', 'list'], { DATABASE_URL, SANDBOX: '0' });
    expect(ran).toMatchObject({ code: 1, out: '', error: expect.stringMatching(/^Production with DATABASE_URL needs DATA_KEYS or/) });
    expect(readdirSync(folder)).toEqual([]);
  });
});

describe('data key that anybody can guess, without a lender', () => {
  const GUESSABLE = 'ab'.repeat(32);
  const GOOD = '0123456789abcdef'.repeat(4);
  const refusal = {
    code: 1,
    out: '',
    error: expect.stringMatching(/^DATA_KEYS holds a key that anybody can guess, [^\n]*\.\n$/) as string,
  };
  const onFreshDatabase = async () => {
    const [folder, DATABASE_URL] = [temporaryFolder(), await postgresDatabase()];
    return (DATA_KEYS: string, args: string[], SANDBOX = '0') => runVerbHere(folder, args, { DATABASE_URL, DATA_KEYS, SANDBOX });
  };

  it('verb, fresh database, guessable data key: is refused, and the database accepts a good key afterwards', async () => {
    const run = await onFreshDatabase();
    expect(await run(`1:${GUESSABLE}`, ['staff', 'add-administrator', 'Boss'])).toEqual(refusal);
    expect(await run(`1:${GOOD}`, ['staff', 'add-administrator', 'Boss'])).toMatchObject({ code: 0, error: '' });
  });

  it('keys:rotate, guessable data key: is refused as the new key, and can be left as the old one', async () => {
    const run = await onFreshDatabase();
    expect(await run(`1:${GUESSABLE}`, ['staff', 'list'], '1')).toMatchObject({ code: 0, error: '' });
    expect(await run(`2:${'cd'.repeat(32)},1:${GUESSABLE}`, ['keys:rotate'])).toEqual(refusal);
    expect(await run(`2:${GOOD},1:${GUESSABLE}`, ['keys:rotate'])).toMatchObject({ code: 0, error: '' });
    expect(await run(`2:${GOOD}`, ['staff', 'list'])).toMatchObject({ code: 0, error: '' });
  });
});

describe('security-log, options', () => {
  it.each([
    [{ kind: 'log-in' }, /^--kind must be one of login\.failed, .*, not "log-in"\.$/],
    [{ since: 'yesterday' }, /^--since must be a day such as .*, not "yesterday"\.$/],
    [{ since: '2026-13-01' }, /^--since must be a day/],
    [{ limit: '0' }, /^--limit must be a whole number from 1 to 10000, not "0"\.$/],
    [{ limit: '1e3' }, /^--limit/],
  ])('security-log with options %o: is refused in one sentence', (options, sentence) => {
    expect(() => readQuery(options)).toThrow(sentence);
  });

  it('security-log, options day, kind and number: are read, and a day begins by Nairobi time', () => {
    expect(readQuery({ since: '2026-01-01', kind: 'login.failed', limit: '7' })).toEqual({
      since: Date.parse('2026-01-01T00:00:00+03:00'),
      kind: 'login.failed',
      limit: 7,
    });
    expect(readQuery({})).toEqual({ limit: 100 });
  });

  it('security log, kinds of events: each is explained in docs/operations.md', () => {
    const listed = [...readFileSync(join(ROOT, 'docs/operations.md'), 'utf8').matchAll(/^\| `([a-zA-Z]+\.[a-zA-Z]+)` \|/gm)].map(
      ([, kind]) => kind,
    );
    expect(listed).toEqual([...SECURITY_EVENT_KINDS]);
  });

  it('security-log, options, no event: one line says so', () => {
    expect(asLines([])).toEqual(['No such event.']);
  });
});

onBothDatabases((engine) => {
  it('security log, flood of one kind: takes a limited number of rows, and one row counts the rest', async () => {
    const clock = testClock();
    const store = await engine.open(clock);
    const log = createSecurityLog(store, clock, createSecret(Buffer.alloc(32, 7)));
    for (let n = 0; n < 100; n++) await log.record({ kind: 'login.failed', subject: 'login' });
    await log.record({ kind: 'code.voided', subject: 'login' });
    await store.tx((tx) => log.record({ kind: 'login.failed', subject: 'of something that was done' }, tx));
    const ofKind = async (kind: 'login.failed' | 'code.voided'): Promise<LoggedSecurityEvent[]> => log.read({ kind, limit: 1_000 });
    expect(await ofKind('login.failed')).toHaveLength(PER_MINUTE + 1);
    expect(await ofKind('code.voided'), 'another kind is written').toHaveLength(1);

    await log.writeLeftOut();
    expect(await ofKind('login.failed'), 'the minute is not over').toHaveLength(PER_MINUTE + 1);
    clock.pass(MINUTE);
    await log.writeLeftOut();
    await log.writeLeftOut();
    const events = await ofKind('login.failed');
    expect(events).toHaveLength(PER_MINUTE + 2);
    expect(events[0]).toMatchObject({ subject: 'left out', leftOut: 100 - PER_MINUTE });
    expect(asLines(events)[0]).toMatch(/login\.failed +70 more within a minute$/);
  });
});
