import * as z from 'zod';
import type { DocumentIssue } from '../../../rules/documents/index.ts';
import { worded } from '../../../messages/language/index.ts';
import { ID_PATTERN, issueAt, messageOf, sentence } from '../../../rules/documents/index.ts';
import { createSilence, endOf, endSilence, getSilence, listSilences } from '../../../store/alerts/index.ts';
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
  driverNames,
  flag,
  given,
  issue,
  listAnswer,
  listOf,
  listQuery,
  namesOf,
  onWire,
  optionalBy,
  refused,
  storableText,
  unknownDriverWords,
  unknownNames,
} from '../http/index.ts';
import type { AnswerOf, RouteMaker } from '../http/index.ts';
import { mayEnd, refuseToFreeDeletions } from './end.ts';
import type { Shown } from './end.ts';
import { criticalRules, farReaching, recentlyCovered } from './reach.ts';
import type { Scope } from './reach.ts';

const TAG = 'Silences';
/** Maximum number of rules, drivers or groups in one silence. */
const MOST = 1_000;

const silenceSchema = z
  .object({
    id: z.string(),
    reason: z.string(),
    until: z.iso.datetime().meta({ description: 'When it ends, or would have ended.' }),
    rules: z.array(z.string()).optional(),
    drivers: z.array(z.string()).optional(),
    driver_names: driverNames,
    groups: z.array(z.string()).optional(),
    critical_rules: z.array(z.string()).optional().meta({
      description: 'Those of `rules` that are critical as published: nobody is notified of their alerts.',
    }),
    active: z.boolean().meta({ description: 'Whether it is active now.' }),
    may_end: z
      .boolean()
      .optional()
      .meta({ description: 'Whether you may end it early; in lists, and where one is shown.' }),
    created_at: z.iso.datetime(),
    created_by: z.string().meta({ description: 'Name of the token.' }),
    ended_at: z.iso.datetime().optional().meta({ description: 'When it was ended early.' }),
    ended_by: z.string().optional(),
    ended_why: z.string().optional(),
    dry_run: z.boolean().optional().meta({ description: '`true`: nothing was created.' }),
    warnings: z.array(issue).optional().meta({
      description:
        'Only when created: that it covers the whole fleet or a critical rule, and drivers of whom nothing is stored yet, which may be mistyped.',
    }),
    would_have_silenced: z
      .object({
        since: z.iso.datetime(),
        alerts: z.int().meta({ description: 'Alerts that were sent, or are still to be.' }),
        rules: z
          .array(z.object({ rule: z.string(), alerts: z.int() }))
          .meta({ description: 'The same by rule, most first.' }),
      })
      .optional()
      .meta({
        description: 'Only with `dry_run`: alerts of the last seven days that it would have stopped.',
      }),
  })
  .meta({ id: 'Silence' });

const scope = (what: string) =>
  z.array(storableText(512).min(1)).min(1).max(MOST).optional().meta({ description: what });

const newSilence = z.strictObject({
  id: z
    .string()
    .regex(ID_PATTERN, messageOf(sentence('smallId')))
    .meta({ description: 'Id of the silence, by which it is ended.' }),
  reason: storableText(2_000).min(1).meta({ description: 'The reason; recorded in the audit log.' }),
  until: z.iso
    .datetime({
      offset: true,
      error: messageOf(sentence('mustBe', { wanted: sentence('form_utcTime') })),
    })
    .meta({ description: 'When it ends.' }),
  rules: scope('Only alerts of these rules. A critical rule is silenced only when it is named here.'),
  drivers: scope('Only alerts about these drivers.'),
  groups: scope('Only alerts about drivers of these groups.'),
  by: optionalBy,
});

const ending = z.strictObject({
  why: storableText(2_000).min(1).optional(),
  by: optionalBy,
});

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

type ShownSilence = AnswerOf<typeof silenceSchema>;

/**
 * Returns silences with the known names of their drivers.
 * @param args.caller when absent, the answer does not say whether the caller may end the silence
 */
async function shownSilences(
  db: Db,
  args: {
    readonly fleetId: string;
    readonly rows: readonly Shown[];
    readonly caller: Caller | undefined;
    readonly at: Date;
  },
): Promise<ShownSilence[]> {
  const { fleetId, rows, caller, at } = args;
  const names = await namesOf(
    db,
    fleetId,
    rows.flatMap(({ drivers }) => drivers ?? []),
  );
  return Promise.all(
    rows.map(async (row) => {
      const critical = await criticalRules(db, fleetId, row.rules ?? []);
      const known = (row.drivers ?? []).flatMap((id) =>
        names.has(id) ? [[id, names.get(id)!] as const] : [],
      );
      return onWire(silenceSchema, row, {
        driver_names: known.length > 0 ? Object.fromEntries(known) : null,
        critical_rules: critical.length > 0 ? critical : null,
        active: row.createdAt <= at && endOf(row) > at,
        may_end: caller && (await mayEnd(db, row, { ...caller, fleetId, at })),
        dry_run: null,
        warnings: null,
        would_have_silenced: null,
      });
    }),
  );
}
