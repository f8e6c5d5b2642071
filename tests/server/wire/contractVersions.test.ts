/** Pages of other releases than the lender's: docs/decisions/0103-old-pages-are-served-for-thirty-days.md. */
import { afterEach, describe, expect, it } from 'vitest';
import { DAY } from '#machines/model/calendar.ts';
import { CODE } from '#machines/model/codes.ts';
import { openContractVersions, SERVED_FOR } from '#server/wire/contractVersions.ts';
import { onEitherDatabase, testClock } from '#tests/support/database.ts';
import { encrypt, sendRaw, type RawAnswer } from '#tests/support/rawCalls.ts';
import { createPhone, startLender, type TestLender } from '#tests/support/testLender.ts';

const lenders: TestLender[] = [];
afterEach(async () => {
  for (const lender of lenders.splice(0)) await lender.stop();
});
const start = async (contract?: number): Promise<TestLender> => {
  const lender = await startLender(contract === undefined ? {} : { contract });
  lenders.push(lender);
  return lender;
};

/** Requests the products on offer, as the page of this version does. */
const offered = ({ url, inside }: TestLender, version?: string, path?: string): Promise<RawAnswer> =>
  sendRaw(url, 'productList', {
    timestamp: inside().clock.now(),
    headers: version === undefined ? {} : { contractVersion: version },
    ...(path === undefined ? {} : { path }),
  });

const UNKNOWN_CALL = `/api/${encrypt('/loan/of-another-release')}/e`;

describe('page and lender', () => {
  it('call of the present page: names its version, and the answer the version of the lender', async () => {
    const lender = await start();
    const versions: [page: string | null, lender: string | null][] = [];
    const phone = createPhone(lender.url, {
      fetch: async (address, init) => {
        const answer = await fetch(address, init);
        versions.push([new Headers(init?.headers).get('contractVersion'), answer.headers.get('x-contract-version')]);
        return answer;
      },
    });
    await phone.call('productList', {});
    expect(versions).toEqual([['1', '1']]);
  });

  it.each([undefined, '', '0', '-1', '1.5', 'x', '99999999'])(
    'call with the version %o, which no page has: is answered as usual',
    async (version) => {
      expect(await offered(await start(2), version)).toMatchObject({ code: CODE.ok });
    },
  );

  it('page of an older version: works for thirty days, then shows that it has to be opened again', async () => {
    const lender = await start(2);
    expect(await offered(lender, '1')).toMatchObject({ code: CODE.ok });
    await lender.sandbox.advance(SERVED_FOR - DAY);
    expect(await offered(lender, '1')).toMatchObject({ code: CODE.ok });
    await lender.sandbox.advance(2 * DAY);
    expect(await offered(lender, '1')).toMatchObject({
      code: CODE.pageOutdated,
      status: 200,
      msg: 'This page is from another version of the app. Nothing was changed. Please close the app and open it again',
    });
    expect(await offered(lender, '2')).toMatchObject({ code: CODE.ok });
  });

  it('refused page: has changed nothing', async () => {
    const lender = await start(2);
    await lender.sandbox.advance(SERVED_FOR + DAY);
    const request = { payload: { mobile: '254712345678', purpose: 'register' }, timestamp: lender.inside().clock.now() };
    expect(await sendRaw(lender.url, 'getVerifyCode', { ...request, headers: { contractVersion: '1' } })).toMatchObject({
      code: CODE.pageOutdated,
    });
    expect((await lender.sandbox.state()).sms).toEqual([]);
  });

  it('page of a newer version, lender rolled back: known calls are answered, and other calls tell the page to reload', async () => {
    const lender = await start();
    expect(await offered(lender, '2')).toMatchObject({ code: CODE.ok });
    expect(await offered(lender, '2', UNKNOWN_CALL)).toMatchObject({ code: CODE.pageOutdated });
    expect(await offered(lender, '1', UNKNOWN_CALL)).toMatchObject({ code: CODE.unknownPath });
    expect(await offered(lender, undefined, UNKNOWN_CALL)).toMatchObject({ code: CODE.unknownPath });
  });
});

onEitherDatabase((engine) => {
  it('thirty days of an older version: begin with the first lender of a newer version on this database, even if versions were skipped', async () => {
    const clock = testClock();
    const store = await engine.open(clock);
    const isServed = async (own: number, page: number): Promise<boolean> => {
      const versions = await openContractVersions(store, clock, own);
      try {
        versions.refuseOutdated(page);
        return true;
      } catch {
        return false;
      }
    };
    expect(await isServed(1, 1)).toBe(true);
    clock.pass(100 * DAY);
    expect(await isServed(3, 1), 'the newer lender has just come').toBe(true);
    clock.pass(20 * DAY);
    expect(await isServed(4, 2)).toBe(true);
    clock.pass(11 * DAY);
    expect([await isServed(4, 1), await isServed(4, 2), await isServed(4, 3)], '3 was replaced eleven days ago').toEqual([
      false,
      false,
      true,
    ]);
    expect(await isServed(1, 1), 'the way back').toBe(true);
    clock.pass(20 * DAY);
    expect([await isServed(4, 3), await isServed(4, 4)]).toEqual([false, true]);
  });
});
