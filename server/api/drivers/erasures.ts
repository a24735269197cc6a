import * as z from 'zod';
import type { Sentence } from '../../../rules/documents/index.ts';
import { issueAt, sentence } from '../../../rules/documents/index.ts';
import { worded } from '../../../messages/language/index.ts';
import type { FleetConfig } from '../../../config.ts';
import { openMattersWords } from '../../../messages/drivers/index.ts';
import { resolveRecord, settingsFrom } from '../../../rules/drivers/index.ts';
import { localDay } from '../../../rules/time/index.ts';
import { isStorableId, recordAudit } from '../../../store/db/index.ts';
import type { Db } from '../../../store/db/index.ts';
import { driverSources, similarDrivers } from '../../../store/drivers/index.ts';
import {
  exportDriver,
  getErasure,
  isAnythingExported,
  isDriverStored,
  latestErasure,
  listErasures,
  openMatters,
  previewErasure,
  requestErasure,
} from '../../../store/retention/index.ts';
import type { DriverKey, Erasure, OpenMatters } from '../../../store/retention/index.ts';
import { Problem } from '../../http/index.ts';
import type { Route, ServerDependencies } from '../../http/index.ts';
import {
  DryRunAnswer,
  LineAnswer,
  driverName,
  flag,
  listAnswer,
  listOf,
  listQuery,
  namedOne,
  onWire,
  refused,
  storableText,
  unknownDriverWords,
} from '../http/index.ts';
import type { AnswerOf, RouteMaker } from '../http/index.ts';

const TAG = 'Drivers';
/** Milliseconds after the end of an erasure in which a repeated request returns that erasure. */
const SAME_WITHIN_MS = 60_000;
const asked = z.strictObject({
  why: storableText(1_000).trim().min(1).meta({
    description: 'The reason; it stays in the audit log, so do not name the driver in it.',
  }),
});

