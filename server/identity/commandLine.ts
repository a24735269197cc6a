import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { messageOf, sentence } from '../../rules/documents/index.ts';
import { worded } from '../../messages/language/index.ts';
import type { Request, Response } from 'express';
import * as z from 'zod';
import { commandLinePage, pagePolicy } from '../../messages/pages/index.ts';
import { LONGEST_TOKEN_DAYS, getUser, spendCode, storeCode } from '../../store/identity/index.ts';
import { checkQuery, readJsonBody, storableText } from '../api/http/index.ts';
import { Problem, readBody } from '../http/index.ts';
import { accessOfUser, bearerToken, csrfTokenOf, sessionIdOf } from '../access/index.ts';
import type { Authenticator, Exchange, Identity } from '../access/index.ts';
import type { Route, ServerDependencies } from '../http/index.ts';
import { madeToken } from '../api/users/index.ts';

const TAG = 'Sign-in';
const LARGEST_FORM_BYTES = 16_384;
/** Milliseconds for which a code is valid. This can be short, because the command line exchanges it for a token at once. */
const CODE_MS = 2 * 60_000;

/** Returns whether a redirect address is on the same machine, where a command line listens. */
function isCallback(text: string): boolean {
  const port = Number(/^http:\/\/127\.0\.0\.1:([1-9]\d{0,4})\/callback$/.exec(text)?.[1]);
  return port <= 65_535;
}

/** Fields of the command line's request. The page's form sends the same fields. */
const asked = {
  redirect_uri: z
    .string()
    .refine(isCallback, messageOf(sentence('loginCallback')))
    .meta({ description: 'Where the command line listens.' }),
  code_challenge: z
    .string()
    .regex(/^[\w-]{43}$/, messageOf(sentence('loginChallenge')))
    .meta({ description: 'PKCE, S256.' }),
  state: z.string().regex(/^[\w-]{1,200}$/, messageOf(sentence('loginState'))),
  name: storableText(100).trim().min(1).meta({ description: 'What the machine calls itself.' }),
};
const query = z.strictObject(asked);
const form = z.object({
  ...asked,
  fleet: storableText(63),
  csrf_token: z.string().max(200),
  answer: z.enum(['allow', 'deny']),
});
const exchangeBody = z.strictObject({
  code: z.string().max(200).meta({ description: 'The code of the redirect.' }),
  code_verifier: z
    .string()
    .regex(/^[\w.~-]{43,128}$/, messageOf(sentence('loginVerifier')))
    .meta({ description: 'The PKCE code verifier of the sign-in (RFC 7636).' }),
});

const pageAnswers = {
  400: { description: 'The request is wrong.' },
  401: { description: 'The session is over.' },
  403: { description: 'No person is signed in, or another site’s page sent this.' },
  429: { description: 'Too many wrong sessions from this address.' },
  503: { description: 'The database is unavailable.' },
};

/**
 * Returns the routes of `/cli-login`: a person allows the command line to act in their name, and it exchanges a code for a
 * personal token.
 */
export function commandLineRoutes(deps: ServerDependencies, authenticator: Authenticator): Route[] {
  const { db } = deps.database;
  return [
    {
      method: 'get',
      path: '/cli-login',
      id: 'commandLinePage',
      tag: TAG,
      security: 'session',
      query,
      summary: 'Show the page on which a person signs the command line in',
      description: 'Without a session it leads to the sign-in and back.',
      answers: {
        ...pageAnswers,
        200: { description: 'The page.', type: 'text/html' },
        302: { description: 'To the sign-in.' },
      },
      async handle(request, response) {
        response.locals['page'] = true;
        response.set('cache-control', 'no-store');
        const wanted = checkQuery(query, request.query) as z.output<typeof query>;
        const identity = await whoIsSignedIn(deps, authenticator, { request, response });
        if (!identity) return response.redirect(302, signInFirst(deps, request));
        showPage(response, identity, wanted);
      },
    },
    {
      method: 'post',
      path: '/cli-login',
      id: 'allowCommandLine',
      tag: TAG,
      security: 'session',
      summary: 'Allow or deny it by the form of that page',
      body: { required: true, type: 'application/x-www-form-urlencoded', schema: form },
      answers: {
        ...pageAnswers,
        303: { description: 'To where the command line listens, with a code or `error=access_denied`.' },
        404: { description: 'You have no such fleet.' },
        413: { description: `Larger than ${LARGEST_FORM_BYTES} bytes.` },
      },
      async handle(request, response) {
        response.locals['page'] = true;
        response.set('cache-control', 'no-store');
        const given = await readForm(request, response);
        const token = bearerToken(request.headers.authorization);
        const { csrf_token: csrfToken, fleet, name } = given;
        const identity = await authenticator.recognise({ request, response }, token, { csrfToken });
        const { person, access } = withPerson(identity);
        const target = new URL(given.redirect_uri);
        target.searchParams.set('state', given.state);
        if (given.answer === 'deny') target.searchParams.set('error', 'access_denied');
        else {
          if (!access.some((each) => each.fleet.id === fleet))
            throw new Problem(404, worded('problems.noFleetOfYours'));
          const at = deps.now();
          const code = await storeCode(db, {
            purpose: 'command_line',
            userId: person.userId,
            at,
            details: { fleet, name, challenge: given.code_challenge },
            expiresAt: new Date(at.getTime() + CODE_MS),
          });
          target.searchParams.set('code', code);
        }
        response.redirect(303, target.href);
      },
    },
    {
      method: 'post',
      path: '/cli-login/token',
      id: 'exchangeCode',
      tag: TAG,
      security: 'none',
      summary: 'Exchange the code of that page for a personal token',
      description: 'Once, within two minutes, by whoever has the code verifier.',
      body: { schema: exchangeBody, required: true },
      answers: {
        200: {
          description: 'The token, which is not shown again.',
          schema: z.object({
            id: z.string(),
            token: z.string(),
            fleet: z.string(),
            role: z.enum(['viewer', 'editor', 'admin']),
            expires_at: z.iso.datetime(),
          }),
        },
        400: { description: 'The code is wrong, old or was used; or the verifier is not its own.' },
        403: { description: 'The person may do nothing any more.' },
        404: { description: 'The person does not have the fleet any more.' },
        409: { description: 'The person has too many personal tokens.' },
        413: { description: 'The body is too large.' },
        415: { description: 'The body has another content type or content encoding.' },
        422: { description: 'The body is refused; `errors` says why.' },
        503: { description: 'The database is unavailable.' },
      },
      async handle(request, response) {
        response.set('cache-control', 'no-store');
        const reading = { schema: exchangeBody, largestBytes: 4_096 };
        const { body } = await readJsonBody({ request, response, whose: 'sign-in' }, reading);
        response.json(await exchanged(deps, body as z.output<typeof exchangeBody>));
      },
    },
  ];
}

