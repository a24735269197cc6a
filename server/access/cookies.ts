import type { CookieOptions, Request, Response } from 'express';
import type { Config } from '../../config.ts';
import { SESSION_LONGEST_MS } from '../../store/identity/index.ts';

/** Name of the cookie with a session's id. Behind TLS, the name has a prefix. */
export const SESSION_COOKIE = 'tripline_session';
/**
 * Header of a request that no person caused, such as a view's refresh. It does not prolong the session, so that the session of an
 * abandoned console ends in time. Callers gain nothing by omitting it, because pressing a button would also prolong the session.
 */
export const BACKGROUND_HEADER = 'X-Tripline-Background';

/** The configuration of the address at which browsers reach the server. */
export type Reach = Pick<Config, 'publicUrl' | 'trustProxy'>;

/**
 * Returns the name of a cookie. Behind TLS it has the prefix `__Host-`, with which browsers accept the cookie only from this host
 * and over TLS. So neither another host of the domain nor a response without TLS can set it.
 */
function nameOf(base: string, request: Pick<Request, 'secure'>, reach: Reach): string {
  return isBehindTls(request, reach) ? `__Host-${base}` : base;
}

function isBehindTls({ secure }: Pick<Request, 'secure'>, { publicUrl, trustProxy }: Reach): boolean {
  return publicUrl.startsWith('https:') || (trustProxy && secure);
}

/**
 * Returns a cookie of a request. If the cookie was sent twice, returns an empty text, because no browser does so with our
 * cookies.
 */
export function cookieOf(request: Request, reach: Reach, base: string): string | undefined {
  const name = nameOf(base, request, reach);
  const values = (request.headers.cookie ?? '')
    .split(';')
    .map((pair) => pair.trim())
    .filter((pair) => pair.startsWith(`${name}=`))
    .map((pair) => pair.slice(name.length + 1));
  return values.length > 1 ? '' : values[0];
}

/** Returns the id of the session in a request's cookie. */
export function sessionIdOf(request: Request, reach: Reach): string | undefined {
  return cookieOf(request, reach, SESSION_COOKIE);
}

/**
 * Returns the options of our cookies. Neither scripts nor forms of other sites can use them. Behind TLS, browsers send them only
 * over TLS.
 */
function cookieOptions(request: Request, reach: Reach): CookieOptions {
  return { httpOnly: true, sameSite: 'lax', secure: isBehindTls(request, reach), path: '/' };
}

/** A cookie to set in a browser. */
interface Cookie {
  readonly base: string;
  readonly value: string;
  readonly maxAge: number;
}

/** Sets a cookie in a browser. */
export function setCookie(
  { request, response }: Exchange,
  reach: Reach,
  { base, value, maxAge }: Cookie,
): void {
  response.cookie(nameOf(base, request, reach), value, { ...cookieOptions(request, reach), maxAge });
}

/** Signs a browser in by setting the session's cookie. */
export function setSessionCookie(exchange: Exchange, reach: Reach, id: string): void {
  setCookie(exchange, reach, { base: SESSION_COOKIE, value: id, maxAge: SESSION_LONGEST_MS });
}

/** Removes the session's cookie from a browser. */
export function clearSessionCookie({ request, response }: Exchange, reach: Reach): void {
  response.clearCookie(nameOf(SESSION_COOKIE, request, reach), cookieOptions(request, reach));
}

/** A request and its response. */
export interface Exchange {
  readonly request: Request;
  readonly response: Response;
}
