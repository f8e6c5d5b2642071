/**
 * Finds the address of the caller, for limits per address. A caller may send an `X-Forwarded-For` header with any entries, and
 * each proxy appends the address from which it was called. So the header is read from its end. An entry counts only when the
 * address after it belongs to a proxy. The first address that does not belong to a proxy is the caller's.
 */
import { BlockList, isIP } from 'node:net';

/**
 * Fastify calls this function for the peer (hop 0) and then for each entry of `X-Forwarded-For` from its end. The first entry for
 * which it returns false becomes `request.ip`. A number of hops is also passed as a function: Fastify ignores a plain number.
 */
export type IsProxy = (address: string, hop: number) => boolean;

const MAX_HOPS = 10;

const RANGES: ReadonlyMap<string, readonly string[]> = new Map([
  ['loopback', ['127.0.0.0/8', '::1']],
  ['linklocal', ['169.254.0.0/16', 'fe80::/10']],
  ['uniquelocal', ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', 'fc00::/7']],
]);

const familyOf = (address: string): 'ipv4' | 'ipv6' | null => {
  const version = isIP(address);
  return version === 0 ? null : version === 4 ? 'ipv4' : 'ipv6';
};

/** Removes the port that some proxies write: `192.0.2.1:4711`, `[2001:db8::1]:4711`. */
function withoutPort(entry: string): string {
  const [, bracketed, v4] = /^(?:\[([^\]]+)\](?::\d+)?|([\d.]+):\d+)$/.exec(entry) ?? [];
  return bracketed ?? v4 ?? entry;
}

/** Shortest prefixes of ranges of proxies. In a wider range the caller's own entry could count as a proxy's address. */
const WIDEST = { ipv4: 8, ipv6: 7 } as const;
/** Bits before the IPv4 address in an IPv6 spelling of it. */
const MAPPED_BITS = 96;

/** Adds a range to the list. @returns false: the text is not a range, or the range is too wide. */
function addRange(list: BlockList, range: string): boolean {
  const [, address = '', prefix] = /^([^/]+)(?:\/(\d{1,3}))?$/.exec(range) ?? [];
  const family = familyOf(address);
  const longest = family === 'ipv4' ? 32 : 128;
  const length = Number(prefix ?? longest);
  if (!family || length < WIDEST[family] || length > longest) return false;
  if (family === 'ipv6' && length < MAPPED_BITS + WIDEST.ipv4 && reachesIPv4(address, length)) return false;
  list.addSubnet(address, length, family);
  return true;
}

/** Whether an IPv6 range overlaps the IPv4 addresses. */
function reachesIPv4(address: string, length: number): boolean {
  const range = new BlockList();
  range.addSubnet(address, length, 'ipv6');
  return isMapped(groupsOf(address)) || range.check('::ffff:0.0.0.0', 'ipv6');
}

/**
 * @param text a number of proxies, or their addresses, ranges and names of ranges, separated by commas.
 * @returns false when there is no proxy, so that the header is ignored; null when the text is neither.
 */
export function readProxies(text: string): IsProxy | false | null {
  if (/^\d+$/.test(text)) {
    const hops = Number(text);
    if (hops === 0) return false;
    return hops <= MAX_HOPS ? (_address, hop) => hop < hops : null;
  }
  return readAddresses(text);
}

/**
 * @param text addresses, ranges and names of ranges, separated by commas.
 * @returns a function that finds out whether an address is in the list; null when the text is not such a list.
 */
export function readAddresses(text: string): ((address: string) => boolean) | null {
  const listed = new BlockList();
  for (const part of text.split(',').map((one) => one.trim())) {
    for (const range of RANGES.get(part) ?? [part]) if (!addRange(listed, range)) return null;
  }
  return (entry) => {
    const address = withoutPort(entry);
    const family = familyOf(address);
    return family !== null && listed.check(address, family);
  };
}

/** The eight groups of an IPv6 address. */
function groupsOf(address: string): number[] {
  // The URL parser normalises the spelling, with an IPv4 tail as two groups. It does not accept a zone.
  const written = new URL(`http://[${address.replace(/%.*$/, '')}]`).hostname.slice(1, -1);
  const [head = [], tail = []] = written.split('::').map((half) => (half === '' ? [] : half.split(':')));
  const gap = Array.from({ length: 8 - head.length - tail.length }, () => '0');
  return [...head, ...gap, ...tail].map((group) => parseInt(group, 16));
}

const isMapped = (groups: readonly number[]): boolean => groups[5] === 0xffff && groups.slice(0, 5).every((group) => group === 0);

/**
 * The key by which limits count an address. An IPv6 caller has a /64 and could use another address for every request, so the /64
 * is counted. An IPv4 address gets one spelling, even if it arrives as IPv6.
 * @param address `request.ip`.
 */
export function countedAddress(address: string): string {
  const plain = withoutPort(address);
  if (isIP(plain) !== 6) return plain;
  const groups = groupsOf(plain);
  const [high = 0, low = 0] = groups.slice(6);
  if (isMapped(groups)) return [high >> 8, high & 0xff, low >> 8, low & 0xff].join('.');
  return `${groups
    .slice(0, 4)
    .map((group) => group.toString(16))
    .join(':')}::/64`;
}
