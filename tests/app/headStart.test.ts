/** The request for the data of home that is sent before the chart needs it. */
import { describe, expect, it } from 'vitest';
import type { Api } from '#src/api/client.ts';
import { withHeadStart } from '#src/app/headStart.ts';

function setUp() {
  const calls: string[] = [];
  let token: string | null = null;
  let now = 0;
  const api: Api = {
    call: ((name: string) => {
      calls.push(name);
      return Promise.resolve(`answer ${calls.length}`);
    }) as unknown as Api['call'],
  };
  const ahead = withHeadStart(
    api,
    () => token,
    () => now,
  );
  return {
    calls,
    ahead,
    ask: (name: 'productIndex' | 'latestOrder') => ahead.api.call(name, {}),
    signIn: () => void (token = 'other'),
    wait: (ms: number) => void (now += ms),
  };
}

describe('call for home, sent ahead', () => {
  it('call for home, chart makes the same call: gets the answer, and nothing is sent again', async () => {
    const { calls, ahead, ask } = setUp();
    ahead.send('productIndex');
    expect(await ask('productIndex')).toBe('answer 1');
    expect(calls).toEqual(['productIndex']);
  });
  it('call for home, chart makes it a second time: is sent again', async () => {
    const { ahead, ask } = setUp();
    ahead.send('productIndex');
    await ask('productIndex');
    expect(await ask('productIndex')).toBe('answer 2');
  });
  it.each<[string, (start: ReturnType<typeof setUp>) => void]>([
    ['somebody else is signed in by now', ({ signIn }) => signIn()],
    ['half a minute old', ({ wait }) => wait(30_000)],
  ])('call for home, %s: is sent again', async (_, happens) => {
    const start = setUp();
    start.ahead.send('latestOrder');
    happens(start);
    expect(await start.ask('latestOrder')).toBe('answer 2');
  });
  it('call for home, chart makes another call first: the other call is sent, and the answer for home is kept', async () => {
    const { ahead, ask } = setUp();
    ahead.send('latestOrder');
    expect(await ask('productIndex')).toBe('answer 2');
    expect(await ask('latestOrder')).toBe('answer 1');
  });
});