/** Returns the routes that export and erase one driver's data. */
export function driverRoutes(api: RouteMaker, deps: ServerDependencies): Route[] {
  const { db } = deps.database;
  return [
    api({
      method: 'get',
      path: '/drivers/{driver_id}/export',
      id: 'exportDriver',
      tag: TAG,
      role: 'admin',
      limit: { aMinute: 30, atOnce: 2 },
      summary: 'Export a driver’s data',
      description:
        'One JSON object a line, each with its `kind`, as it was at one moment. A driver of whom nothing is stored is refused. The first line is of kind `export`, with the fleet’s name, zone and language; the last one, of kind `end`, counts the others: without it, the answer is incomplete.',
      answer: {
        description: 'The lines.',
        type: 'application/x-ndjson',
        schema: z.string(),
      },
      problems: { 422: 'Nothing is stored about this driver.' },
      run: async ({ fleetId, params, caller }) => {
        const driverId = driverOf(params);
        const at = deps.now();
        const key = { fleetId, driverId };
        if (!(await isDriverStored(db, key)) && !(await isAnythingExported(db, key)))
          throw await unknownDriver(db, key, (what) => sentence('nothingToExport', { what }));
        const subject = { subjectType: 'driver', subjectId: driverId };
        const details = { driver_id: driverId };
        await recordAudit(db, {
          fleetId,
          at,
          who: caller.name,
          action: 'driver.exported',
          ...subject,
          details,
        });
        return new LineAnswer((out) => writeExport(out, { deps, key, at, fleet: caller.fleet }));
      },
    }),
    api({
      method: 'post',
      path: '/drivers/{driver_id}/erase',
      id: 'eraseDriver',
      tag: TAG,
      role: 'admin',
      summary: 'Erase a driver’s data',
      description:
        'Erasing runs in the background; the returned address shows its state. A repeated call returns the same erasure request while that runs, and for a minute after it ended unless new data of the driver was stored; later calls start a new one. Kept: the erasure request itself (who, why) and tombstones (hashes) that keep erased data from being stored again. A driver of whom nothing is stored, and who was not erased before, is refused. With `dry_run`, the answer has the counts of what would be removed, and what is open.',
      query: z.strictObject({
        dry_run: flag('Whether to answer how much would be removed, and remove nothing.'),
      }),
      dryRun: { description: 'A dry run: what would be removed.', schema: previewSchema },
      body: { schema: asked, example: { why: 'Request of 3 March, ticket 4711.' } },
      status: 202,
      locate: ({ address }) => String(address),
      answer: {
        description: 'Its state.',
        schema: erasureSchema,
        headers: { location: 'Its address.' },
      },
      problems: {
        409: 'An incident of the driver is not resolved, or a deletion of a trip has not ended: `incidents` and `deletions` list them, and `detail` names the first ten of each.',
      },
      async run({ fleetId, params, query, body, caller }) {
        const driverId = driverOf(params);
        if (query.dry_run === 'true')
          return new DryRunAnswer(await previewOf(db, { fleet: caller.fleet, driverId, at: deps.now() }));
        const latest = await latestErasure(db, { fleetId, driverId });
        const at = deps.now();
        if (latest && isJustDone(latest, at) && !(await isDriverStored(db, { fleetId, driverId })))
          return erasureOnWire(latest);
        if (latest?.state !== 'running') refuseWhileOpen(await openMatters(db, { fleetId, driverId }));
        if (!latest && !(await isDriverStored(db, { fleetId, driverId })))
          await previewOf(db, { fleet: caller.fleet, driverId, at });
        const request = { fleetId, driverId, who: caller.name, why: body.why, at };
        const erasure = await requestErasure(db, request);
        await deps.workflows.startErasure({ fleet: fleetId, erasureId: erasure.id });
        return erasureOnWire(erasure);
      },
    }),
    api({
      method: 'get',
      path: '/erasures',
      id: 'listErasures',
      tag: TAG,
      role: 'admin',
      summary: 'List erasure requests',
      query: listQuery({}),
      answer: { description: 'They do not name the driver. Newest first.', schema: listOf(erasureSchema) },
      run: async ({ fleetId, query }) =>
        listAnswer(await listErasures(db, { fleetId, ...query }), erasureOnWire),
    }),
    api({
      method: 'get',
      path: '/erasures/{id}',
      id: 'getErasure',
      tag: TAG,
      role: 'admin',
      summary: 'Show an erasure request',
      answer: { description: 'Its state.', schema: erasureSchema },
      async run({ fleetId, params }) {
        const row = await getErasure(db, { fleetId, id: params['id']! });
        if (!row) throw new Problem(404, worded('problems.noErasure'));
        return erasureOnWire(row);
      },
    }),
  ];
}

function driverOf(params: Readonly<Record<string, string>>): string {
  const driverId = params['driver_id']!;
  if (!isStorableId(driverId)) throw new Problem(404, worded('problems.noDriverId'));
  return driverId;
}

/**
 * Returns whether an erasure ended so recently that another request is a repeated click. A later request
 * starts another erasure, because only that finds all mentions.
 */
function isJustDone({ state, finishedAt }: Erasure, at: Date): boolean {
  return state === 'done' && finishedAt !== null && at.getTime() - finishedAt.getTime() < SAME_WITHIN_MS;
}

/**
 * Refuses an erasure while incidents or deletions of the driver are open.
 * @throws Problem 409
 */
function refuseWhileOpen(matters: OpenMatters): void {
  const { incidents, deletions } = matters;
  if (incidents.length + deletions.length === 0) return;
  throw new Problem(409, openMattersWords(matters), { more: { incidents, deletions } });
}

/**
 * Counts what an erasure would remove now.
 * @throws Problem 422 for a driver who has no stored rows, is named in no stored text, and was not erased
 * before
 */
