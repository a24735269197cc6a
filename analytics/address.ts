/** Builds the URLs of the analytics service, and checks ids and query parameters. */
import ipaddr from 'ipaddr.js';

/** Path segments and query parameters before encoding. Undefined parameters are omitted. */
export interface Address {
  readonly path: readonly string[];
  readonly query: Readonly<Record<string, string | undefined>>;
}

/**
 * Checks a base URL once, when the client is created, and returns it without a trailing slash or `/v3`.
 * @throws TypeError that names the mistake, but repeats no part of the URL, which may contain a password
 */
export function checkedBaseUrl(baseUrl: string): string {
  const mistake = (what: string): TypeError =>
    new TypeError(`The analytics base URL ${what}; write it like https://api.example.com`);
  if (!URL.canParse(baseUrl)) throw mistake('is not a URL');
  const url = new URL(baseUrl);
  if (url.protocol !== 'http:' && url.protocol !== 'https:') throw mistake('is neither http nor https');
  if (url.username !== '' || url.password !== '') throw mistake('holds a user or password');
  if (url.search !== '' || url.hash !== '') throw mistake('holds a query or fragment');
  return `${url.origin}${url.pathname}`.replace(/\/+$/, '').replace(/\/v3$/, '');
}

/** Error message for a text that is not `isWellFormed`. */
export const HALF_CHARACTER = 'holds half a character (a lone surrogate), which no URL can carry';

/** Returns false for a text with a lone surrogate, which JSON allows but UTF-8 cannot encode. */
export function isWellFormed(text: string): boolean {
  return !/\p{Surrogate}/u.test(text);
}

/**
 * Returns the reason why an id cannot be sent as a path segment, or `undefined` if it can. Every URL parser resolves `.` and
 * `..`, even percent-encoded. As ids, they would address another resource (WHATWG URL, "double-dot URL path segment").
 */
export function refusedSegment(id: string): string | undefined {
  if (id === '') return 'is empty';
  if (id === '.' || id === '..') return 'is "." or "..", which no URL can contain as a path segment';
  return isWellFormed(id) ? undefined : HALF_CHARACTER;
}

/** Returns the reason why a text cannot be an item of a comma-separated list, or `undefined` if it can. */
export function refusedListItem(item: string): string | undefined {
  if (item === '') return 'is empty';
  return item.includes(',') ? 'holds a comma, which separates the list' : undefined;
}

/** Returns the full URL with the API key. The caller builds it right before `fetch`, and never stores or shows it. */
export function urlWithKey(baseUrl: string, address: Address, apiKey: string): string {
  const path = address.path.map(encodeURIComponent).join('/');
  const query = Object.entries({ ...address.query, apikey: apiKey })
    .filter((entry): entry is [string, string] => entry[1] !== undefined)
    // Does not use URLSearchParams, because it writes a space as "+", which some servers read as a plus sign.
    .map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
    .join('&');
  return `${baseUrl}/v3/${path}?${query}`;
}

/**
 * Returns whether a host name certainly means this machine: `localhost`, 127.0.0.0/8 or ::1. Any other name may refer to another
 * machine later.
 * @param host the host as in a URL; an IPv6 address with or without brackets
 */
export function isLoopback(host: string): boolean {
  const name = host.toLowerCase().replace(/^\[|\]$/g, '');
  if (name === 'localhost') return true;
  return ipaddr.isValid(name) && ipaddr.process(name).range() === 'loopback';
}

/** Returns whether calls to a service are sent unencrypted to another machine. @param baseUrl an http(s) URL */
export function isPlainTextService(baseUrl: string): boolean {
  const { protocol, hostname } = new URL(baseUrl);
  return protocol === 'http:' && !isLoopback(hostname);
}
