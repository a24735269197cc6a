import type { Request, Response } from 'express';
import * as z from 'zod';
import { worded } from '../../../messages/language/index.ts';
import { settingsFrom } from '../../../rules/drivers/index.ts';
import { recordAudit } from '../../../store/db/index.ts';
import { publishedDocuments } from '../../../store/documents/index.ts';
import {
  LONGEST_TOKEN_DAYS,
  MOST_PERSONAL_TOKENS,
  countSessions,
  createPersonalToken,
  deletePersonalToken,
  endTokenSessions,
  endUserSessions,
  listUserTokens,
} from '../../../store/identity/index.ts';
import {
  checkQuery,
  given,
  listAnswer,
  listOf,
  listQuery,
  readJsonBody,
  refused,
  storableText,
} from '../http/index.ts';
import type { AnswerOf } from '../http/index.ts';
import { Problem, lingerThenCut } from '../../http/index.ts';
import { bearerToken, clearSessionCookie, csrfTokenOf, isAtLeast } from '../../access/index.ts';
import type { AnswerDoc, Route, ServerDependencies } from '../../http/index.ts';
import type { Authenticator, Identity, Person } from '../../access/index.ts';
import { personalTokenOnWire, personalTokenSchema } from './tokenSchemas.ts';

const TAG = 'Sign-in';
const ROOT = '/api/v1/me';
const DAY_MS = 86_400_000;
const role = z.enum(['viewer', 'editor', 'admin']);

const me = z
  .object({
    kind: z.enum(['service_token', 'personal_token', 'session']),
    name: z.string().meta({ description: 'What the audit log and timelines say.' }),
    user: z
      .object({ id: z.string(), name: z.string(), email: z.string().optional(), issuer: z.string() })
      .optional()
      .meta({ description: 'The person. Absent: a service token, or a session that one began.' }),
    csrf_token: z.string().optional().meta({ description: 'Of a session: for the header `X-CSRF-Token`.' }),
    expires_at: z.iso.datetime().optional().meta({ description: 'When it is over at the latest.' }),
    sessions: z
      .int()
      .optional()
      .meta({ description: 'Of a session: how many of yours are open, with this one.' }),
    sandbox: z
      .boolean()
      .meta({ description: 'No analytics service is configured: a simulated fleet drives.' }),
    fleets: z.array(
      z.object({
        id: z.string(),
        name: z.string(),
        timezone: z.string(),
        language: z.string(),
        role,
        groups: z.array(z.string()).optional().meta({ description: 'It sees these groups alone.' }),
      }),
    ),
  })
  .meta({ id: 'Me' });

const newToken = z.strictObject({
  name: storableText(100).trim().min(1).meta({ description: 'What it is for.' }),
  fleet: storableText(63).meta({ description: 'The fleet that it opens.' }),
  expires_in_days: z
    .int()
    .min(1)
    .max(LONGEST_TOKEN_DAYS)
    .meta({ description: 'After how many days it ends.' }),
  role: role.optional().meta({ description: 'The most it may do; absent: what you may do now.' }),
});

const newTokenAnswer = z.object({
  id: z.string(),
  token: z.string(),
  role,
  expires_at: z.iso.datetime(),
});

const answers: Readonly<Record<number, AnswerDoc>> = {
  400: { description: 'The request cannot be read, or has a session and a bearer token.' },
  401: { description: 'No token and no session, or one that opens nothing.' },
  403: { description: 'Not possible with this kind of token, or a page of another site sent it.' },
  429: {
    description: 'Too many wrong tokens from this address.',
    headers: { 'Retry-After': 'Seconds to wait.' },
  },
  503: { description: 'The database is unavailable.' },
};

