import type { Request } from 'express';
import * as z from 'zod';
import { worded } from '../../messages/language/index.ts';
import { recordAudit } from '../../store/db/index.ts';
import { beginTokenSession, endSession } from '../../store/identity/index.ts';
import type { ServiceToken } from '../../store/identity/index.ts';
import { readJsonBody } from '../api/http/index.ts';
import { Problem, lingerThenCut } from '../http/index.ts';
import {
  bearerToken,
  clearSessionCookie,
  refuseOtherOrigin,
  sessionIdOf,
  setSessionCookie,
} from '../access/index.ts';
import type { Authenticator, Exchange } from '../access/index.ts';
import type { Route, ServerDependencies } from '../http/index.ts';

const TAG = 'Sign-in';
const LARGEST_BODY_BYTES = 4_096;

const body = z.strictObject({
  token: z.string().min(1).max(2_000).meta({ description: 'An admin’s service token.' }),
});

/** Returns `POST` and `DELETE /session`, which sign a browser in with an admin's service token, and out. */
export function sessionRoutes(deps: ServerDependencies, authenticator: Authenticator): Route[] {
  const { db } = deps.database;
  return [
    {
      method: 'post',
      path: '/session',
      id: 'beginSession',
      tag: TAG,
      security: 'none',
      summary: 'Sign in with an admin’s service token',
      description:
        'So that an outage of the identity provider locks nobody out. The session acts in the token’s name, and is over when the token is no longer configured. Recorded in the audit log.',
      body: { schema: body, required: true, example: { token: 'an-admins-service-token' } },
      answers: {
        204: {
          description:
            'Signed in: the cookie `tripline_session` is set, behind TLS `__Host-tripline_session`.',
        },
        400: { description: 'The request cannot be read.' },
        401: { description: 'The token is not known.' },
        403: { description: 'It is no service token of an admin, or another site’s page sent this.' },
        413: { description: `The body is larger than ${LARGEST_BODY_BYTES} bytes.` },
        415: { description: 'The body has another content type or content encoding.' },
        422: { description: 'The body is refused; `errors` says why.' },
        429: {
          description: 'Too many wrong tokens from this address.',
          headers: { 'Retry-After': 'Seconds to wait.' },
        },
        503: { description: 'The database is unavailable.' },
      },
      async handle(request, response) {
        lingerThenCut(request, response);
        refuseOtherOrigin(request, deps.config, { isRequired: false });
        const reading = { schema: body, largestBytes: LARGEST_BODY_BYTES };
        const read = await readJsonBody({ request, response, whose: 'sign-in' }, reading);
        const { token } = read.body as z.output<typeof body>;
        const identity = await authenticator.recognise({ request, response }, token);
        const [{ fleet, role }] = identity.access;
        if (identity.kind !== 'service_token' || role !== 'admin')
          throw new Problem(403, worded('problems.onlyAdminTokens'));
        await signInByToken(deps, { request, response }, { fleetId: fleet.id, name: identity.name, token });
        response.set('cache-control', 'no-store').status(204).end();
      },
    },
    {
      method: 'delete',
      path: '/session',
      id: 'endSession',
      tag: TAG,
      security: 'session',
      summary: 'Sign out',
      answers: {
        204: { description: 'Signed out; the cookie is cleared. Also when the session was over already.' },
        400: { description: 'There is a bearer token too.' },
        403: { description: 'The CSRF token is missing or wrong, or another site’s page sent this.' },
        429: { description: 'Too many wrong sessions from this address.' },
        503: { description: 'The database is unavailable.' },
      },
      async handle(request, response) {
        const exchange = { request, response };
        const id = sessionIdOf(request, deps.config);
        if (id !== undefined) {
          const token = bearerToken(request.headers.authorization);
          await authenticator.recognise(exchange, token).catch((error: unknown) => {
            // A 401 means that the session has ended already.
            if (!(error instanceof Problem) || error.status !== 401) throw error;
          });
          await endSession(db, id);
        }
        clearSessionCookie(exchange, deps.config);
        response.set('cache-control', 'no-store').status(204).end();
      },
    },
  ];
}

/** Signs a browser in with a service token, in the token's name. */
export async function signInByToken(
  deps: ServerDependencies,
  exchange: Exchange,
  token: ServiceToken,
): Promise<void> {
  const { db } = deps.database;
  const { fleetId, name } = token;
  const at = deps.now();
  await endBrowsersSession(deps, exchange.request);
  const id = await beginTokenSession(db, { ...token, at });
  const subject = { subjectType: 'service_token', subjectId: name };
  await recordAudit(db, { fleetId, at, who: name, action: 'service_token.signed_in', ...subject });
  setSessionCookie(exchange, deps.config, id);
}

/**
 * Ends the present session of a browser that signs in again. Its cookie is then replaced, so that the browser could not end the
 * session later.
 */
export async function endBrowsersSession(
  { config, database: { db } }: ServerDependencies,
  request: Request,
): Promise<void> {
  const id = sessionIdOf(request, config);
  if (id) await endSession(db, id);
}
