import type { LookupAddress, LookupAllOptions } from 'node:dns';
import type { LookupFunction } from 'node:net';
import { isIP, isIPv6 } from 'node:net';
import ipaddr from 'ipaddr.js';

/** Function that resolves a host name to all of its addresses, with the signature of `dns.lookup`. */
export type Resolve = (
  hostname: string,
  options: LookupAllOptions,
  callback: (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void,
) => void;

/** Error of the address lookup when a host name resolves to an address that is not public. */
export class PrivateAddressError extends Error {
  readonly code = 'EPRIVATE';
}

/** Target of a webhook whose address was checked. */
export interface Target {
  readonly url: URL;
  readonly signingSecret: string;
  readonly spared: boolean;
}

/**
 * Checks a webhook's URL without resolving its host name. The URL must be https, without a user and password. An IP address must
 * be public. Listed hosts (`allowHosts`) may be private and use http.
 */
export function checkTarget(
  { url: text, fleet }: { readonly url: string; readonly fleet: string },
  options: { readonly signingSecret?: string; readonly allowHosts: (fleet: string) => readonly string[] },
): Target | { readonly refused: string } {
  if (!options.signingSecret)
    return { refused: 'WEBHOOK_SIGNING_SECRET is not set: webhooks are only sent signed' };
  if (!URL.canParse(text)) return { refused: 'the webhook address is not a URL' };
  const url = new URL(text);
  const port = url.port || (url.protocol === 'https:' ? '443' : '80');
  const spared = options.allowHosts(fleet).includes(`${url.hostname}:${port}`);
  if (url.protocol !== 'https:' && !(url.protocol === 'http:' && spared))
    return { refused: 'the webhook address is not https' };
  if (url.username || url.password) return { refused: 'the webhook address contains a user or a password' };
  const literal = url.hostname.replace(/^\[|\]$/g, '');
  if (isIP(literal) && !spared && !isPublicAddress(literal)) return { refused: PRIVATE_ADDRESS };
  return { url, signingSecret: options.signingSecret, spared };
}

/** Reason for refusing a webhook to an address that is not public. */
export const PRIVATE_ADDRESS =
  'the webhook address is not public; an address inside the network needs its host:port in WEBHOOK_ALLOW_HOSTS, or in webhookAllowHosts of FLEETS_FILE';

/** Range of IPv6 addresses that are assigned for public use. The library `ipaddr.js` knows the special ranges within it. */
const GLOBAL_UNICAST = ipaddr.IPv6.parseCIDR('2000::/3');
/** Address at which Azure's virtual machines get data about themselves. It looks like a public address. */
const CLOUD_HOST = ipaddr.IPv4.parse('168.63.129.16').toString();

/**
 * Returns whether an IPv4 or IPv6 address is a public unicast address. Checks an IPv4 address mapped into IPv6 as the IPv4
 * address. Returns false for other forms that contain an address (NAT64, 6to4, Teredo, IPv4-compatible), because they may lead to
 * any host.
 */
export function isPublicAddress(address: string): boolean {
  const canonical = isIPv6(address) ? inHex(address) : address;
  if (!ipaddr.isValid(canonical)) return false;
  const plain = ipaddr.process(canonical);
  if (plain instanceof ipaddr.IPv6 && !plain.match(GLOBAL_UNICAST)) return false;
  return plain.range() === 'unicast' && plain.toString() !== CLOUD_HOST;
}

/**
 * Returns the IPv6 address in hexadecimal, because resolvers write `::127.0.0.1`, which the library would read as a mapped IPv4
 * address.
 */
function inHex(address: string): string {
  const url = `http://[${address}]`;
  return URL.canParse(url) ? new URL(url).hostname.slice(1, -1) : '';
}

/**
 * Returns a lookup with which the socket connects only to checked addresses. So a host name that resolves to another address
 * later does not bypass the check.
 */
export function lookupOf(resolve: Resolve, { isAnyGood }: { readonly isAnyGood: boolean }): LookupFunction {
  return (hostname, options, callback) => {
    resolve(hostname, { ...options, all: true }, (error, addresses) => {
      if (error) return callback(error, '', 0);
      if (!isAnyGood && !addresses.every(({ address }) => isPublicAddress(address)))
        return callback(new PrivateAddressError(PRIVATE_ADDRESS), '', 0);
      if (options.all) return callback(null, addresses);
      return callback(null, addresses[0]!.address, addresses[0]!.family);
    });
  };
}
