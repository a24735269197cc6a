import * as z from 'zod';
import type { DocumentIssue } from '../../../rules/documents/index.ts';
import { worded } from '../../../messages/language/index.ts';
import { issueAt, sentence } from '../../../rules/documents/index.ts';
import { createSilence, endSilence, getSilence, listSilences } from '../../../store/alerts/index.ts';
import type { Silence } from '../../../store/alerts/index.ts';
import { isStorableId } from '../../../store/db/index.ts';
import type { Db } from '../../../store/db/index.ts';
import { documentIds } from '../../../store/documents/index.ts';
import { unknownDrivers } from '../../../store/drivers/index.ts';
import { knownGroups } from '../../../store/facts/index.ts';
import { Problem } from '../../http/index.ts';
import type { Caller } from '../../access/index.ts';
import type { Route, ServerDependencies } from '../../http/index.ts';
import {
  flag,
  given,
  listAnswer,
  listOf,
  listQuery,
  refused,
  unknownDriverWords,
  unknownNames,
} from '../http/index.ts';
import type { RouteMaker } from '../http/index.ts';
import { refuseToFreeDeletions } from './end.ts';
import type { Shown } from './end.ts';
import { criticalRules, farReaching, recentlyCovered } from './reach.ts';
import type { Scope } from './reach.ts';
import { ending, newSilence, silenceSchema } from './schemas.ts';
import { shownSilences } from './shown.ts';
import type { ShownSilence } from './shown.ts';

const TAG = 'Silences';

/** Returns the routes of silences. A silence has a reason, an author, an end and a scope. */
export function silenceRoutes(api: RouteMaker, deps: ServerDependencies): Route[] {
  const { db } = deps.database;
  const shown = (fleetId: string, rows: readonly Shown[], caller?: Caller): Promise<ShownSilence[]> =>
    shownSilences(db, { fleetId, rows, caller, at: deps.now() });
  const shownOne = async (fleetId: string, row: Shown, caller?: Caller): Promise<ShownSilence> =>
    (await shown(fleetId, [row], caller))[0]!;
  return [
    api({
      method: 'get',
      path: '/silences',
      id: 'listSilences',
      tag: TAG,
      role: 'viewer',
      summary: 'List silences',
      query: listQuery({
        active: z.enum(['true']).optional().meta({ description: '`true`: only active ones.' }),
      }),
      answer: {
        description: 'Silences, newest first.',
        schema: listOf(silenceSchema).extend({
          timezone: z.string().meta({ description: 'Of the fleet.' }),
        }),
      },
      async run({ fleetId, caller, query: { active: isActiveOnly, ...page } }) {
        const filter = isActiveOnly === undefined ? {} : { activeAt: deps.now() };
        const listed = await listSilences(db, { fleetId, ...filter, ...given(page) });
        const { timezone } = caller.fleet;
        const items = await shown(fleetId, listed.items, caller);
        return { ...listAnswer({ ...listed, items }, (item) => item), timezone };
      },
    }),
    api({
      method: 'post',
      path: '/silences',
      id: 'createSilence',
      tag: TAG,
      role: 'editor',
      summary: 'Create a silence',
      description:
        'It applies from the next evaluated trip. An alert must match every scope named; without any, the whole fleet is silenced. Alerts of critical rules are silenced only by a silence that names the rule. A silenced alert is recorded with the reason `silenced`. A rule or a group that does not exist is refused. A driver of whom nothing is stored is accepted, because a silence may come before the first trip: `warnings` names it.',
      query: z.strictObject({
        dry_run: flag('Whether to answer what would be created, with its warnings, and create nothing.'),
      }),
      body: {
        schema: newSilence,
        example: {
          id: 'roadworks-a1',
          reason: 'Roadworks on the A1',
          until: '2026-12-01T18:00:00+01:00',
          rules: ['hard-braking'],
        },
      },
      answer: { description: 'The silence.', schema: silenceSchema },
      problems: { 409: 'There is, or was, a silence of this id.' },
      async run({ fleetId, caller, query, body: { until: text, by, ...rest } }) {
        const until = new Date(text);
        const at = deps.now();
        if (until <= at)
          throw refused(worded('problems.silenceRefused'), [
            { pointer: '/until', message: worded('problems.silenceOver') },
          ]);
        await refuseUnknownNames(db, fleetId, rest);
        const critical = await criticalRules(db, fleetId, rest.rules ?? []);
        const warnings = [
          ...farReaching(rest, critical),
          ...(await doubtfulDrivers(db, fleetId, rest.drivers ?? [])),
        ];
        const said = { ...(warnings.length > 0 && { warnings }) };
        const taken = new Problem(409, worded('problems.silenceTaken', { id: rest.id }));
        const silence = { ...given({ ...rest, by }), id: rest.id, reason: rest.reason };
        if (query.dry_run === 'true') {
          if (await getSilence(db, { fleetId, id: rest.id })) throw taken;
          const would = await recentlyCovered(db, { ...given(rest), fleetId, at });
          const { rules = null, drivers = null, groups = null } = rest;
          const ended = { endedAt: null, endedBy: null, endedWhy: null };
          const row = {
            ...silence,
            fleetId,
            rules,
            drivers,
            groups,
            until,
            createdAt: at,
            createdBy: caller.name,
            ...ended,
          };
          const answer = await shownOne(fleetId, row);
          return { ...answer, until: text, ...said, would_have_silenced: would, dry_run: true };
        }
        const created = await createSilence(db, { ...silence, fleetId, until, who: caller.name, at });
        if (!created) throw taken;
        return { ...(await shownOne(fleetId, created)), ...said };
      },
    }),
    api({
      method: 'get',
      path: '/silences/{id}',
      id: 'getSilence',
      tag: TAG,
      role: 'viewer',
      summary: 'Show a silence',
      answer: { description: 'The silence.', schema: silenceSchema },
      async run({ fleetId, params, caller }) {
        const row = found(await getSilence(db, { fleetId, id: params['id']! }));
        return shownOne(fleetId, row, caller);
      },
    }),
    api({
      method: 'delete',
      path: '/silences/{id}',
      id: 'endSilence',
      tag: TAG,
      role: 'editor',
      summary: 'End a silence early',
      description:
        'It stays recorded, with who ended it and why (in the query, or in a body where a client can send one with DELETE). A finished one stays unchanged. Only an admin ends a silence that someone else created and that affects a rule which deletes trips.',
      query: ending,
      body: { schema: ending, absent: {}, example: { why: 'The road is open again.' } },
      answer: { description: 'The silence as it is now.', schema: silenceSchema },
      async run({ fleetId, params, caller, query, body }) {
        const key = { fleetId, id: params['id']!, who: caller.name, at: deps.now() };
        await refuseToFreeDeletions(db, found(await getSilence(db, key)), { ...key, ...caller });
        const ended = found(await endSilence(db, { ...key, ...given({ ...query, ...body }) }));
        return shownOne(fleetId, ended);
      },
    }),
  ];
}

