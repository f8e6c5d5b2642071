/** Malformed and unusual requests. A seed and a number determine each one, so that a failing request can be sent again. */
import { request as httpRequest, Agent } from 'node:http';
import { connect } from 'node:net';
import { contract, type Call, type CallName } from '#src/api/contract.ts';
import { png } from './photoBytes.ts';
import { encrypt, PACKAGE_NAME } from './rawCalls.ts';
import { seededRandom } from './seededRandom.ts';
import { requestsOf, type Known, type Person } from './twoBorrowers.ts';

export interface RawHttp {
  /** Name of the call and of its changes, for the message of a failure. */
  call: CallName;
  mutations: string[];
  /** Words of a victim that replaced words of the attacker. If they are stored, they are the attacker's own text. */
  foreign: string[];
  method: string;
  path: string;
  headers: Record<string, string>;
  body: Buffer | null;
  /** Raw bytes that are sent instead of the fields above. */
  bytes: Buffer | null;
}

export interface HttpAnswer {
  /** 0: the connection was closed without an answer. */
  status: number;
  text: string;
}

const names = Object.keys(contract) as CallName[];
const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'HEAD', 'TRACE', 'PROPFIND', 'SEARCH'];
const CONTENT_TYPES = [
  'application/json',
  'application/x-www-form-urlencoded',
  'multipart/form-data',
  'multipart/form-data; boundary=x',
  'text/plain',
  'application/json; charset=utf-16',
  'application/octet-stream',
  'a/b; =',
  '',
];
const PROTOTYPE_NAMES = ['__proto__', 'constructor', 'prototype', 'toString', 'hasOwnProperty', 'then', 'length'];
const TEXTS = [
  '',
  ' ',
  '\u0000',
  'a\u0000b',
  '\ud800',
  '\udc00\ud800',
  '\u202e',
  '\uffff',
  '💸'.repeat(60),
  'e\u0301'.repeat(50),
  "' or 1=1 --",
  '%00%0a',
  '../../etc/passwd',
  '{{7*7}}',
  '<script>',
  '\r\nx-a: b',
  'x'.repeat(501),
  'ш'.repeat(8_000),
  'NaN',
  '1e400',
  '-0',
  ...PROTOTYPE_NAMES,
];
const NUMBERS = [0, -1, 1, 0.5, 2 ** 31, 2 ** 53, 2 ** 63, -(2 ** 53), 1e308, 5e-324, 999_999_999_999_999, -0];

