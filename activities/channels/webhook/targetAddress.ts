import type { LookupAddress, LookupAllOptions } from 'node:dns';
import type { LookupFunction } from 'node:net';
import { isIP, isIPv6 } from 'node:net';
import ipaddr from 'ipaddr.js';

/** All addresses of a name, as `dns.lookup` returns them. */
export type Resolve = (
  hostname: string,
  options: LookupAllOptions,
  callback: (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void,
) => void;

/** Thrown from the address lookup when a name leads to an address that is not public. */
export class PrivateAddressError extends Error {
  readonly code = 'EPRIVATE';
}

/** Where a webhook goes, after its address was checked. */
export interface Target {
  readonly url: URL;
  readonly signingSecret: string;
  readonly spared: boolean;
}

/** What a webhook's address says by itself: https, no password, and where it is an IP address, a public one. */
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

/** Why a webhook to an address inside the network is refused. */
export const PRIVATE_ADDRESS =
  'the webhook address is not public; an address inside the network needs its host:port in WEBHOOK_ALLOW_HOSTS, or in webhookAllowHosts of FLEETS_FILE';

/** All of IPv6 that is given out for the public; what is special in it, the library knows. */
const GLOBAL_UNICAST = ipaddr.IPv6.parseCIDR('2000::/3');
/** Answers machines inside one cloud about themselves, at an address that looks like any other. */
const CLOUD_HOST = ipaddr.IPv4.parse('168.63.129.16').toString();

/**
 * Whether an IPv4 or IPv6 address is a public unicast one; a mapped IPv4 address counts as what it maps to. Addresses that
 * only wrap another one (NAT64, 6to4, Teredo, the old IPv4-compatible form) are none: they may lead anywhere.
 */
export function isPublicAddress(address: string): boolean {
  const canonical = isIPv6(address) ? inHex(address) : address;
  if (!ipaddr.isValid(canonical)) return false;
  const plain = ipaddr.process(canonical);
  if (plain instanceof ipaddr.IPv6 && !plain.match(GLOBAL_UNICAST)) return false;
  return plain.range() === 'unicast' && plain.toString() !== CLOUD_HOST;
}

/** Resolvers write `::127.0.0.1`, which the library takes for a mapped address: in hex there is no such ambiguity. */
function inHex(address: string): string {
  const url = `http://[${address}]`;
  return URL.canParse(url) ? new URL(url).hostname.slice(1, -1) : '';
}

/** The socket connects to the very addresses that were checked here: a name that answers otherwise a moment later gains nothing. */
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