/** Returns the routes of `/api/v1/me`: the signed-in person, with sessions and personal tokens. */
export function meRoutes(deps: ServerDependencies, authenticator: Authenticator): Route[] {
  const { db } = deps.database;
  const recognise = (request: Request, response: Response): Promise<Identity> => {
    lingerThenCut(request, response);
    response.set('cache-control', 'no-store');
    return authenticator.recognise({ request, response }, bearerToken(request.headers.authorization));
  };
  return [
    {
      method: 'get',
      path: ROOT,
      id: 'getMe',
      tag: TAG,
      security: 'person',
      summary: 'Show who is signed in, and what they may do in which fleet',
      answers: { ...answers, 200: { description: 'You.', schema: me } },
      async handle(request, response) {
        response.json(await meOnWire(deps, await recognise(request, response)));
      },
    },
    {
      method: 'delete',
      path: `${ROOT}/sessions`,
      id: 'endMySessions',
      tag: TAG,
      security: 'person',
      summary: 'Sign out everywhere',
      description:
        'Ends every session of the person, or of the service token. Personal tokens stay valid. A personal token is refused.',
      answers: { ...answers, 204: { description: 'Signed out.' } },
      async handle(request, response) {
        const identity = await recognise(request, response);
        refusePersonalToken(identity);
        const { name, person, access } = identity;
        if (person) await endUserSessions(db, person.userId);
        else await endTokenSessions(db, { fleetId: access[0].fleet.id, name });
        for (const { fleet } of access)
          await recordAudit(db, {
            fleetId: fleet.id,
            at: deps.now(),
            who: name,
            action: 'user.signed_out_everywhere',
            subjectType: person ? 'user' : 'service_token',
            subjectId: person?.userId ?? name,
          });
        clearSessionCookie({ request, response }, deps.config);
        response.status(204).end();
      },
    },
    {
      method: 'get',
      path: `${ROOT}/tokens`,
      id: 'listMyTokens',
      tag: TAG,
      security: 'person',
      summary: 'List your personal tokens',
      description: 'A personal token is refused.',
      query: listQuery({}),
      answers: { ...answers, 200: { description: 'Newest first.', schema: listOf(personalTokenSchema) } },
      async handle(request, response) {
        const identity = await recognise(request, response);
        refusePersonalToken(identity);
        const { userId } = personOf(identity);
        const page = given(checkQuery(listQuery({}), request.query) as object);
        response.json(listAnswer(await listUserTokens(db, { userId, ...page }), personalTokenOnWire));
      },
    },
    {
      method: 'post',
      path: `${ROOT}/tokens`,
      id: 'createMyToken',
      tag: TAG,
      security: 'session',
      summary: 'Make a personal token',
      description: `It is shown once. It never may more than you may at that time, lives at most ${LONGEST_TOKEN_DAYS} days, and opens nothing while you are disabled or have not signed in for 30 days. Only a person who signed in makes one.`,
      body: {
        schema: newToken,
        required: true,
        example: { name: 'laptop', fleet: 'default', expires_in_days: 30 },
      },
      answers: {
        ...answers,
        200: {
          description: 'The token, which is not shown again.',
          schema: newTokenAnswer,
        },
        404: { description: 'You have no such fleet.' },
        409: { description: `You have ${MOST_PERSONAL_TOKENS} personal tokens already.` },
        413: { description: 'The body is too large.' },
        415: { description: 'The body has another content type or content encoding.' },
        422: { description: 'The body is refused; `errors` says why.' },
      },
      async handle(request, response) {
        const identity = await recognise(request, response);
        const person = personOf(identity);
        refusePersonalToken(identity);
        const read = await readJsonBody({ request, response, whose: person.userId }, { schema: newToken });
        response.json(await madeToken(deps, identity, read.body as z.output<typeof newToken>));
      },
    },
    {
      method: 'delete',
      path: `${ROOT}/tokens/{id}`,
      id: 'deleteMyToken',
      tag: TAG,
      security: 'person',
      summary: 'Delete a personal token of yours',
      description: 'A personal token deletes itself only.',
      answers: {
        ...answers,
        204: { description: 'It opens nothing any more.' },
        404: { description: 'No such token.' },
      },
      async handle(request, response) {
        const identity = await recognise(request, response);
        const { userId, name: who } = personOf(identity);
        const id = String(request.params['id']);
        if (identity.tokenId !== id) refusePersonalToken(identity);
        if (!(await deletePersonalToken(db, { id, userId, who, at: deps.now() })))
          throw new Problem(404, worded('problems.noPersonalTokenOfYours'));
        response.status(204).end();
      },
    },
  ];
}

/**
 * Refuses a request made with a personal token. A lost token must not end or create other tokens, nor show
 * its owner's other fleets. A token may only end itself.
 * @throws Problem 403
 */
function refusePersonalToken({ kind }: Identity): void {
  if (kind !== 'personal_token') return;
  throw new Problem(403, worded('problems.tokenForItself'));
}

/**
 * Returns the signed-in person.
 * @throws Problem 403 if there is none
 */
function personOf({ person }: Identity): Person {
  if (person) return person;
  throw new Problem(403, worded('problems.noPerson'));
}

/**
 * Creates the personal token that a signed-in person requested.
 * @throws Problem 404 for a fleet without access, 409 for a person with too many tokens, 422 for a role above
 * the person's own
 */
export async function madeToken(
  { database: { db }, now }: Pick<ServerDependencies, 'database' | 'now'>,
  { access, person }: Pick<Identity, 'access' | 'person'>,
  asked: z.output<typeof newToken>,
): Promise<AnswerOf<typeof newTokenAnswer>> {
  const own = access.find(({ fleet }) => fleet.id === asked.fleet);
  if (!own || !person) throw new Problem(404, worded('problems.noFleetOfYours'));
  const wanted = asked.role ?? own.role;
  if (!isAtLeast(own.role, wanted))
    throw refused(worded('problems.bodyRefused'), [
      { pointer: '/role', message: worded('problems.roleAboveYours', { role: own.role }) },
    ]);
  const at = now();
  const expiresAt = new Date(at.getTime() + asked.expires_in_days * DAY_MS);
  const { userId, name: who } = person;
  const token = { fleetId: own.fleet.id, userId, name: asked.name, role: wanted, who, at, expiresAt };
  const made = await createPersonalToken(db, token);
  if (!made) throw new Problem(409, worded('problems.tooManyTokens', { count: MOST_PERSONAL_TOKENS }));
  return { ...made, role: wanted, expires_at: expiresAt };
}

async function meOnWire(
  { database: { db }, config, now }: ServerDependencies,
  { kind, name, person, sessionId, expiresAt, access }: Identity,
): Promise<AnswerOf<typeof me>> {
  const fleets = access.map(async ({ fleet, role: own, groups }) => {
    const [settings] = await publishedDocuments(db, { fleetId: fleet.id, kind: 'settings' });
    const { language } = settingsFrom(settings?.body);
    return given({ id: fleet.id, name: fleet.name, timezone: fleet.timezone, language, role: own, groups });
  });
  return given({
    kind,
    name,
    user:
      person && given({ id: person.userId, name: person.name, email: person.email, issuer: person.issuer }),
    csrf_token: sessionId === undefined ? undefined : csrfTokenOf(sessionId),
    sessions: sessionId === undefined ? undefined : await countSessions(db, { id: sessionId, at: now() }),
    expires_at: expiresAt,
    sandbox: config.sandbox,
    fleets: await Promise.all(fleets),
  });
}
