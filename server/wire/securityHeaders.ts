/**
 * What a browser may do with an answer of this server. One hook sets the headers of an answer that is no page; a page and
 * a script replace the policy by their own. Headers that only a document obeys are removed from an answer of another type.
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

/** The policy of an answer that is no page: opened as one, it loads, frames and sends nothing. */
const CLOSED: Directives = { 'default-src': NONE, 'base-uri': NONE, 'form-action': NONE, 'frame-ancestors': NONE };

/** A worker has the policy of its own file, not of the page that starts it. */
export const SCRIPT_POLICY = written({ ...CLOSED, 'script-src': SELF, 'connect-src': SELF });

/** A recording can be published to an inspector of another vendor on the same machine (`docs/inspector.md`). */
const LOCAL_SOCKETS = ['ws://127.0.0.1:*', 'ws://localhost:*'];

export interface PageRules {
  /** Inline scripts and styles that may run: hashes or nonces, in quotes. */
  scripts: readonly string[];
  styles: readonly string[];
  /** Who may show the page in a frame, as sources of the directive; nobody when it is empty. */
  frameAncestors: readonly string[];
  /** Origins that the page sends to besides its own: of the back end, and of where recordings go. */
  elsewhere?: readonly string[];
  /** The sandbox frames the app and its own pages, and its pages publish to a local inspector. */
  isSandbox: boolean;
}

/** The policy of a page. It names no feature that Chromium 80 does not know: that engine would ignore the rest of a list. */
export function pagePolicy({ scripts, styles, frameAncestors, elsewhere = [], isSandbox }: PageRules): string {
  const ancestors = [...(isSandbox ? SELF : []), ...frameAncestors];
  return written({
    ...CLOSED,
    'object-src': NONE,
    'script-src': [...SELF, ...scripts],
    'style-src': [...SELF, ...styles],
    // Photos that are not sent yet are shown from memory; icons and the empty favicon are data.
    'img-src': [...SELF, 'blob:', 'data:'],
    'connect-src': [...SELF, ...elsewhere, ...(isSandbox ? LOCAL_SOCKETS : [])],
    'worker-src': SELF,
    'manifest-src': SELF,
    ...(isSandbox ? { 'frame-src': SELF } : {}),
    'frame-ancestors': ancestors.length > 0 ? ancestors : NONE,
  });
}

/** The inline scripts that a browser runs. A block of data is not run and needs no hash, so settings can change without a new one. */
const INLINE_SCRIPT = /<script(?![^>]*\s(?:src=|type="application\/json"))[^>]*>([^]*?)<\/script>/g;
const INLINE_STYLE = /<style[^>]*>([^]*?)<\/style>/g;

/** Hashes of the scripts and styles within a page, as sources of its policy. The parser of HTML reads every line end as `\n`. */
export function inlineHashes(html: string): Pick<PageRules, 'scripts' | 'styles'> {
  const hashesOf = (pattern: RegExp): string[] =>
    Array.from(
      html.replace(/\r\n?/g, '\n').matchAll(pattern),
      ([, text = '']) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`,
    );
  return { scripts: hashesOf(INLINE_SCRIPT), styles: hashesOf(INLINE_STYLE) };
}

const SETTINGS_LINE = /<script type="application\/json" id="settings">([^]*?)<\/script>/;

/** The origins that the settings of a page name besides its own (`src/market/pageSettings.ts`). */
function originsIn(html: string): string[] {
  try {
    const { backEnd, recordings } = JSON.parse(SETTINGS_LINE.exec(html)?.[1] ?? '') as Partial<Record<'backEnd' | 'recordings', unknown>>;
    const origins = [backEnd, recordings].flatMap((one) => (typeof one === 'string' && URL.canParse(one) ? [new URL(one).origin] : []));
    return [...new Set(origins)];
  } catch {
    return [];
  }
}

/** The policy of a built page, as its text demands it. */
export const policyOfPage = (html: string, rules: Pick<PageRules, 'frameAncestors' | 'isSandbox'>): string =>
  pagePolicy({ ...inlineHashes(html), ...rules, elsewhere: originsIn(html) });

/** Features of a browser that are off, except on the pages below that use one. Chromium writes a line on the console for an unknown name. */
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

/** @param own features that the page uses itself; every other is off. */
const featuresWith = (...own: string[]): string =>
  ['camera', ...UNUSED_FEATURES].map((feature) => `${feature}=${own.includes(feature) ? '(self)' : '()'}`).join(', ');

/** For the page of the application, and for one of ours that frames it: the camera, for pages of this origin alone. */
export const CAMERA_FEATURES = featuresWith('camera');

/** For the desk: signing in with a passkey. */
export const PASSKEY_FEATURES = featuresWith('publickey-credentials-get');

export const ALWAYS: readonly (readonly [name: string, value: string])[] = [
  [POLICY_HEADER, written(CLOSED)],
  ['x-content-type-options', 'nosniff'],
  ['referrer-policy', 'no-referrer'],
  [FEATURES_HEADER, featuresWith()],
  ['cross-origin-opener-policy', 'same-origin'],
  ['cross-origin-resource-policy', 'same-origin'],
  ['cache-control', 'no-store'],
];

/** Headers that only a document obeys. With the list of features they are 400 bytes, which every file of a page would carry too. */
const FOR_DOCUMENTS: readonly string[] = [FEATURES_HEADER, 'cross-origin-opener-policy'];

/** A browser shows these as text, runs nothing in them, and takes no other type for them (`nosniff`). Not SVG, which is a document. */
const NO_DOCUMENT = /^(application\/(javascript|json|manifest\+json)|text\/(css|javascript)|image\/(jpeg|png|webp))\b/;

/** Two years. Sent only behind TLS, because over plain HTTP anybody on the way could write it. */
const HSTS = ['strict-transport-security', 'max-age=63072000; includeSubDomains'] as const;

/** The same headers for an answer that is written without Node's HTTP: one line each. */
export const RAW_SECURITY_HEADERS = ALWAYS.map(([name, value]) => `${name}: ${value}\r\n`).join('');

/**
 * Writes the headers to Node's response, so that an answer has them also where Fastify is bypassed. A header of the reply
 * with the same name replaces one of them.
 */
export function setSecurityHeaders({ protocol }: Pick<FastifyRequest, 'protocol'>, to: ServerResponse): void {
  for (const [name, value] of protocol === 'https' ? [...ALWAYS, HSTS] : ALWAYS) to.setHeader(name, value);
}

/** For every route, those that do not exist included. Must be the first hooks of the server. */
export function addSecurityHeaders(app: FastifyInstance): void {
  app.addHook('onRequest', (request, { raw }, done) => {
    setSecurityHeaders(request, raw);
    done();
  });
  app.addHook('onSend', (_request, reply, _payload, done) => {
    if (NO_DOCUMENT.test(String(reply.getHeader('content-type')))) for (const name of FOR_DOCUMENTS) reply.raw.removeHeader(name);
    done();
  });
}
