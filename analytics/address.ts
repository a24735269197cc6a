/** Path segments and query parameters, not yet encoded. An undefined parameter is left out. */
import ipaddr from 'ipaddr.js';

/** Path segments and query parameters, not yet encoded. An undefined parameter is left out. */
export interface Address {
  readonly path: readonly string[];
  readonly query: Readonly<Record<string, string | undefined>>;
}

/**
 * Checks a base URL once, so that no call has to. A trailing slash or `/v3` is forgiven.
 * @throws TypeError that names the mistake and repeats nothing of the URL, which might hold a password
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

/** The message for a text that is not `isWellFormed`. */
export const HALF_CHARACTER = 'holds half a character (a lone surrogate), which no URL can carry';

/** False for a text with a lone surrogate: JSON allows it, UTF-8 cannot write it. */
export function isWellFormed(text: string): boolean {
  return !/\p{Surrogate}/u.test(text);
}

/**
 * Why an id cannot be sent as one path segment, or undefined when it can. `.` and `..` are resolved away by every URL
 * parser, percent-encoded or not, and would address another resource (WHATWG URL, "double-dot URL path segment").
 */
export function refusedSegment(id: string): string | undefined {
  if (id === '') return 'is empty';
  if (id === '.' || id === '..') return 'is "." or "..", which no URL can contain as a path segment';
  return isWellFormed(id) ? undefined : HALF_CHARACTER;
}

/** Why a text cannot be part of a comma-separated list, or undefined when it can. */
export function refusedListItem(item: string): string | undefined {
  if (item === '') return 'is empty';
  return item.includes(',') ? 'holds a comma, which separates the list' : undefined;
}

/** The full URL with the key: made at the last moment, for `fetch` only, never kept or shown. */
export function urlWithKey(baseUrl: string, address: Address, apiKey: string): string {
  const path = address.path.map(encodeURIComponent).join('/');
  const query = Object.entries({ ...address.query, apikey: apiKey })
    .filter((entry): entry is [string, string] => entry[1] !== undefined)
    // Not URLSearchParams: it writes a space as "+", which some servers read as a plus.
    .map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
    .join('&');
  return `${baseUrl}/v3/${path}?${query}`;
}

/**
 * Whether a host is this very machine, by what is written: `localhost`, 127.0.0.0/8 or ::1. Any other name may lead to
 * another machine, wherever it leads today.
 * @param host as in a URL, an IPv6 address with or without brackets
 */
export function isLoopback(host: string): boolean {
  const name = host.toLowerCase().replace(/^\[|\]$/g, '');
  if (name === 'localhost') return true;
  return ipaddr.isValid(name) && ipaddr.process(name).range() === 'loopback';
}

/** Whether calls of a service leave this machine unencrypted. @param baseUrl an http(s) URL */
export function isPlainTextService(baseUrl: string): boolean {
  const { protocol, hostname } = new URL(baseUrl);
  return protocol === 'http:' && !isLoopback(hostname);
}
