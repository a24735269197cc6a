import type { CookieOptions, Request, Response } from 'express';
import type { Config } from '../../config.ts';
import { SESSION_LONGEST_MS } from '../../store/identity/index.ts';

/** Holds the id of a browser's session; behind TLS the name has a prefix. */
export const SESSION_COOKIE = 'tripline_session';
/**
 * The header of a request that no person caused, such as a view's refresh. Such a request does not prolong a session, so that
 * an abandoned console's session ends in time. A caller can only shorten its own session with it; leaving it out gains nothing
 * that pressing a button would not.
 */
export const BACKGROUND_HEADER = 'X-Tripline-Background';

/** The configuration that says where browsers reach the server. */
export type Reach = Pick<Config, 'publicUrl' | 'trustProxy'>;

/**
 * The name of a cookie. Behind TLS it has a prefix by which browsers take it from this server alone: neither another host of the domain,
 * nor an answer without TLS, can plant one.
 */
function nameOf(base: string, request: Pick<Request, 'secure'>, reach: Reach): string {
  return isBehindTls(request, reach) ? `__Host-${base}` : base;
}

function isBehindTls({ secure }: Pick<Request, 'secure'>, { publicUrl, trustProxy }: Reach): boolean {
  return publicUrl.startsWith('https:') || (trustProxy && secure);
}

/** A cookie of a request; an empty text when it was sent twice, which no browser of ours does. */
export function cookieOf(request: Request, reach: Reach, base: string): string | undefined {
  const name = nameOf(base, request, reach);
  const values = (request.headers.cookie ?? '')
    .split(';')
    .map((pair) => pair.trim())
    .filter((pair) => pair.startsWith(`${name}=`))
    .map((pair) => pair.slice(name.length + 1));
  return values.length > 1 ? '' : values[0];
}

/** The id of the session of a request’s browser. */
export function sessionIdOf(request: Request, reach: Reach): string | undefined {
  return cookieOf(request, reach, SESSION_COOKIE);
}

/** Neither scripts nor other sites' forms get at a cookie of these; behind TLS it leaves by TLS only. */
function cookieOptions(request: Request, reach: Reach): CookieOptions {
  return { httpOnly: true, sameSite: 'lax', secure: isBehindTls(request, reach), path: '/' };
}

/** A cookie for a browser. */
interface Cookie {
  readonly base: string;
  readonly value: string;
  readonly maxAge: number;
}

/** Gives a browser a cookie. */
export function setCookie(
  { request, response }: Exchange,
  reach: Reach,
  { base, value, maxAge }: Cookie,
): void {
  response.cookie(nameOf(base, request, reach), value, { ...cookieOptions(request, reach), maxAge });
}

/** Signs a browser in. */
export function setSessionCookie(exchange: Exchange, reach: Reach, id: string): void {
  setCookie(exchange, reach, { base: SESSION_COOKIE, value: id, maxAge: SESSION_LONGEST_MS });
}

/** Has a browser drop its session's cookie. */
export function clearSessionCookie({ request, response }: Exchange, reach: Reach): void {
  response.clearCookie(nameOf(SESSION_COOKIE, request, reach), cookieOptions(request, reach));
}

/** A request and its answer. */
export interface Exchange {
  readonly request: Request;
  readonly response: Response;
}