export function createMutator(attackers: readonly Person[], victims: readonly Known[], seed: number) {
  /** The request with this number. */
  return (n: number): RawHttp => {
    const random = seededRandom(seed * 1_000_003 + n);
    const below = (count: number): number => Math.floor(random() * count);
    const one = <T>(list: readonly T[]): T => list[below(list.length)] as T;
    const chance = (of: number): boolean => random() < of;

    const deep = (): unknown => JSON.parse(`${'['.repeat(2_000)}${']'.repeat(2_000)}`) as unknown;
    const foreign: string[] = [];
    const value = (): unknown => {
      const victim = one(victims);
      return one<() => unknown>([
        () => one(TEXTS),
        () => one(NUMBERS),
        () => {
          // A victim also has a phone, an object that no request could contain. Only texts are used.
          const word = one(Object.values(victim).filter((known: unknown) => typeof known === 'string'));
          foreign.push(word);
          return word;
        },
        () => Number(victim.userId),
        () => null,
        () => chance(0.5),
        () => [],
        () => ({}),
        () => Array.from({ length: below(40) }, () => one(TEXTS)),
        () => [[one(NUMBERS)], { a: [one(TEXTS)] }],
        deep,
        // Own properties with the names of a prototype's.
        () => JSON.parse(`{"${one(PROTOTYPE_NAMES)}":{"isAdmin":true}}`) as unknown,
        () => Object.fromEntries(Array.from({ length: 200 }, (_, i) => [`k${i}`, i])),
      ])();
    };

    const name = names[n % names.length] as CallName;
    const call: Call = contract[name];
    const attacker = one(attackers);
    const mutations: string[] = [];
    const payload = structuredClone(one(requestsOf(name, chance(0.5) ? attacker : one(victims)))) as Record<string, unknown>;

    function mutateValues(target: Record<string, unknown>): void {
      if (Array.isArray(target)) {
        mutations.push('item of a list');
        target.splice(0, below(3), value());
        return;
      }
      const keys = Object.keys(target);
      const key = keys.length > 0 && chance(0.8) ? one(keys) : one([...PROTOTYPE_NAMES, 'userId', 'orderNo', 'order_id', 'x']);
      const old = Object.hasOwn(target, key) ? target[key] : undefined;
      if (typeof old === 'object' && old !== null && chance(0.8)) return mutateValues(old as Record<string, unknown>);
      mutations.push(`value of ${key}`);
      if (chance(0.1)) delete target[key];
      // Not by assignment, because assigning `__proto__` would set the prototype.
      else Object.defineProperty(target, key, { value: value(), enumerable: true, configurable: true, writable: true });
    }

    const flip = (bytes: Buffer): Buffer => {
      const copy = Buffer.from(bytes);
      for (let times = 1 + below(4); times > 0 && copy.length > 0; times--) {
        const at = below(copy.length);
        copy[at] = below(256);
      }
      return chance(0.2) ? copy.subarray(0, below(copy.length + 1)) : chance(0.1) ? Buffer.concat([copy, copy]) : copy;
    };
    const flipHex = (hex: string): string =>
      one([
        () => hex.slice(0, below(hex.length)),
        () => hex.toUpperCase(),
        () => hex + hex,
        () => `${hex.slice(0, -2)}00`,
        () => {
          const at = below(hex.length);
          return hex.slice(0, at) + one([...'0123456789abcdefg%/ ']) + hex.slice(at + 1);
        },
        () => '',
      ])();

    const kind = one([
      ...[
        'values',
        'values',
        'values',
        'values',
        'plain text',
        'ciphertext',
        'fields',
        'headers',
        'method',
        'path',
        'content type',
        'token',
      ],
      ...['timestamp', 'files', 'bytes'],
    ]);
    mutations.push(kind);
    if (kind === 'values') for (let times = 1 + below(3); times > 0; times--) mutateValues(payload);

    const timestamp = kind === 'timestamp' ? one([...NUMBERS, Date.now() - 3_600_000, Date.now() + 3_600_000]) : Date.now();
    // A part is serialised by hand, because `JSON.stringify` would change a lone surrogate or a huge number.
    let text = JSON.stringify({ ...payload, timestamp });
    if (kind === 'values' && chance(0.1)) text = text.replace('{', `{"big":${'9'.repeat(400)},`);
    if (kind === 'plain text') text = flip(Buffer.from(text)).toString('latin1');
    let cipher = encrypt(text);
    if (kind === 'ciphertext') cipher = flipHex(cipher);

    let fields: [string, string][] = [['q7f3k9', cipher]];
    if (kind === 'fields')
      fields = one<() => [string, string][]>([
        () => [],
        () => [...fields, ...fields],
        () => [...fields, ['q7f3k8', encrypt('{"timestamp":1}')]],
        () => [[one([...PROTOTYPE_NAMES, ...TEXTS, 'Q7F3K9']), cipher]],
        () => Array.from({ length: 1_000 }, (_, i) => [`q7f3k${i}`, 'ab'] as [string, string]),
        () => [...fields, [one(PROTOTYPE_NAMES), one(TEXTS)]],
      ])();

    let path = `${call.base}/${encrypt(call.path)}/e`;
    if (kind === 'path')
      path = one([
        () => path.replace(/[0-9a-f]{32,}/, flipHex),
        () => path.replace(/^\/\w+/, one(['/api', '/cou', '/API', '//api', '/api/..', '/rail', ''])),
        () => path.replace(/\/e$/, one(['', '/', '/e/', '/e/e', '/E', '/%65'])),
        () => `${call.base}/${encrypt(call.path + one(['/', '?a=b', '/../latest', '\u0000', '#']))}/e`,
        () => `${call.base}/${encrypt(one(TEXTS))}/e`,
        () => `${call.base}/%zz/e`,
        () => `${path}?${'a='.repeat(500)}`,
      ])();

    const headers: Record<string, string> = {
      packageName: PACKAGE_NAME,
      lang: one(['en', 'es', 'sw']),
      deviceId: attacker.deviceId,
      ...(attacker.phone.token === null ? {} : { authorization: `Bearer ${attacker.phone.token}` }),
    };
    if (kind === 'token')
      headers['authorization'] = one([
        () => `Bearer ${flip(Buffer.from(attacker.phone.token ?? 'x')).toString('hex')}`,
        () => `Bearer ${one(victims).userId}`,
        () => `bearer  ${attacker.phone.token ?? ''}`,
        () => 'Bearer ' + 'a'.repeat(5_000),
        () => '',
      ])();
    if (kind === 'headers') {
      const header = one([
        'packageName',
        'lang',
        'deviceId',
        'afid',
        'appName',
        'accept-encoding',
        'x-forwarded-for',
        'range',
        'if-none-match',
        'expect-ct',
        ...PROTOTYPE_NAMES,
      ]);
      // Header values are Latin-1 without control characters: Node refuses to send any others.
      const text = one([...TEXTS, one(victims).deviceId, one(victims).userId, '198.51.100.1, x', 'x'.repeat(9_000)]);
      headers[header] = text.replace(/[^\x20-\x7e\x80-\xff]/g, '?');
    }

    let method = kind === 'method' ? one(METHODS) : call.method;
    let query = '';
    let body: Buffer | null = null;
    if (call.encoding === 'query') query = `?${new URLSearchParams(fields).toString()}`;
    else if (call.encoding === 'login') {
      headers['content-type'] = 'application/x-www-form-urlencoded';
      body = Buffer.from(new URLSearchParams(fields).toString());
    } else if (call.encoding === 'json') {
      headers['content-type'] = 'application/json';
      body = Buffer.from(`{${fields.map(([field, text]) => `${JSON.stringify(field)}:${JSON.stringify(text)}`).join(',')}}`);
    } else {
      const files: [string, Buffer][] = [['file', png(220, 220)]];
      if (kind === 'files')
        files.splice(
          0,
          one([0, 1]),
          ...one<() => [string, Buffer][]>([
            () => [],
            () => [['file', flip(png(220, 220))]],
            () => [['file', Buffer.alloc(0)]],
            () => [[one(TEXTS), png(1, 1)]],
            () => [['__proto__', Buffer.from('ffd8ffe0', 'hex')]],
          ])(),
        );
      const part = (head: string, content: Buffer): Buffer =>
        Buffer.concat([Buffer.from(`--b0\r\n${head}\r\n\r\n`), content, Buffer.from('\r\n')]);
      const quoted = (text: string): string => JSON.stringify(text.replace(/[\r\n]/g, ' '));
      headers['content-type'] = 'multipart/form-data; boundary=b0';
      body = Buffer.concat([
        ...files.map(([field, bytes]) =>
          part(`Content-Disposition: form-data; name=${quoted(field)}; filename=${quoted(one(TEXTS))}`, bytes),
        ),
        ...fields.map(([field, text]) => part(`Content-Disposition: form-data; name=${quoted(field)}`, Buffer.from(text))),
        Buffer.from('--b0--\r\n'),
      ]);
    }
    if (kind === 'content type') {
      headers['content-type'] = one(CONTENT_TYPES);
      if (chance(0.5)) body = body && flip(body);
    }
    if (method === 'GET' && body) method = 'POST';

    let bytes: Buffer | null = null;
    if (kind === 'bytes') {
      const lines = [
        `${method} ${path}${query} HTTP/1.1`,
        'Host: lender',
        ...Object.entries(headers).map(([key, text]) => `${key}: ${text}`),
      ];
      if (body) lines.push(`Content-Length: ${body.length}`);
      bytes = flip(Buffer.concat([Buffer.from(`${lines.join('\r\n')}\r\n\r\n`, 'latin1'), body ?? Buffer.alloc(0)]));
    }
    return { call: name, mutations, foreign, method, path: path + query, headers, body, bytes };
  };
}

