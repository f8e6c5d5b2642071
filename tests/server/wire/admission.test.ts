import { afterAll, describe, expect, it, vi } from 'vitest';
import { CODE, isOutcomeUnknown, toProblem } from '#machines/model/codes.ts';
import { callbackAddress } from '#server/rail/callbacks.ts';
import { ADMISSION_LIMITS, createAdmission, kindOf, type AdmissionLimits, type RequestKind } from '#server/wire/admission.ts';
import { contract } from '#src/api/contract.ts';
import { sw } from '#src/api/messages/sw.ts';
import { sendRaw } from '#tests/support/rawCalls.ts';
import { startLender, type TestLender } from '#tests/support/testLender.ts';

const BUSY = expect.objectContaining({ code: CODE.tryLater, key: 'busy' }) as Error;
const LIMITS: AdmissionLimits = {
  running: 3,
  forMoney: 1,
  waiting: { money: 2, change: 1, read: 1, upload: 0 },
  longestWait: 60_000,
  patience: 60_000,
};

/** Requests that end when the test ends them. */
function pieces(limits: Partial<AdmissionLimits> = {}, now?: () => number) {
  const refused: RequestKind[] = [];
  const admission = createAdmission({ ...LIMITS, ...limits }, (kind) => refused.push(kind), now);
  const begun: string[] = [];
  const ends = new Map<string, () => void>();
  const start = (kind: RequestKind, name: string): Promise<string> => {
    const ended = admission.run(kind, () => {
      begun.push(name);
      return new Promise<string>((resolve) => ends.set(name, () => resolve(name)));
    });
    // A request that still waits at the end of its test is refused a minute later, without a reader of the rejection.
    ended.catch(() => undefined);
    return ended;
  };
  const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
  return {
    admission,
    refused,
    begun,
    start,
    async end(name: string): Promise<void> {
      ends.get(name)?.();
      await settled();
    },
    settled,
  };
}

describe('admission', () => {
  it('admission, all places taken: keeps one for money, queues the others, and refuses a request whose queue is full', async () => {
    const { admission, start, settled, begun, refused } = pieces();
    void start('read', 'read 1');
    void start('read', 'read 2');
    void start('read', 'read 3');
    await settled();
    expect(begun).toEqual(['read 1', 'read 2']);
    await expect(start('read', 'read 4')).rejects.toEqual(BUSY);
    await expect(start('upload', 'upload 1')).rejects.toEqual(BUSY);
    void start('change', 'change 1');
    void start('money', 'money 1');
    await settled();
    expect(begun).toEqual(['read 1', 'read 2', 'money 1']);
    expect(refused).toEqual(['read', 'upload']);
    expect(admission.counts()).toEqual({
      money: { running: 1, waiting: 0 },
      change: { running: 0, waiting: 1 },
      read: { running: 2, waiting: 1 },
      upload: { running: 0, waiting: 0 },
    });
  });

  it('admission, place that becomes free: goes to money first, then to the oldest of the others', async () => {
    const { start, settled, begun, end } = pieces();
    void start('read', 'read 1');
    void start('read', 'read 2');
    void start('money', 'money 1');
    void start('read', 'read 3');
    void start('change', 'change 1');
    void start('money', 'money 2');
    void start('money', 'money 3');
    await settled();
    await end('read 1');
    await end('read 2');
    expect(begun.slice(3)).toEqual(['money 2', 'money 3']);
    await end('money 1');
    await end('money 2');
    await end('money 3');
    expect(begun.slice(5)).toEqual(['read 3', 'change 1']);
  });

  it('admission, work that waits for another request: others run meanwhile, and it continues without queueing again', async () => {
    const { admission, start, settled, begun, end } = pieces();
    let answerOfProvider = (): void => undefined;
    const provider = new Promise<void>((resolve) => (answerOfProvider = resolve));
    const texting = ['one', 'other'].map((name) => admission.run('change', (place) => place.without(() => provider).then(() => name)));
    await settled();
    expect(admission.counts().change).toEqual({ running: 0, waiting: 0 });
    void start('read', 'read 1');
    void start('read', 'read 2');
    void start('read', 'read 3');
    await settled();
    expect(begun).toEqual(['read 1', 'read 2']);
    answerOfProvider();
    expect(await Promise.all(texting)).toEqual(['one', 'other']);
    expect(admission.counts()).toMatchObject({ change: { running: 0 }, read: { running: 2, waiting: 1 } });
    await end('read 1');
    expect(begun).toEqual(['read 1', 'read 2', 'read 3']);
  });

  it('admission, work that fails: gives its place back', async () => {
    const { admission } = pieces();
    for (let n = 0; n < 10; n++) await expect(admission.run('change', () => Promise.reject(new Error('no')))).rejects.toThrow('no');
    expect(await admission.run('read', async () => 'done')).toBe('done');
  });

  describe('queue that is worked off', () => {
    let clock = 0;
    const wide = { running: 2, forMoney: 1, waiting: { money: 100, change: 100, read: 100, upload: 0 }, longestWait: 500 };
    /** One read runs at a time, the others wait. */
    function slowLender() {
      const all = pieces(wide, () => clock);
      let ended = 0;
      let started = 0;
      return {
        ...all,
        /** @returns the outcome of each so far. */
        async come(kind: RequestKind, count: number): Promise<('refused' | 'taken')[]> {
          const outcomes = Array.from({ length: count }, (): 'refused' | 'taken' => 'taken');
          for (const n of outcomes.keys()) all.start(kind, `${kind} ${started++}`).catch(() => (outcomes[n] = 'refused'));
          await all.settled();
          return outcomes;
        },
        /** Ends running reads one after the other, each after this many ms. */
        async endNext(howMany: number, ms: number): Promise<void> {
          for (let n = 0; n < howMany; n++) {
            clock += ms;
            await all.end(all.begun[ended++] ?? 'nothing');
          }
        },
      };
    }

    it('slow queue: refuses at once a request that would wait longer than half a second, and accepts it when the queue is shorter', async () => {
      const { admission, come, endNext } = slowLender();
      for (let n = 0; n < 60; n++) {
        await come('read', 2);
        await endNext(1, 25);
      }
      await come('read', 20);
      // At 25 ms each, 20 reads take half a second.
      expect(admission.counts().read.waiting).toBeGreaterThan(10);
      expect(admission.counts().read.waiting).toBeLessThanOrEqual(20);
      expect(await come('change', 1)).toEqual(['refused']);
      expect(() => admission.refuseFull('change')).toThrow(BUSY);
      expect(() => admission.refuseFull('money')).not.toThrow();
      await endNext(4, 25);
      expect(await come('change', 1)).toEqual(['taken']);
    });

    it('slow queue, request overtaken by money for longer than half a second: is refused', async () => {
      const { admission, refused, come, endNext, begun, end } = slowLender();
      await come('read', 2);
      await come('money', 1);
      expect(begun).toEqual(['read 0', 'money 2']);
      for (let n = 2; n < 8; n++) {
        await come('money', 1);
        clock += 100;
        await end(`money ${n}`);
      }
      expect(refused).toEqual(['read']);
      expect(admission.counts()).toMatchObject({ read: { running: 1, waiting: 0 }, money: { running: 1, waiting: 0 } });
      await endNext(1, 0);
    });

    it('queue after an outage: the requests that waited are accepted', async () => {
      const { admission, refused, come, endNext } = slowLender();
      await come('read', 3);
      await endNext(1, 5_000);
      await endNext(2, 20);
      expect(refused).toEqual([]);
      expect(admission.counts().read).toEqual({ running: 0, waiting: 0 });
    });
  });

  it('admission, request that waits too long: is refused, and its place in the queue is free', async () => {
    vi.useFakeTimers();
    try {
      const { admission, start } = pieces({ patience: 5_000 });
      void start('read', 'read 1');
      void start('read', 'read 2');
      const late = expect(start('read', 'read 3')).rejects.toEqual(BUSY);
      await vi.advanceTimersByTimeAsync(5_000);
      await late;
      expect(admission.counts().read).toEqual({ running: 2, waiting: 0 });
    } finally {
      vi.useRealTimers();
    }
  });

  it.each([
    ['getMoney', 'money'],
    ['mpesaRepayLink', 'money'],
    ['portalRepaymentDetail', 'money'],
    ['applyMarket', 'change'],
    ['latestOrder', 'read'],
    ['uploadVoucher', 'upload'],
  ] as const)('admission, call %s: is of kind %s', (name, kind) => expect(kindOf(name, contract[name])).toBe(kind));

  it('shipped limits of admission: leave a connection for money even when every other place is taken', () => {
    expect(ADMISSION_LIMITS.forMoney).toBeGreaterThan(0);
    expect(ADMISSION_LIMITS.running).toBeGreaterThan(ADMISSION_LIMITS.forMoney);
  });
});