async function previewOf(
  db: Db,
  args: {
    readonly fleet: { readonly id: string; readonly timezone: string };
    readonly driverId: string;
    readonly at: Date;
  },
): Promise<AnswerOf<typeof previewSchema>> {
  const { fleet, driverId, at } = args;
  const key = { fleetId: fleet.id, driverId };
  const dayOf = (instant: Date) => localDay(instant, fleet.timezone);
  const wouldRemove = await previewErasure(db, { ...key, until: at, dayOf });
  if (Object.keys(wouldRemove).length === 0 && !(await latestErasure(db, key)))
    throw await unknownDriver(db, key, (what) => sentence('nothingToErase', { what }));
  const { incidents, deletions } = await openMatters(db, key);
  return namedOne(db, fleet.id, {
    dry_run: true as const,
    driver_id: driverId,
    would_remove: wouldRemove,
    incidents,
    deletions,
  });
}

/** Creates the problem of a driver for whom nothing is stored. */
async function unknownDriver(
  db: Db,
  key: DriverKey,
  therefore: (what: Sentence) => Sentence,
): Promise<Problem> {
  const { driverId } = key;
  const what = unknownDriverWords({ driverId, similar: await similarDrivers(db, key) });
  return refused(worded('problems.driverUnknown'), [issueAt('/driver_id', therefore(what))]);
}

async function writeExport(
  out: (lines: string) => Promise<void>,
  args: {
    readonly deps: ServerDependencies;
    readonly key: DriverKey;
    readonly fleet: Pick<FleetConfig, 'name' | 'timezone'>;
    readonly at: Date;
  },
): Promise<void> {
  const { key, at } = args;
  const line = (kind: string, data: object): string => `${JSON.stringify({ kind, ...data })}\n`;
  let count = 0;
  const { db } = args.deps.database;
  const sources = await driverSources(db, { fleetId: key.fleetId, driverIds: [key.driverId] });
  const { language } = settingsFrom(sources.settings);
  const { record } = resolveRecord(sources.drivers.get(key.driverId) ?? {}, settingsFrom(sources.settings));
  let head = line('export', {
    fleet: key.fleetId,
    driver_id: key.driverId,
    at: at.toISOString(),
    fleet_name: args.fleet.name,
    timezone: args.fleet.timezone,
    language,
    name: record.name,
  });
  await exportDriver(db, key, async (rows) => {
    count += rows.length;
    await out(head + rows.map(({ kind, data }) => line(kind, { data })).join(''));
    head = '';
  });
  await out(head + line('end', { lines: count }));
}

const counts = z.record(z.string(), z.int());

/** Schema of a dry run's answer: the expected effects of an erasure. */
const previewSchema = z
  .object({
    dry_run: z.literal(true),
    driver_id: z.string(),
    driver_name: driverName,
    would_remove: counts.meta({
      description: 'How much would be removed or changed, by kind; the keys of `removed` of an erasure.',
      example: { trips: 12, alerts: 3, audit: 7 },
    }),
    incidents: z.array(z.string()).meta({ description: 'Open incidents, which must be resolved first.' }),
    deletions: z.array(z.string()).meta({ description: 'Deletions that have not ended.' }),
  })
  .meta({ id: 'ErasurePreview' });

/** Schema of an erasure request. It never names the erased driver. */
const erasureSchema = z
  .object({
    id: z.string(),
    state: z.enum(['running', 'done', 'refused']),
    reason: z.string().optional().meta({ description: 'Why it was refused.' }),
    who: z.string().meta({ description: 'The token’s name.' }),
    why: z.string(),
    removed: counts.meta({ description: 'How much was removed or changed, by kind.' }),
    requested_at: z.iso.datetime(),
    finished_at: z.iso.datetime().optional(),
    address: z.string(),
  })
  .meta({ id: 'Erasure' });

/** Returns an erasure as the API shows it. */
function erasureOnWire(row: Erasure): AnswerOf<typeof erasureSchema> {
  return onWire(erasureSchema, row, { address: `/api/v1/fleets/${row.fleetId}/erasures/${row.id}` });
}
