import { randomBytes } from 'node:crypto';
import type { Request } from 'express';
import * as z from 'zod';
import { LONGEST_NAME, oneLine } from '../../messages/format/index.ts';
import { worded } from '../../messages/language/index.ts';
import type { IdentityProvider } from '../../config.ts';
import {
  beginUserSession,
  recordRefusal,
  recordSignIn,
  storeAttempt,
  takeAttempt,
  withdrawGrants,
} from '../../store/identity/index.ts';
import { checkQuery } from '../api/http/index.ts';
import { Problem, loggedError } from '../http/index.ts';
import { cookieOf, setCookie, setSessionCookie } from '../access/index.ts';
import type { Exchange } from '../access/index.ts';
import type { Route, ServerDependencies } from '../http/index.ts';
import { isLeftOut, shownPath, signedInBy } from './claims.ts';
import type { SignedIn } from './claims.ts';
import type { Answered, ProviderClient } from './provider.ts';
import { localPath } from './returnTo.ts';
import { endBrowsersSession } from './session.ts';

const TAG = 'Sign-in';
/** Milliseconds that a person has to sign in at the provider. */
const ATTEMPT_MS = 10 * 60_000;
/** Maximum number of refused fleets that are recorded by name. */
const MOST_NAMED_FLEETS = 10;
/** Cookie that binds a sign-in to the browser that began it. The provider's answer in another browser is refused. */
const BROWSER_COOKIE = 'tripline_sign_in';

const startQuery = z.strictObject({
  return_to: z
    .string()
    .max(2_000)
    .optional()
    .meta({ description: 'A path of this server to go to; default: /.' }),
});

/** Returns the routes for sign-in by OpenID Connect: the list of providers, the redirect to a provider, and its callback. */
export function signInRoutes(
  deps: ServerDependencies,
  clients: ReadonlyMap<string, ProviderClient>,
): Route[] {
  const clientOf = (request: Request): ProviderClient => {
    const client = clients.get(String(request.params['provider']));
    if (!client) throw new Problem(404, worded('problems.noProvider'));
    return client;
  };
  return [
    {
      method: 'get',
      path: '/sign-in/providers',
      id: 'listSignInProviders',
      tag: TAG,
      security: 'none',
      summary: 'List the identity providers that sign people in',
      answers: {
        200: {
          description: 'In the order of OIDC_FILE.',
          schema: z.object({ items: z.array(z.object({ id: z.string(), name: z.string() })) }),
        },
      },
      handle(_request, response) {
        const items = deps.config.identityProviders.map(({ id, name }) => ({ id, name }));
        response.set('cache-control', 'no-store').json({ items });
      },
    },
    {
      method: 'get',
      path: '/sign-in/{provider}',
      id: 'beginSignIn',
      tag: TAG,
      security: 'none',
      summary: 'Go to an identity provider to sign in',
      query: startQuery,
      answers: {
        302: { description: 'To the provider.' },
        400: { description: 'The query is wrong.' },
        404: { description: 'No such provider.' },
        503: { description: 'The provider or the database does not answer.' },
      },
      async handle(request, response) {
        response.locals['page'] = true;
        const client = clientOf(request);
        const { return_to: wanted } = checkQuery(startQuery, request.query) as z.output<typeof startQuery>;
        const { url, ...begun } = await logged(deps, client, () => client.begin());
        const known = cookieOf(request, deps.config, BROWSER_COOKIE);
        const browser = known || randomBytes(32).toString('base64url');
        const at = deps.now();
        await storeAttempt(deps.database.db, {
          ...begun,
          browser,
          issuer: client.provider.issuer,
          returnTo: localPath(wanted),
          at,
          expiresAt: new Date(at.getTime() + ATTEMPT_MS),
        });
        const cookie = { base: BROWSER_COOKIE, value: browser, maxAge: ATTEMPT_MS };
        setCookie({ request, response }, deps.config, cookie);
        response.set('cache-control', 'no-store').redirect(302, url);
      },
    },
    {
      method: 'get',
      path: '/sign-in/{provider}/callback',
      id: 'finishSignIn',
      tag: TAG,
      security: 'none',
      summary: 'Come back from an identity provider',
      answers: {
        302: { description: 'Signed in: to where the sign-in began.' },
        403: { description: 'The sign-in is refused, old or was used before, or began in another browser.' },
        404: { description: 'No such provider.' },
        503: { description: 'The provider or the database does not answer.' },
      },
      async handle(request, response) {
        response.locals['page'] = true;
        response.set('cache-control', 'no-store');
        const client = clientOf(request);
        const { answered, returnTo } = await answerOf(deps, client, request);
        await signIn(deps, { request, response }, { client, answered });
        response.redirect(302, returnTo);
      },
    },
  ];
}

/**
 * Returns the provider's answer to a sign-in that this browser began.
 * @throws Problem 403 if the sign-in is refused. Problem 503 if the provider does not answer.
 */