const agent = new Agent({ keepAlive: true, maxSockets: 4 });

/** Sends the request. A connection that is closed without an answer has the status 0. */
export function sendMutated(url: string, { method, path, headers, body, bytes }: RawHttp): Promise<HttpAnswer> {
  const { port } = new URL(url);
  if (bytes)
    return new Promise((resolve) => {
      let text = '';
      const socket = connect({ port: Number(port), host: '127.0.0.1', allowHalfOpen: true }, () => socket.end(bytes));
      socket.on('data', (data) => (text += data.toString('latin1')));
      socket.on('error', () => undefined);
      socket.on('close', () => {
        const status = Number(/^HTTP\/1\.1 (\d{3})/.exec(text)?.[1] ?? 0);
        resolve({ status, text: text.slice(text.indexOf('\r\n\r\n') + 4) });
      });
    });
  return new Promise((resolve, reject) => {
    // The path is sent unchanged, except for characters that Node refuses, which are percent-encoded.
    const sent = path.replace(/[^\x21-\x7e]/g, (letter) => `%${(letter.charCodeAt(0) & 0xff).toString(16).padStart(2, '0')}`);
    const length = body ? { 'content-length': String(body.length) } : {};
    const request = httpRequest({ host: '127.0.0.1', port, method, path: sent, headers: { ...headers, ...length }, agent }, (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (data: string) => (text += data));
      response.on('end', () => resolve({ status: response.statusCode ?? 0, text }));
      response.on('error', reject);
    });
    request.on('error', (error: NodeJS.ErrnoException) =>
      error.code === 'ECONNRESET' || error.code === 'EPIPE' ? resolve({ status: 0, text: '' }) : reject(error),
    );
    request.end(body ?? undefined);
  });
}
