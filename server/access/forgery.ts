import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Request } from 'express';
import { worded } from '../../messages/language/index.ts';
import { Problem } from '../http/index.ts';
import type { Reach } from './cookies.ts';

/** The header that a page sends with a request that changes something; `GET /api/v1/me` has its value. */
export const CSRF_HEADER = 'X-CSRF-Token';

/** Returns the token by which pages of a session prove that they are ours: others cannot read it, and it needs no storing. */
export function csrfTokenOf(sessionId: string): string {
  return createHmac('sha256', sessionId).update('tripline csrf').digest('base64url');
}

/**
 * Refuses a request that changes something and that another site may have had a browser send: its `Origin` has to be this
 * server, and it has to know the session's token.
 * @throws Problem 403
 */
export function refuseForgery(
  request: Request,
  reach: Reach,
  { sessionId, csrfToken }: { readonly sessionId: string; readonly csrfToken: string | undefined },
): void {
  if (isReading(request)) return;
  refuseOtherOrigin(request, reach);
  const [own, sent] = [csrfTokenOf(sessionId), csrfToken ?? ''].map((text) => Buffer.from(text));
  if (own!.length === sent!.length && timingSafeEqual(own!, sent!)) return;
  throw new Problem(403, worded('problems.noCsrf', { header: CSRF_HEADER }));
}

/**
 * @param options.isRequired false: a request without an `Origin` passes, as programs send it
 * @throws Problem 403 when a page of another site had the browser send this
 */
export function refuseOtherOrigin(
  request: Request,
  { publicUrl }: Reach,
  { isRequired = true }: { readonly isRequired?: boolean } = {},
): void {
  const origin = request.get('origin');
  if (origin === undefined && !isRequired) return;
  const own = [new URL(publicUrl).origin, `${request.protocol}://${request.get('host') ?? ''}`];
  if (origin !== undefined && own.includes(origin)) return;
  throw new Problem(403, worded('problems.otherPage'));
}

function isReading({ method }: Request): boolean {
  return method === 'GET' || method === 'HEAD' || method === 'OPTIONS';
}