function found(row: Silence | undefined): Silence {
  if (!row) throw new Problem(404, worded('problems.noSilence'));
  return row;
}

/**
 * Refuses unknown rules and groups, because such a silence would have no effect without anyone noticing.
 * Groups can be checked only once they were read from the service.
 * @throws Problem 422
 */
async function refuseUnknownNames(
  db: Db,
  fleetId: string,
  { rules = [], groups = [] }: Scope,
): Promise<void> {
  const ids = rules.length > 0 ? await documentIds(db, { fleetId, kind: 'rule' }) : [];
  const known = groups.length > 0 ? await knownGroups(db, fleetId) : undefined;
  const errors = [
    ...unknownNames({ names: rules, pointer: '/rules', noun: 'rule', known: ids }),
    ...(known ? unknownNames({ names: groups, pointer: '/groups', noun: 'group', known }) : []),
  ];
  if (errors.length > 0) throw refused(worded('problems.silenceRefused'), errors);
}

/**
 * Returns warnings about silenced drivers for whom nothing is stored. Their ids are mistyped, or they have
 * not driven yet.
 */
async function doubtfulDrivers(
  db: Db,
  fleetId: string,
  drivers: readonly string[],
): Promise<DocumentIssue[]> {
  const driverIds = drivers.filter(isStorableId);
  const unknown = await unknownDrivers(db, { fleetId, driverIds });
  return unknown.map((driver) =>
    issueAt(
      `/drivers/${drivers.indexOf(driver.driverId)}`,
      sentence('silencesNothing', { what: unknownDriverWords(driver) }),
    ),
  );
}