async function answerOf(
  deps: ServerDependencies,
  client: ProviderClient,
  request: Request,
): Promise<{ readonly answered: Answered; readonly returnTo: string }> {
  const { state } = request.query;
  const browser = cookieOf(request, deps.config, BROWSER_COOKIE);
  const attempt =
    typeof state === 'string' && browser
      ? await takeAttempt(deps.database.db, { state, browser, at: deps.now() })
      : undefined;
  if (typeof state !== 'string' || attempt?.issuer !== client.provider.issuer)
    throw new Problem(403, worded('problems.signInOver'));
  const { nonce, codeVerifier, returnTo } = attempt;
  const query = request.originalUrl.slice(request.originalUrl.indexOf('?'));
  const answered = await logged(deps, client, () => client.finish(query, { state, nonce, codeVerifier }));
  if (answered.withheld)
    logFailure(deps, client, { error: answered.withheld, what: 'UserInfo was not read' });
  return { answered, returnTo };
}

/**
 * Begins a session for the person whom the provider has authenticated.
 * @throws Problem 403 if the claims grant no access
 */
async function signIn(
  deps: ServerDependencies,
  exchange: Exchange,
  { client: { provider }, answered }: { readonly client: ProviderClient; readonly answered: Answered },
): Promise<void> {
  const { db } = deps.database;
  const at = deps.now();
  const person = signedInBy(provider, answered);
  if (!person) throw new Problem(403, worded('problems.providerAnonymous', { provider: provider.name }));
  await recordRefusedFleets(deps, provider, person);
  const { role, fleets, subject, name, email, groups } = person;
  if (!role || fleets.length === 0 || groups?.length === 0)
    throw await refusedPerson(deps, { provider, answered, person });
  const { user, grants } = await recordSignIn(db, {
    issuer: provider.issuer,
    subject,
    name,
    at,
    ...(email !== undefined && { email }),
    grants: fleets.map((fleetId) => ({ fleetId, role, ...(groups && { groups }) })),
    reservedNames: reservedNames(deps),
  });
  if (grants.length === 0) throw new Problem(403, worded('problems.accessDisabled'));
  exchange.response.locals['who'] = user.name;
  await endBrowsersSession(deps, exchange.request);
  const { sid: providerSid } = answered;
  const session = { userId: user.id, at, ...(providerSid !== undefined && { providerSid }) };
  setSessionCookie(exchange, deps.config, await beginUserSession(db, session));
}

/**
 * Returns the problem for an authenticated person without access. Withdraws the person's earlier access if the provider no longer
 * grants it.
 */
async function refusedPerson(
  deps: ServerDependencies,
  {
    provider,
    answered,
    person: { role, groups, subject },
  }: { readonly provider: IdentityProvider; readonly answered: Answered; readonly person: SignedIn },
): Promise<Problem> {
  const { db } = deps.database;
  const { issuer, roleClaim, groupClaim, fleetClaim, fleets: fleetIds } = provider;
  const at = deps.now();
  const [claim, why] = !role
    ? [roleClaim, 'No claim names a role.']
    : groups?.length === 0
      ? [groupClaim ?? roleClaim, 'No claim names a group.']
      : [fleetClaim ?? roleClaim, 'The issuer grants none of its fleets.'];
  const words = { provider: provider.name, claim: shownPath(claim) };
  if (isLeftOut(answered, claim)) {
    const left = `The issuer left the claim ${shownPath(claim)} out, because it has too many values.`;
    await recordRefusal(db, { issuer, subject, fleetIds, why: left, at });
    return new Problem(403, worded('problems.providerTooMany', words));
  }
  if (answered.withheld) return answered.withheld;
  await withdrawGrants(db, { issuer, subject, at });
  await recordRefusal(db, { issuer, subject, fleetIds, why, at });
  return new Problem(403, worded('problems.providerNoRole', words));
}

/** Returns the names in the audit log that people must not have: `tripline` and those of service tokens. */
export function reservedNames({ config }: Pick<ServerDependencies, 'config'>): readonly string[] {
  return ['tripline', ...config.fleets.flatMap(({ apiTokens }) => apiTokens.map(({ name }) => name))];
}

/**
 * Records that claims name fleets which the provider may not grant. The record goes to the audit logs of the provider's own
 * fleets only, because a provider must not write into another fleet's log.
 */
async function recordRefusedFleets(
  deps: ServerDependencies,
  { issuer, fleets: fleetIds }: IdentityProvider,
  { subject, refusedFleets }: SignedIn,
): Promise<void> {
  if (refusedFleets.length === 0) return;
  const named = refusedFleets.slice(0, MOST_NAMED_FLEETS).map((fleet) => oneLine(fleet, LONGEST_NAME));
  const why = 'The issuer may not grant every fleet that its claim names.';
  await recordRefusal(deps.database.db, {
    issuer,
    subject,
    fleetIds,
    why,
    at: deps.now(),
    details: { fleets: named },
  });
}

/** Logs a failure of a sign-in at a provider, without any content of the provider's answer. */
async function logged<T>(
  deps: ServerDependencies,
  client: ProviderClient,
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work();
  } catch (error) {
    logFailure(deps, client, { error, what: 'a sign-in failed' });
    throw error;
  }
}

function logFailure(
  { log }: ServerDependencies,
  { provider }: ProviderClient,
  { error, what }: { readonly error: unknown; readonly what: string },
): void {
  const cause = error instanceof Problem ? (error.cause ?? error) : error;
  log.warn({ provider: provider.id, error: loggedError(cause).message }, what);
}
