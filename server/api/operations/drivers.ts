import * as z from 'zod';
import { isStorableId, recordAudit } from '../../../store/db/index.ts';
import {
  exportDriver,
  getErasure,
  isDriverStored,
  latestErasure,
  listErasures,
  openMatters,
  requestErasure,
} from '../../../store/retention/index.ts';
import type { Erasure, OpenMatters } from '../../../store/retention/index.ts';
import { Problem } from '../../http/index.ts';
import type { Route, ServerDependencies } from '../../http/index.ts';
import { LineAnswer, fields, listAnswer, listOf, listQuery, storableText } from '../http/index.ts';
import type { RouteMaker } from '../http/index.ts';

const TAG = 'Drivers';
/** Asked again so soon after the end, an erasure is the same one. */
const SAME_WITHIN_MS = 60_000;
const asked = z.strictObject({
  why: storableText(1_000).trim().min(1).meta({
    description: 'Why; it stays in the audit log, so do not name the driver in it.',
  }),
});

/** One driver’s data: handed out whole, and erased. */
export function driverRoutes(api: RouteMaker, deps: ServerDependencies): Route[] {
  const { db } = deps.database;
  return [
    api({
      ...{ method: 'get', path: '/drivers/{driver_id}/export', id: 'exportDriver', tag: TAG, role: 'admin' },
      limit: { aMinute: 30, atOnce: 2 },
      summary: 'Export a driver’s data',
      description:
        'One JSON object a line, each with its `kind`, as it was at one moment. The first line is of kind `export`; the last one, of kind `end`, counts the others: without it, the answer is incomplete.',
      answer: {
        description: 'The lines.',
        type: 'application/x-ndjson',
        schema: z.string(),
      },
      run: async ({ fleetId, params, caller }) => {
        const driverId = driverOf(params);
        const at = deps.now();
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
        return new LineAnswer((out) => writeExport(out, { deps, key: { fleetId, driverId }, at }));
      },
    }),
    api({
      ...{ method: 'post', path: '/drivers/{driver_id}/erase', id: 'eraseDriver', tag: TAG, role: 'admin' },
      summary: 'Erase a driver’s data',
      description:
        'It runs in the background; its address answers the state. Repeated while it runs, or less than a minute after its end without new rows of the driver, the request is the same one; later a new one searches again. What stays: that it happened, who requested it and why; tombstones (hashes) that keep erased data from coming back.',
      body: { schema: asked, example: { why: 'Request of 3 March, ticket 4711.' } },
      status: 202,
      locate: (answer) => (answer as { address: string }).address,
      answer: {
        description: 'Its state.',
        schema: erasureSchema,
        headers: { location: 'Its address.' },
      },
      problems: {
        409: 'An incident of the driver is not resolved, or a deletion of a trip not over: `incidents` and `deletions` name them.',
      },
      async run({ fleetId, params, body, caller }) {
        const driverId = driverOf(params);
        const latest = await latestErasure(db, { fleetId, driverId });
        const at = deps.now();
        if (latest && isJustDone(latest, at) && !(await isDriverStored(db, { fleetId, driverId })))
          return erasureOnWire(latest);
        if (latest?.state !== 'running') refuseWhileOpen(await openMatters(db, { fleetId, driverId }));
        const request = { fleetId, driverId, who: caller.name, why: body.why, at };
        const erasure = await requestErasure(db, request);
        await deps.workflows.startErasure({ fleet: fleetId, erasureId: erasure.id });
        return erasureOnWire(erasure);
      },
    }),
    api({
      ...{ method: 'get', path: '/erasures', id: 'listErasures', tag: TAG, role: 'admin' },
      summary: 'List requests to erase a driver',
      query: listQuery({}),
      answer: { description: 'They do not name the driver. Newest first.', schema: listOf(erasureSchema) },
      run: async ({ fleetId, query }) =>
        listAnswer(await listErasures(db, { fleetId, ...query }), erasureOnWire),
    }),
    api({
      ...{ method: 'get', path: '/erasures/{id}', id: 'getErasure', tag: TAG, role: 'admin' },
      summary: 'Show a request to erase a driver',
      answer: { description: 'Its state.', schema: erasureSchema },
      async run({ fleetId, params }) {
        const row = await getErasure(db, { fleetId, id: params['id']! });
        if (!row) throw new Problem(404, 'There is no erasure with this id.');
        return erasureOnWire(row);
      },
    }),
  ];
}

function driverOf(params: Readonly<Record<string, string>>): string {
  const driverId = params['driver_id']!;
  if (!isStorableId(driverId)) throw new Problem(404, 'No driver can have this id.');
  return driverId;
}

/** Whether an erasure ended so short ago that asking again is a repeated click. Nothing less than another one finds all mentions. */
function isJustDone({ state, finishedAt }: Erasure, at: Date): boolean {
  return state === 'done' && finishedAt !== null && at.getTime() - finishedAt.getTime() < SAME_WITHIN_MS;
}

/** @throws Problem 409 while something of the driver is not over */
function refuseWhileOpen(matters: OpenMatters): void {
  const { incidents, deletions } = matters;
  if (incidents.length + deletions.length === 0) return;
  throw new Problem(
    409,
    'The driver has open incidents or deletions: resolve the incidents, approve or reject the deletions or wait for their end, then request the erasure again.',
    { more: { incidents, deletions } },
  );
}

async function writeExport(
  out: (lines: string) => Promise<void>,
  args: {
    readonly deps: ServerDependencies;
    readonly key: { readonly fleetId: string; readonly driverId: string };
    readonly at: Date;
  },
): Promise<void> {
  const { key, at } = args;
  const line = (kind: string, data: object): string => `${JSON.stringify({ kind, ...data })}\n`;
  let count = 0;
  let head = line('export', { fleet: key.fleetId, driver_id: key.driverId, at: at.toISOString() });
  await exportDriver(args.deps.database.db, key, async (rows) => {
    count += rows.length;
    await out(head + rows.map(({ kind, data }) => line(kind, { data })).join(''));
    head = '';
  });
  await out(head + line('end', { lines: count }));
}

/** A request to erase a driver: never whom. */
const erasureSchema = z
  .object({
    id: z.string(),
    state: z.enum(['running', 'done', 'refused']),
    reason: z.string().optional().meta({ description: 'Why it was refused.' }),
    who: z.string().meta({ description: 'The token’s name.' }),
    why: z.string(),
    removed: z.record(z.string(), z.int()).meta({ description: 'How much was removed, by kind.' }),
    requested_at: z.iso.datetime(),
    finished_at: z.iso.datetime().optional(),
    address: z.string(),
  })
  .meta({ id: 'Erasure' });

/** An erasure on the wire. */
function erasureOnWire(row: Erasure): Record<string, unknown> {
  return fields({
    id: row.id,
    state: row.state,
    reason: row.reason,
    who: row.who,
    why: row.why,
    removed: row.removed,
    requested_at: row.requestedAt,
    finished_at: row.finishedAt,
    address: `/api/v1/fleets/${row.fleetId}/erasures/${row.id}`,
  });
}
