/**
 * Headers that limit what a browser does with an answer of this server. One hook sets the headers of answers that are not pages.
 * Pages and scripts replace the policy by their own. Headers that only affect documents with scripts are removed from other answers.
 */
import { createHash } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import type { FastifyInstance, FastifyRequest } from 'fastify';

export const POLICY_HEADER = 'content-security-policy';

type Directives = Readonly<Record<string, readonly string[]>>;

const written = (directives: Directives): string =>
  Object.entries(directives)
    .map(([name, sources]) => [name, ...sources].join(' '))
    .join('; ');

const NONE = ["'none'"];
const SELF = ["'self'"];

/** The policy of an answer that is not a page. Opened as a page, the answer cannot load, frame or send anything. */
const CLOSED: Directives = { 'default-src': NONE, 'base-uri': NONE, 'form-action': NONE, 'frame-ancestors': NONE };

const CLOSED_POLICY = written(CLOSED);

/** The policy of a script that a worker runs: a worker has the policy of its file, not that of the page that starts it. */
export const WORKER_POLICY = written({ ...CLOSED, 'script-src': SELF, 'connect-src': SELF });

/** Addresses of an inspector of another vendor on the same machine, to which a recording can be published (`docs/inspector.md`). */
const LOCAL_SOCKETS = ['ws://127.0.0.1:*', 'ws://localhost:*'];

export interface PageRules {
  /** Inline scripts and styles that may run: hashes or nonces, in quotes. */
  scripts: readonly string[];
  styles: readonly string[];
  /** Origins that may show the page in a frame, as sources of the directive; empty: no origin may. */
  frameAncestors: readonly string[];
  /** Origins besides its own to which the page sends: the back end's, and the one that receives recordings. */
  elsewhere?: readonly string[];
  /** Whether the page belongs to the sandbox, which frames the app and its own pages, and publishes to a local inspector. */
  isSandbox: boolean;
}

/** The policy of a page. It uses only words that Chromium 80 knows, because that engine would ignore the rest of a list. */
export function pagePolicy({ scripts, styles, frameAncestors, elsewhere = [], isSandbox }: PageRules): string {
  const ancestors = [...(isSandbox ? SELF : []), ...frameAncestors];
  return written({
    ...CLOSED,
    'object-src': NONE,
    'script-src': [...SELF, ...scripts],
    'style-src': [...SELF, ...styles],
    // `blob:` for unsent photos, which are shown from memory; `data:` for icons and the empty favicon.
    'img-src': [...SELF, 'blob:', 'data:'],
    'connect-src': [...SELF, ...elsewhere, ...(isSandbox ? LOCAL_SOCKETS : [])],
    'worker-src': SELF,
    'manifest-src': SELF,
    ...(isSandbox ? { 'frame-src': SELF } : {}),
    'frame-ancestors': ancestors.length > 0 ? ancestors : NONE,
  });
}

/** Inline scripts that a browser runs. Blocks of data need no hash, so that settings can change without a new hash. */
const INLINE_SCRIPT = /<script(?![^>]*\s(?:src=|type="application\/json"))[^>]*>([^]*?)<\/script>/g;
const INLINE_STYLE = /<style[^>]*>([^]*?)<\/style>/g;

