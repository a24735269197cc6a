import * as z from 'zod';
import { worded } from '../../../messages/language/index.ts';
import { recordAudit } from '../../../store/db/index.ts';
import {
  deletePersonalToken,
  endUserSessions,
  getFleetUser,
  listFleetTokens,
  listFleetUsers,
  setDisabled,
} from '../../../store/identity/index.ts';
import type { FleetUser } from '../../../store/identity/index.ts';
import { given, listAnswer, listOf, listQuery, onWire, optionalBy, storableText } from '../http/index.ts';
import type { AnswerOf, RouteMaker } from '../http/index.ts';
import { Problem } from '../../http/index.ts';
import type { Route, ServerDependencies } from '../../http/index.ts';

const TAG = 'Users';
const role = z.enum(['viewer', 'editor', 'admin']);

const userSchema = z
  .object({
    id: z.string(),
    name: z.string(),
    email: z.string().optional().meta({ description: 'Only if the issuer verified it.' }),
    issuer: z.string(),
    role: role.optional().meta({ description: 'Absent: the newest sign-in granted none.' }),
    groups: z.array(z.string()).optional().meta({ description: 'They see these groups alone.' }),
    state: z.enum(['active', 'disabled', 'no_role']),
    disabled_at: z.iso.datetime().optional(),
    last_sign_in_at: z.iso.datetime(),
  })
  .meta({ id: 'User' });

const tokenSchema = z
  .object({
    id: z.string().optional().meta({ description: 'Of a personal token.' }),
    kind: z.enum(['service_token', 'personal_token']),
    name: z.string(),
    role: role.meta({ description: 'The most it may do.' }),
    groups: z.array(z.string()).optional(),
    owner: z.string().optional().meta({ description: 'The person whose personal token it is.' }),
    created_at: z.iso.datetime().optional(),
    expires_at: z.iso.datetime().optional(),
    last_used_at: z.iso.datetime().optional(),
  })
  .meta({ id: 'Token' });

const reasons = z.strictObject({ why: storableText(2_000).min(1).optional(), by: optionalBy });

/** Returns the routes of a fleet's users and tokens, for its admins. */
export function userRoutes(api: RouteMaker, deps: ServerDependencies): Route[] {
  const { db } = deps.database;
  const disabling = (isDisabled: boolean): Route =>
    api({
      method: 'post',
      path: `/users/{id}/${isDisabled ? 'disable' : 'enable'}`,
      tag: TAG,
      role: 'admin',
      id: isDisabled ? 'disableUser' : 'enableUser',
      summary: isDisabled ? 'Keep a user out of the fleet' : 'Let a disabled user in again',
      description: isDisabled
        ? 'At once: their sessions and personal tokens open nothing of this fleet, and a sign-in does not change that. Other fleets are not affected.'
        : 'With the role of their newest sign-in.',
      body: { schema: reasons, absent: {}, example: { why: 'Left the company.' } },
      answer: { description: 'The user as they are now.', schema: userSchema },
      ...(isDisabled && { problems: { 409: 'It is you: another admin has to do it.' } }),
      async run({ fleetId, params, caller, body }) {
        if (isDisabled && caller.person?.userId === params['id'])
          throw new Problem(409, worded('problems.notYourself'));
        const ruling = { fleetId, id: params['id']!, isDisabled, who: caller.name, at: deps.now() };
        return userOnWire(found(await setDisabled(db, { ...ruling, ...given(body) })));
      },
    });
  return [
    api({
      method: 'get',
      path: '/users',
      id: 'listUsers',
      tag: TAG,
      role: 'admin',
      summary: 'List people who signed in',
      query: listQuery({}),
      answer: { description: 'Newest first.', schema: listOf(userSchema) },
      async run({ fleetId, query }) {
        return listAnswer(await listFleetUsers(db, { fleetId, ...given(query) }), userOnWire);
      },
    }),
    disabling(true),
    disabling(false),
    api({
      method: 'post',
      path: '/users/{id}/sign-out',
      id: 'signOutUser',
      tag: TAG,
      role: 'admin',
      summary: 'End all sessions of a user',
      description: 'They may sign in again. Personal tokens stay valid.',
      body: { schema: reasons, absent: {}, example: { why: 'A lost laptop.' } },
      answer: { description: 'The user as they are now.', schema: userSchema },
      async run({ fleetId, params, caller, body }) {
        const user = found(await getFleetUser(db, { fleetId, id: params['id']! }));
        const ended = await endUserSessions(db, user.id);
        const { why, by } = given(body);
        await recordAudit(db, {
          fleetId,
          at: deps.now(),
          who: caller.name,
          action: 'user.signed_out',
          subjectType: 'user',
          subjectId: user.id,
          details: { name: user.name, sessions: ended },
          ...(why !== undefined && { why }),
          ...(by !== undefined && { by }),
        });
        return userOnWire(user);
      },
    }),
    api({
      method: 'get',
      path: '/tokens',
      id: 'listTokens',
      tag: TAG,
      role: 'admin',
      summary: 'List service tokens and personal tokens',
      description:
        'Never their secrets. Service tokens are configured, and when they were used is not stored.',
      answer: {
        description: 'Service tokens, then personal tokens, newest first.',
        schema: listOf(tokenSchema),
      },
      query: listQuery({}),
      async run({ fleetId, caller, query }) {
        const configured = query.cursor === undefined ? caller.fleet.apiTokens : [];
        const service = configured.map(({ name, role: own, groups }) =>
          given({ kind: 'service_token' as const, name, role: own, groups }),
        );
        const listed = await listFleetTokens(db, { fleetId, ...given(query) });
        const personal = listAnswer(listed, (row) =>
          onWire(tokenSchema, row, { kind: 'personal_token', groups: undefined }),
        );
        return { ...personal, items: [...service, ...personal.items] };
      },
    }),
    api({
      method: 'delete',
      path: '/tokens/{id}',
      id: 'deleteToken',
      tag: TAG,
      role: 'admin',
      summary: 'Delete a personal token of the fleet',
      description: 'A service token is removed from the configuration.',
      answer: { description: 'It opens nothing any more.', schema: z.object({ id: z.string() }) },
      async run({ fleetId, params, caller }) {
        const id = params['id']!;
        if (!(await deletePersonalToken(db, { id, fleetId, who: caller.name, at: deps.now() })))
          throw new Problem(404, worded('problems.noPersonalToken'));
        return { id };
      },
    }),
  ];
}

function found(user: FleetUser | undefined): FleetUser {
  if (user) return user;
  throw new Problem(404, worded('problems.noUser'));
}

function userOnWire(user: FleetUser): AnswerOf<typeof userSchema> {
  const { role: own, groups, disabledAt } = user;
  return onWire(userSchema, user, {
    groups: own ? groups : null,
    state: disabledAt ? 'disabled' : own ? 'active' : 'no_role',
  });
}
