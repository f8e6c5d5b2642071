import { execFileSync, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import AES from 'crypto-js/aes.js';
import CryptoJS from 'crypto-js/core.js';
import Hex from 'crypto-js/enc-hex.js';
import Utf8 from 'crypto-js/enc-utf8.js';
import ECB from 'crypto-js/mode-ecb.js';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createEnvelope, EnvelopeError } from '#server/wire/envelope.ts';
import { createApi } from '#src/api/client.ts';
import type { CallName } from '#src/api/contract.ts';
import { createEncrypt, fieldName } from '#src/api/envelope.ts';
import vectors from './vectors.json' with { type: 'json' };

const PACKAGE = 'ke.example.loan';
const key = createHash('sha256').update(PACKAGE).digest('hex').slice(0, 32);
const page = createEncrypt(PACKAGE);
const lender = createEnvelope(PACKAGE);

const openOnPage = (hex: string): string =>
  AES.decrypt(CryptoJS.lib.CipherParams.create({ ciphertext: Hex.parse(hex) }), Hex.parse(key), { mode: ECB }).toString(Utf8);

const hasOpenssl = spawnSync('openssl', ['version']).status === 0;
const openssl = (text: string): string => execFileSync('openssl', ['enc', '-aes-128-ecb', '-K', key], { input: text }).toString('hex');

const TEXTS = [
  '',
  'a'.repeat(15),
  'a'.repeat(16),
  '{"lastName":"Wanjikũ","note":"ñ €"}',
  '/loan/loan-order/latest',
  ...vectors.map((v) => v.plain),
  ...vectors.map((v) => v.path),
];

describe('the envelope', () => {
  it.each(TEXTS)('envelope of %j: has the same bytes in crypto-js and node:crypto', (text) => {
    expect(page(text)).toBe(lender.encrypt(text));
    expect(lender.decrypt(page(text))).toBe(text);
  });

  it.runIf(hasOpenssl)('envelope: has the same bytes in openssl', () => {
    for (const text of TEXTS) expect(openssl(text)).toBe(lender.encrypt(text));
  });

  it('envelope, 300 random strings: survive a round trip', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 200 }), (text) => {
        expect(page(text)).toBe(lender.encrypt(text));
        expect(lender.decrypt(page(text))).toBe(text);
        expect(openOnPage(lender.encrypt(text))).toBe(text);
      }),
      { numRuns: 300 },
    );
  });

  it.each([
    ['empty', ''],
    ['no hex', 'zz'.repeat(16)],
    ['upper case', lender.encrypt('x').toUpperCase()],
    ['half a block', lender.encrypt('x').slice(0, 30)],
    ['wrong padding', '00'.repeat(16)],
    ['another key', createEnvelope('ke.other.loan').encrypt('{"timestamp":1}')],
    ['no UTF-8', encryptBytes(Buffer.from([0xff, 0xfe, 0xfd]))],
  ])('envelope, %s: is refused', (_, hex) => {
    expect(() => lender.decrypt(hex)).toThrow(EnvelopeError);
  });

  it('envelope, equal blocks: stay recognisable, so the envelope is no protection', () => {
    const [first, second] = lender.encrypt('A'.repeat(32)).match(/.{32}/g) ?? [];
    expect(first).toBe(second);
  });
});

/** Bytes that are no text, encrypted with the right key. */
function encryptBytes(bytes: Buffer): string {
  return AES.encrypt(Hex.parse(bytes.toString('hex')), Hex.parse(key), { mode: ECB }).ciphertext.toString(Hex);
}

describe('a parameter name', () => {
  it('parameter name, any random source: matches [a-z][a-z0-9]{5,11}', () => {
    fc.assert(
      fc.property(fc.infiniteStream(fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true })), (stream) => {
        expect(fieldName(() => stream.next().value as number)).toMatch(/^[a-z][a-z0-9]{5,11}$/);
      }),
    );
  });

  it('parameter name, 200 requests: nearly every request has another one', () => {
    const names = new Set(Array.from({ length: 200 }, () => fieldName(Math.random)));
    expect(names.size).toBeGreaterThan(195);
  });
});

/** A random source with which {@link fieldName} returns `name` (six letters or digits). */
function randomThatSays(name: string): () => number {
  const letters = 'abcdefghijklmnopqrstuvwxyz0123456789';
  const [first, ...rest] = [...name].map((c) => letters.indexOf(c));
  const queue = [((first ?? 0) + 0.5) / 26, 0, ...rest.map((i) => (i + 0.5) / 36)];
  return () => queue.shift() ?? 0;
}

describe('a whole request', () => {
  it.each(vectors)('whole request: $title', async (vector) => {
    let sent: Request | undefined;
    const api = createApi({
      fetch: async (url, init) => {
        sent = new Request(`http://lender.example${url as string}`, init);
        return Response.json({ code: 0, msg: '', data: null });
      },
      baseUrl: '',
      packageName: () => PACKAGE,
      appName: () => 'Example Loan',
      now: () => 1_767_225_600_000,
      random: randomThatSays('q7f3k9'),
      session: () => 'T0',
      language: () => 'en',
      afid: () => '',
    });
    const files =
      vector.call === 'uploadIdFront'
        ? { file: new File([Uint8Array.from(Buffer.from('89504e470d0a1a0a', 'hex'))], 'f.png', { type: 'image/png' }) }
        : undefined;
    await api.call(vector.call as CallName, vector.payload as never, { files });
    if (!sent) throw new Error('nothing was sent');

    const bytes = Buffer.from(await sent.arrayBuffer());
    const boundary = /boundary=(\S+)/.exec(sent.headers.get('content-type') ?? '')?.[1];
    const asText = (text: string): string => (boundary ? text.replaceAll(boundary, '----b0') : text);
    // The vectors write file bytes as <hex> and lines with a bare line feed.
    const body = asText(bytes.toString('latin1')).replaceAll('\r\n', '\n').replace('\x89PNG\n\x1a\n', '<89504e470d0a1a0a>');
    const { Host, ...headers } = { ...vector.headers, 'Content-Length': undefined };

    expect(sent.method).toBe(vector.method);
    expect(sent.url).toBe(`http://${Host}${vector.target}`);
    for (const [name, value] of Object.entries(headers))
      if (value !== undefined) expect(asText(sent.headers.get(name) ?? 'missing'), name).toBe(value);
    expect(body.trimEnd()).toBe(vector.body);
    expect(wholeRequestHash(vector)).toBe(vector.sha256);
  });
});

/** Each vector contains a hash of its whole request, so that a vector cannot be changed in part. */
function wholeRequestHash(vector: (typeof vectors)[number]): string {
  const lines = [
    `${vector.method} ${vector.target} HTTP/1.1`,
    ...Object.entries(vector.headers).map(([name, value]) => `${name}: ${value}`),
    '',
    vector.body,
  ];
  const end = vector.headers['Content-Type']?.startsWith('multipart') ? '\n' : '';
  return createHash('sha256')
    .update((lines.join('\n') + end).replaceAll('\n', '\r\n'))
    .digest('hex');
}
