import { describe, expect, it } from 'vitest';
import { signIn } from '#src/api/signInChallenge.ts';
import { deviceName } from '#src/app/deviceName.ts';

const AGENTS: readonly (readonly [userAgent: string, name: string])[] = [
  [
    'Mozilla/5.0 (Linux; Android 10; SM-A107F Build/QP1A; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/80.0.3987.99 Mobile Safari/537.36',
    'Android 10, SM-A107F, Chrome 80',
  ],
  [
    'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Mobile Safari/537.36',
    'Android 10, Chrome 126',
  ],
  [
    'Mozilla/5.0 (Linux; Android 13; SAMSUNG SM-S911B) AppleWebKit/537.36 (KHTML, like Gecko) SamsungBrowser/23.0 Chrome/115.0.0.0 Mobile Safari/537.36',
    'Android 13, SAMSUNG SM-S911B, Samsung Internet 23',
  ],
  ['Mozilla/5.0 (Android 11; Mobile; rv:109.0) Gecko/115.0 Firefox/115.0', 'Android 11, Mobile, Firefox 115'],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 16_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/16.5 Mobile/15E148 Safari/604.1',
    'iPhone, Safari 16',
  ],
  [
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/120.0.0.0 Safari/537.36 Edg/120.0.0.0',
    'Windows, Edge 120',
  ],
  ['something else', ''],
  ['', ''],
];

describe('name of a device', () => {
  it.each(AGENTS)('name of a device, browser %s: is called %j', (userAgent, name) => expect(deviceName({}, userAgent)).toBe(name));

  it('shell that describes the phone in words: the words are used; in a format of its own: they are not', () => {
    const [[agent] = ['']] = AGENTS;
    expect(deviceName({ deviceMsg: 'Tecno Spark 8' }, agent)).toBe('Tecno Spark 8, Chrome 80');
    for (const deviceMsg of ['{"model":"x"}', 'x'.repeat(41), ''])
      expect(deviceName({ deviceMsg }, agent)).toBe('Android 10, SM-A107F, Chrome 80');
  });

  it.each(['W'.repeat(5_000), `Android 10; ${'W'.repeat(5_000)})`, 'Android 1'.repeat(500)])(
    'name of a device, odd browser: has at most 60 characters',
    (userAgent) => {
      expect(deviceName({}, userAgent).length).toBeLessThanOrEqual(60);
    },
  );
});

describe('token of a sign-in', () => {
  const grant = { token: 'T', userId: 'u', mobile: '254712345678', firstName: null };
  const given = async (answer: object) => {
    const sent: object[] = [];
    const api = { call: async (_: string, request: object) => (sent.push(request), answer) } as never;
    return { granted: await signIn(api, 'login', { mobile: '0712345678', code: '123456' }, 'verifier'), sent };
  };

  it('lender that knows challenges: the token is joined with the verifier, which is not sent', async () => {
    const { granted, sent } = await given({ ...grant, needsVerifier: true });
    expect(granted.token).toBe('T.verifier');
    expect(JSON.stringify(sent)).not.toContain('verifier');
    expect(sent).toEqual([{ mobile: '0712345678', code: '123456', challenge: expect.stringMatching(/^[0-9a-f]{64}$/) as string }]);
  });

  it('back end that knows no challenges: the token is valid by itself', async () => {
    expect((await given(grant)).granted.token).toBe('T');
  });
});