describe('lender with more requests than it can answer', () => {
  let lender: TestLender;
  afterAll(() => lender?.stop());

  it('lender with more requests than it can answer, database busy: answers 503 with Retry-After and a sentence before anything is done, and accepts money and waiting requests', async () => {
    const admission = { ...LIMITS, waiting: { ...LIMITS.waiting, money: 10 } };
    lender = await startLender({ admission });
    const phone = lender.phone({ language: () => 'sw' });
    await phone.signIn('254712345678');
    const { store } = lender.inside();
    let freeDatabase = (): void => undefined;
    const held = store.tx(() => new Promise<void>((resolve) => (freeDatabase = resolve)));
    const answers: Promise<unknown>[] = [];
    // Two run, one waits. The following ones find the queue full.
    for (let n = 0; n < 3; n++) answers.push(phone.call('latestOrder', {}).then(() => 'answered', toProblem));
    await expect.poll(() => lender.inside().requests().read).toEqual({ running: 2, waiting: 1 });
    const { status, headers, code } = await sendRaw(lender.url, 'productIndex', { headers: { lang: 'sw' } });
    expect({ status, code, retryAfter: headers.get('retry-after') }).toEqual({ status: 503, code: CODE.tryLater, retryAfter: '10' });
    const refused = toProblem(await phone.call('latestOrder', {}).catch((error: unknown) => error));
    expect(refused).toMatchObject({ code: CODE.tryLater, message: sw.busy });
    expect(isOutcomeUnknown(refused)).toBe(false);
    const money = phone.call('portalRepaymentDetail', { payOrderId: 'P00000000000' }).then(() => null, toProblem);
    freeDatabase();
    await held;
    expect(await Promise.all(answers)).toEqual(['answered', 'answered', 'answered']);
    expect(await money).toMatchObject({ code: CODE.orderNotFound });
  });

  it('lender with no place for a callback: answers 503, so that M-PESA sends it again, and logs no error', async () => {
    const lines: string[] = [];
    const noPlaces = { ...LIMITS, running: 0, waiting: { ...LIMITS.waiting, money: 0 } };
    const full = await startLender({ admission: noPlaces, env: { LOG_LEVEL: 'warn' }, log: { write: (line) => void lines.push(line) } });
    try {
      const { status } = await fetch(full.url + callbackAddress('a'.repeat(32), 'payout'), { method: 'POST', body: '{}' });
      expect(status).toBe(503);
    } finally {
      await full.stop();
    }
    expect(lines.filter((line) => line.includes('"level":50'))).toEqual([]);
  });
});
