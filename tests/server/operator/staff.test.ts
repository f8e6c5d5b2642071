/** `npm run staff` beside a running lender: the first administrator, and accounts that must end at once. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readStaffRequest } from '#server/operator/staff.ts';
import { codeOf, PASSWORD, tokenIn } from '#tests/server/staff/deskFixture.ts';
import type { Ran } from '#tests/support/bundledLender.ts';
import { removeTemporaryFolders, temporaryFolder } from '#tests/support/database.ts';
import { createDeskBrowser, type DeskBrowser } from '#tests/support/deskBrowser.ts';
import { inTurn } from '#tests/support/effort.ts';
import { copyFreshDatabase } from '#tests/support/freshDatabase.ts';
import { postgresDatabase } from '#tests/support/postgresService.ts';
import { startLender, type TestLender } from '#tests/support/testLender.ts';
import { runVerbHere } from '#tests/support/verbHere.ts';

afterAll(removeTemporaryFolders);

describe.each(inTurn(['embedded', 'PostgreSQL'] as const))('beside a lender on %s', (engine) => {
  let lender: TestLender;
  let origin: string;
  let staff: (...args: string[]) => Promise<Ran>;

  beforeAll(async () => {
    const dataDir = temporaryFolder();
    const keys = { DATA_KEYS: 'ab'.repeat(32) };
    const databaseUrl = engine === 'embedded' ? undefined : await postgresDatabase();
    if (!databaseUrl) await copyFreshDatabase(dataDir);
    lender = databaseUrl ? await startLender({ databaseUrl, env: keys }) : await startLender({ env: { DATA_DIR: dataDir } });
    origin = lender.url.replace('127.0.0.1', 'localhost');
    const settings = { SANDBOX: '1', PORT: new URL(lender.url).port, ...(databaseUrl ? { ...keys, DATABASE_URL: databaseUrl } : {}) };
    staff = (...args) => runVerbHere(dataDir, ['staff', ...args], settings);
  });
  afterAll(() => lender?.stop());

  const done = async (...args: string[]): Promise<string> => {
    const { code, out, error } = await staff(...args);
    expect({ code, error }, args.join(' ')).toEqual({ code: 0, error: '' });
    return out;
  };

  /** Opens the printed invitation. */
  async function accept(printed: string): Promise<DeskBrowser> {
    const link = printed.trim().split('\n').at(-1) ?? '';
    expect(link.startsWith(`${origin}/desk#invitation=`)).toBe(true);
    const browser = createDeskBrowser(origin);
    const invitation = tokenIn(link);
    const { data } = await browser.call('readInvitation', { invitation });
    const { secret } = data['authenticator'] as { secret: string };
    const code = codeOf(secret, lender.inside().clock.now());
    expect(await browser.call('acceptInvitation', { invitation, password: PASSWORD, code })).toMatchObject({ status: 200 });
    return browser;
  }
  const isLive = async (browser: DeskBrowser): Promise<boolean> => (await browser.call('session', {})).status === 200;

  it('first administrator: is invited by an address, signs in, invites others, and is listed', async () => {
    expect(await done('list')).toBe('Nobody works at the desk yet: `npm run staff -- add-administrator NAME` invites the first one.\n');
    const browser = await accept(await done('add-administrator', 'Amani Njoroge', '--mobile', '0712 000 999'));
    expect((await browser.call('staff', {})).data).toMatchObject([
      { name: 'Amani Njoroge', role: 'administrator', ownMobile: '254712000999' },
    ]);
    const invited = { name: 'Baraka Simiyu', role: 'reviewer', ownMobile: null, requestId: 'invite-baraka' } as const;
    expect((await browser.call('invite', invited)).data['link']).toMatch(`${origin}/desk#invitation=`);
    expect(await done('list')).toMatch(
      /^Amani Njoroge {17,}administrator {3}active {7}last seen .*\nBaraka Simiyu {17,}reviewer {8}active {7}never signed in\n$/,
    );
    const { data: log } = await browser.call('log', { caseId: null, before: null });
    expect((log as unknown as { who: string; what: string }[]).map(({ who, what }) => `${who}: ${what.replace(/ S\w{11}$/, '')}`)).toEqual([
      'Amani Njoroge: invite reviewer',
      'Amani Njoroge: sign in invitation',
      'operator: invite administrator',
    ]);
  });

  it('member of staff, reset: the sessions end, and the new address lets the member choose another password', async () => {
    const browser = await accept(await done('add-administrator', 'Chiku Mwangi'));
    const again = await accept(await done('reset', 'chiku mwangi'));
    expect([await isLive(browser), await isLive(again)]).toEqual([false, true]);
  });

  it('member of staff, deactivated by the verb: is signed out, even the last administrator', async () => {
    const browser = await accept(await done('add-administrator', 'Dalila Otieno'));
    for (const name of ['Amani Njoroge', 'Chiku Mwangi', 'Dalila Otieno']) await done('deactivate', name);
    expect(await isLive(browser)).toBe(false);
    expect(await done('list')).toMatch(/Dalila Otieno {17,}administrator {3}deactivated {2}last seen /);
  });

  it.each([
    [['deactivate', 'Nobody'], 'No member of staff is called "Nobody": `npm run staff -- list` names them.'],
    [
      ['reset', 'Dalila Otieno'],
      'Dalila Otieno is deactivated: an administrator activates them at the desk first. No administrator is active: `npm run staff -- add-administrator NAME` invites one.',
    ],
    [['add-administrator', 'Dalila Otieno'], 'A member of staff has this name already'],
    [['add-administrator', 'Eshe Kariuki', '--mobile', '12'], '"12" is no Kenyan mobile number, such as 0712345678.'],
    [['add-administrator'], 'Name the member of staff, in at most 60 characters.'],
    [['add-administrator', 'Eshe', 'Kariuki'], 'Write the name in quotes: "Eshe Kariuki".'],
    [['promote', 'Eshe Kariuki'], 'Say what to do:'],
    [[], 'Say what to do:'],
    [['list', '--mobile', '0712345678'], 'Say what to do:'],
  ])('staff verb %j: prints one mistake and exits with 1', async (args, sentence) => {
    const { code, out, error } = await staff(...args);
    expect([code, out]).toEqual([1, '']);
    expect(error).toContain(sentence);
  });
});

it('staff verb, typed options: are read', () => {
  expect(readStaffRequest(['list'])).toEqual({ do: 'list' });
  expect(readStaffRequest(['reset', ' Amani Njoroge '])).toEqual({ do: 'reset', name: 'Amani Njoroge' });
  expect(readStaffRequest(['add-administrator', 'Amani', '--mobile', '0712345678'])).toEqual({
    do: 'add-administrator',
    name: 'Amani',
    mobile: '254712345678',
  });
});