/** Returns the person who is signed in. Undefined without a session, or if the session has ended. */
async function whoIsSignedIn(
  { config }: ServerDependencies,
  authenticator: Authenticator,
  { request, response }: Exchange,
): Promise<Identity | undefined> {
  if (sessionIdOf(request, config) === undefined) return undefined;
  try {
    const token = bearerToken(request.headers.authorization);
    return await authenticator.recognise({ request, response }, token);
  } catch (error) {
    if (error instanceof Problem && error.status === 401) return undefined;
    throw error;
  }
}

/**
 * Returns the address at which to sign in first. With a single provider, this is the provider's address. Otherwise it is the
 * console's page, which offers all providers and service tokens.
 */
function signInFirst({ config }: ServerDependencies, request: Request): string {
  const [provider, another] = config.identityProviders;
  const path = provider && !another ? `/sign-in/${provider.id}` : '/sign-in';
  return `${path}?return_to=${encodeURIComponent(request.originalUrl)}`;
}

function withPerson({
  person,
  ...identity
}: Identity): Identity & { readonly person: NonNullable<Identity['person']> } {
  if (person) return { ...identity, person };
  throw new Problem(403, worded('problems.loginByToken'));
}

function showPage(response: Response, identity: Identity, wanted: z.output<typeof query>): void {
  const { person, access, sessionId } = withPerson(identity);
  const nonce = randomBytes(16).toString('base64');
  const { origin: onTo } = new URL(wanted.redirect_uri);
  // Without this policy, browsers would send the form with `Origin: null`.
  response.set('referrer-policy', 'same-origin');
  response.set('content-security-policy', pagePolicy(nonce, { forms: { onTo } }));
  response.type('text/html').send(
    commandLinePage({
      person: person.name,
      machine: wanted.name,
      days: LONGEST_TOKEN_DAYS,
      nonce,
      fleets: access.map(({ fleet, role }) => ({ id: fleet.id, name: fleet.name, role })),
      hidden: { ...wanted, csrf_token: csrfTokenOf(sessionId!) },
    }),
  );
}

async function readForm(request: Request, response: Response): Promise<z.output<typeof form>> {
  const body = await readBody(request, response, LARGEST_FORM_BYTES);
  if (body.kind === 'too_large') throw new Problem(413, worded('problems.formTooLarge'));
  if (body.kind !== 'read') throw new Problem(400, worded('problems.formLost'));
  const parsed = form.safeParse(Object.fromEntries(new URLSearchParams(body.bytes.toString('utf8'))));
  if (parsed.success) return parsed.data;
  throw new Problem(400, worded('problems.formIncomplete'));
}

/** Exchanges a code for a token. A wrong verifier also uses the code up, so that a stolen code allows only one attempt. */
async function exchanged(
  deps: ServerDependencies,
  { code, code_verifier: verifier }: z.output<typeof exchangeBody>,
): Promise<Record<string, unknown>> {
  const { db } = deps.database;
  const spent = await spendCode(db, { code, purpose: 'command_line', at: deps.now() });
  const details = z
    .object({ fleet: z.string(), name: z.string(), challenge: z.string() })
    .safeParse(spent?.details).data;
  const user = details && spent?.userId ? await getUser(db, spent.userId) : undefined;
  if (!details || !user || !isChallengeOf(verifier, details.challenge))
    throw new Problem(400, worded('problems.loginCode'));
  const identity = await accessOfUser(deps.config, db, user);
  if (!identity) throw new Problem(403, worded('problems.accessDisabled'));
  const { fleet, name } = details;
  return {
    ...(await madeToken(deps, identity, { name, fleet, expires_in_days: LONGEST_TOKEN_DAYS })),
    fleet,
  };
}

function isChallengeOf(verifier: string, challenge: string): boolean {
  const own = Buffer.from(createHash('sha256').update(verifier).digest('base64url'));
  const given = Buffer.from(challenge);
  return own.length === given.length && timingSafeEqual(own, given);
}
