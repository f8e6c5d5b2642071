/** Host names of the lender, and trusted proxies, pages and rail addresses, read from the environment. */
import type { EnvironmentReader } from './processEnvironment.ts';
import { readAddresses, readProxies, type IsProxy } from './wire/callerAddress.ts';
import { isOrigin } from './wire/cors.ts';

export interface Hosts {
  /** Host under which browsers open the pages; null: texts with a code do not name it. */
  pageHost: string | null;
  /** The only host under which staff open the desk; null: every host that leads to the lender. */
  deskHost: string | null;
}

export const readHosts = ({ text, mistakes }: EnvironmentReader): Hosts => ({
  pageHost: checkedHost('PAGE_HOST', text('PAGE_HOST'), mistakes),
  deskHost: checkedHost('DESK_HOST', text('DESK_HOST'), mistakes),
});

/** null: not set. */
function checkedHost(name: string, host: string, mistakes: string[]): string | null {
  if (host === '') return null;
  if (!/^(?=.{1,100}$)[a-z\d]([a-z\d-]*[a-z\d])?(\.[a-z\d]([a-z\d-]*[a-z\d])?)+$/.test(host))
    mistakes.push(`${name} must be a host name without a scheme, such as loan.example.ke, not "${host}".`);
  return host;
}

/** Proxies and pages that are trusted. */
export interface Trusted {
  /** Recognises the addresses of proxies in front of this server; false: there are none, and forwarding headers are ignored. */
  trustProxy: IsProxy | false;
  /** Sources of `frame-ancestors`: pages that may frame the lender's pages. Empty: none, except that a sandbox frames itself. */
  frameAncestors: readonly string[];
  /** Origins of pages elsewhere that may call the lender. */
  corsOrigins: readonly string[];
  /** Recognises the addresses from which the rail sends callbacks; null: callbacks are accepted from every address. */
  railAddresses: ((address: string) => boolean) | null;
}

export const readTrusted = (reader: EnvironmentReader): Trusted => ({
  trustProxy: readTrustedProxies(reader),
  railAddresses: readRailAddresses(reader),
  frameAncestors: readFrameAncestors(reader),
  corsOrigins: readCorsOrigins(reader),
});

function readTrustedProxies({ text, mistakes }: EnvironmentReader): Trusted['trustProxy'] {
  const proxies = text('TRUST_PROXY', '0');
  const found = readProxies(proxies);
  if (found === null)
    mistakes.push(
      `TRUST_PROXY must be the number of proxies in front of this server, at most 10, or their addresses such as 10.0.0.0/8, 127.0.0.1 or loopback, linklocal, uniquelocal, not "${proxies}".`,
    );
  return found ?? false;
}

function readRailAddresses({ text, mistakes }: EnvironmentReader): Trusted['railAddresses'] {
  const allowed = text('DARAJA_ALLOWED_IPS');
  if (allowed === '') return null;
  const found = readAddresses(allowed);
  if (found === null)
    mistakes.push(`DARAJA_ALLOWED_IPS must be addresses or ranges such as 196.201.214.200, 196.201.213.0/24, not "${allowed}".`);
  return found;
}

function readFrameAncestors({ text, mistakes }: EnvironmentReader): readonly string[] {
  const framers = text('FRAME_ANCESTORS', 'none');
  if (framers === 'none') return [];
  const found = framers.split(/\s+/);
  if (found.every((one) => URL.canParse(one) && new URL(one).origin === one && one.startsWith('https://'))) return found;
  mistakes.push(`FRAME_ANCESTORS must be none, or origins such as https://app.example, separated by spaces, not "${framers}".`);
  return [];
}

function readCorsOrigins({ text, mistakes }: EnvironmentReader): readonly string[] {
  const pages = text('CORS_ORIGINS', 'none');
  const found = pages === 'none' ? [] : pages.split(/[\s,]+/);
  for (const one of found)
    if (!isOrigin(one))
      mistakes.push(
        `CORS_ORIGINS must be none, or origins such as https://app.example, separated by spaces, each exactly as a browser sends it, which "${one}" is not.`,
      );
  return found;
}