/** Hashes of the inline scripts and styles of a page, as sources of its policy. Line ends are `\n`, as in HTML. */
export function inlineHashes(html: string): Pick<PageRules, 'scripts' | 'styles'> {
  const hashesOf = (pattern: RegExp): string[] =>
    Array.from(
      html.replace(/\r\n?/g, '\n').matchAll(pattern),
      ([, text = '']) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`,
    );
  return { scripts: hashesOf(INLINE_SCRIPT), styles: hashesOf(INLINE_STYLE) };
}

const SETTINGS_LINE = /<script type="application\/json" id="settings">([^]*?)<\/script>/;

/** Other origins in the settings of a page (`src/market/pageSettings.ts`). */
function originsIn(html: string): string[] {
  try {
    const { backEnd, recordings } = JSON.parse(SETTINGS_LINE.exec(html)?.[1] ?? '') as Partial<Record<'backEnd' | 'recordings', unknown>>;
    const origins = [backEnd, recordings].flatMap((one) => (typeof one === 'string' && URL.canParse(one) ? [new URL(one).origin] : []));
    return [...new Set(origins)];
  } catch {
    return [];
  }
}

/** The policy of a built page, from its inline scripts, styles and settings. */
export const policyOfPage = (html: string, rules: Pick<PageRules, 'frameAncestors' | 'isSandbox'>): string =>
  pagePolicy({ ...inlineHashes(html), ...rules, elsewhere: originsIn(html) });

/** Browser features that are off, except on pages that use one. Chromium writes a line on the console for an unknown name. */
const UNUSED_FEATURES = [
  'accelerometer',
  'display-capture',
  'encrypted-media',
  'geolocation',
  'gyroscope',
  'hid',
  'magnetometer',
  'microphone',
  'midi',
  'payment',
  'picture-in-picture',
  'publickey-credentials-get',
  'screen-wake-lock',
  'serial',
  'sync-xhr',
  'usb',
  'xr-spatial-tracking',
];

export const FEATURES_HEADER = 'permissions-policy';

/** @param own features that the page uses; every other feature is off. */
const featuresWith = (...own: string[]): string =>
  ['camera', ...UNUSED_FEATURES].map((feature) => `${feature}=${own.includes(feature) ? '(self)' : '()'}`).join(', ');

/** Features of the app's page, and of the sandbox's page that frames it: the camera, only for pages of this origin. */
export const CAMERA_FEATURES = featuresWith('camera');

/** Features of the desk: signing in with a passkey. */
export const PASSKEY_FEATURES = featuresWith('publickey-credentials-get');

export const ALWAYS: readonly (readonly [name: string, value: string])[] = [
  [POLICY_HEADER, CLOSED_POLICY],
  ['x-content-type-options', 'nosniff'],
  ['referrer-policy', 'no-referrer'],
  [FEATURES_HEADER, featuresWith()],
  ['cross-origin-opener-policy', 'same-origin'],
  ['cross-origin-resource-policy', 'same-origin'],
  ['cache-control', 'no-store'],
];

/** Headers that only affect documents with scripts. They have 400 bytes, which every file of a page would otherwise have too. */
const FOR_DOCUMENTS: readonly string[] = [FEATURES_HEADER, 'cross-origin-opener-policy'];

/**
 * Types in which no script runs. A browser opens them as text or as a picture, and `nosniff` keeps the type. An SVG is a document,
 * and the policy forbids its scripts.
 */
const WITHOUT_SCRIPTS = /^(application\/(javascript|json|manifest\+json)|text\/(css|javascript)|image\/(jpeg|png|svg\+xml|webp))\b/;

/** Scripts and styles. These headers of the page that loads them apply to them; their own would be 170 bytes of each file. */
const PART_OF_PAGE = /^(application\/javascript|text\/(css|javascript))\b/;
const OF_PAGE: readonly string[] = [POLICY_HEADER, 'referrer-policy'];

/** Two years. Sent only over TLS, because over plain HTTP others could have written it. */
const HSTS = ['strict-transport-security', 'max-age=63072000; includeSubDomains'] as const;

/** The headers as text, for an answer that is written without Node's HTTP: one line each. */
export const RAW_SECURITY_HEADERS = ALWAYS.map(([name, value]) => `${name}: ${value}\r\n`).join('');

/**
 * Writes the headers to Node's response, so that answers that bypass Fastify have them too. A header of the reply with the same
 * name replaces one of them.
 */
export function setSecurityHeaders({ protocol }: Pick<FastifyRequest, 'protocol'>, to: ServerResponse): void {
  for (const [name, value] of protocol === 'https' ? [...ALWAYS, HSTS] : ALWAYS) to.setHeader(name, value);
}

/** Adds the headers to the answers of all paths, unknown ones too. Its hooks must be the first of the server. */
export function addSecurityHeaders(app: FastifyInstance): void {
  app.addHook('onRequest', (request, { raw }, done) => {
    setSecurityHeaders(request, raw);
    done();
  });
  app.addHook('onSend', (_request, reply, _payload, done) => {
    const type = String(reply.getHeader('content-type'));
    if (WITHOUT_SCRIPTS.test(type)) for (const name of FOR_DOCUMENTS) reply.raw.removeHeader(name);
    const isForWorker = reply.raw.getHeader(POLICY_HEADER) !== CLOSED_POLICY;
    if (PART_OF_PAGE.test(type) && !isForWorker) for (const name of OF_PAGE) reply.raw.removeHeader(name);
    done();
  });
}
