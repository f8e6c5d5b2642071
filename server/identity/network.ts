/**
 * The network of a counted address. One line may have 65,536 networks of 64 bits (a /48), so its owner could use as many
 * addresses. An IPv4 address is a network of its own.
 * @param address as `countedAddress` writes it, such as `2001:db8:1:7::/64`.
 * @returns such as `2001:db8:1::/48`
 */
export function networkOf(address: string): string {
  if (!address.endsWith('::/64')) return address;
  return `${address.split(':').slice(0, 3).join(':')}::/48`;
}
