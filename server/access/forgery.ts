import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Request } from 'express';
import { worded } from '../../messages/language/index.ts';
import { Problem } from '../http/index.ts';
import type { Reach } from './cookies.ts';

/** Header with the CSRF token. Pages send it with each request that changes something. `GET /api/v1/me` returns its value. */
export const CSRF_HEADER = 'X-CSRF-Token';

/**
 * Returns a session's CSRF token, by which a page proves that it is ours. Other sites cannot read the token. It is computed from
 * the session's id, so it need not be stored.
 */
export function csrfTokenOf(sessionId: string): string {
  return createHmac('sha256', sessionId).update('tripline csrf').digest('base64url');
}

/**
 * Refuses a request that changes something and that another site may have caused. Its `Origin` must be this server, and it must
 * contain the session's CSRF token.
 * @throws Problem 403 for such a request
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
 * Refuses a request that a page of another site caused.
 * @param options.isRequired false to accept requests without `Origin`, because programs send none
 * @throws Problem 403 for such a request
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
