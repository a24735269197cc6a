import { ApplicationFailure } from '@temporalio/common';
import { digestSchema } from '../../rules/documents/index.ts';
import type { Digest } from '../../rules/documents/index.ts';
import { resolveRecord, settingsFrom } from '../../rules/drivers/index.ts';
import type { DriverReading } from '../../rules/vocabulary/index.ts';
import { isStorableId } from '../../store/db/index.ts';
import {
  countDigestDrivers,
  digestRunFacts,
  keepDigestDrivers,
  noteDigestGathered,
  settleDigestDrivers,
} from '../../store/digests/index.ts';
import type {
  DigestDriverReading,
  DigestGathering,
  DigestRange,
  DigestRangeKey,
  DigestRunFacts,
} from '../../store/digests/index.ts';
import { driverSources } from '../../store/drivers/index.ts';
import { NoAnalyticsError, analyticsOf } from '../dependencies/index.ts';
import type { ActivityDependencies } from '../dependencies/index.ts';
import { expectOk } from '../facts/index.ts';
import { lastPosition, withSignOfLife } from '../resilience/index.ts';
import type { KeepPosition, StopCheck } from '../resilience/index.ts';
import { mayRetry, unlessGone } from './figures.ts';
import { isSentInParts } from './parts.ts';

/** Run and period whose drivers are to be gathered. */
interface DigestGatherInput {
  readonly fleet: string;
  readonly runId: string;
  readonly range: DigestRange;
}

/** Position at which an earlier attempt was interrupted: the index of a list (one per group) and the offset in that list. */
interface Position {
  readonly list: number;
  readonly offset: number;
  readonly unknownGroups: readonly string[];
}

/** Number of drivers that are written at a time, while the next page of the list is fetched. */
const A_BATCH = 500;

/** Result for a run that failed before its data was gathered. */
const CANCELLED: DigestGathering = { complete: false, drivers: 0, reason: 'The digest was cancelled.' };

/** Result for a run that is sent only in parts, because each part reads its own drivers. */
const IN_PARTS: DigestGathering = { complete: true, drivers: 0 };

/** Creates the activity that reads a digest's drivers from the service. */
export function createDigestGathering(deps: ActivityDependencies) {
  return {
    /**
     * Reads the drivers of one period, page by page, and stores them. A retry, on any worker, continues where the last attempt
     * stopped. If the service is unavailable for longer than the run waits, the stored result has `complete: false`.
     *
     * Reads nothing for a run that is sent only in parts.
     * @throws ApplicationFailure worth a retry while the service or the database is unavailable; not worth a retry when the fleet
     * is gone
     */
    async gatherDigestDrivers(input: DigestGatherInput): Promise<DigestGathering> {
      const key = { fleetId: input.fleet, id: input.runId };
      return withSignOfLife<DigestGathering, Position>(async (stopCheck, keep) => {
        const run = await knownRun(deps, key);
        const done = run.gathered[input.range];
        if (done) return done;
        if (run.state === 'failed') return CANCELLED;
        unlessGone(deps, run);
        const digest = digestSchema.parse(run.document);
        if (isSentInParts(run, digest)) return IN_PARTS;
        const reading = { deps, run, digest, range: input.range };
        const ended = await readLists({ ...reading, stopCheck, keep }).catch((error: unknown) => {
          if (!isOfService(error) || mayRetry(run, deps.now())) throw error;
          return { complete: false, reason: error.message };
        });
        await settleDigestDrivers(deps.db);
        const drivers = await countDigestDrivers(deps.db, rangeKey(reading));
        const gathering = { ...ended, drivers };
        await noteDigestGathered(deps.db, { ...key, range: input.range, gathering });
        return gathering;
      });
    },
  };
}

/** Returns a run in its current state. @throws ApplicationFailure when the run is no longer stored */
export async function knownRun(
  deps: ActivityDependencies,
  key: { readonly fleetId: string; readonly id: string },
): Promise<DigestRunFacts> {
  const run = await digestRunFacts(deps.db, key);
  if (!run)
    throw ApplicationFailure.nonRetryable('The digest’s run is no longer stored.', 'digest_run_unknown');
  return run;
}

/** Returns whether the service or its configuration caused the error, as opposed to the database or this worker. */
function isOfService(error: unknown): error is Error {
  const isAnswer = error instanceof ApplicationFailure && error.type?.startsWith('analytics_') === true;
  return isAnswer || error instanceof NoAnalyticsError;
}

interface Reading {
  readonly deps: ActivityDependencies;
  readonly run: DigestRunFacts;
  readonly digest: Digest;
  readonly range: DigestRange;
  readonly stopCheck: StopCheck;
  readonly keep: KeepPosition<Position>;
}

function rangeKey({ run, range }: Pick<Reading, 'run' | 'range'>): DigestRangeKey {
  return { fleetId: run.fleetId, runId: run.id, range };
}

/** Reads the fleet's list of drivers, or the lists of the digest's groups one after another. */
async function readLists(reading: Reading): Promise<Pick<DigestGathering, 'complete' | 'unknownGroups'>> {
  const lists = reading.digest.groups ?? [undefined];
  const from = lastPosition<Position>() ?? { list: 0, offset: 0, unknownGroups: [] };
  const unknownGroups = [...from.unknownGroups];
  for (let list = from.list; list < lists.length; list += 1) {
    const offset = list === from.list ? from.offset : 0;
    const group = lists[list];
    const isKnown = await readList(reading, { list, offset, unknownGroups }, group);
    if (!isKnown && group !== undefined) unknownGroups.push(group);
  }
  return { complete: true, ...(unknownGroups.length === 0 ? {} : { unknownGroups }) };
}

/**
 * Reads one list from an offset on, and writes drivers while the next pages are fetched. Advances the position only after a
 * write, so that the next attempt repeats whatever was not written.
 * @returns false when the service says that the group does not exist
 */
async function readList(reading: Reading, from: Position, group: string | undefined): Promise<boolean> {
  const { deps, run, range, stopCheck, keep } = reading;
  const { from: startDate, to: endDate } = run[range];
  const pages = analyticsOf(deps, run.fleetId).driversPages({
    startDate,
    endDate,
    fields: ['info', 'driving_behavior'],
    offset: from.offset,
    ...(group === undefined ? {} : { groupId: group }),
  });
  let { offset } = from;
  let waiting: DigestDriverReading[] = [];
  let writing: Promise<void> = Promise.resolve();
  const write = async (): Promise<void> => {
    await writing;
    if (waiting.length === 0) return;
    const [drivers, position] = [waiting, { ...from, offset }];
    waiting = [];
    writing = keepDigestDrivers(deps.db, { ...rangeKey(reading), drivers }).then(() => keep(position));
    // Marks a failed write as handled until then. The next write, or the end, awaits it and gets the error.
    writing.catch(() => undefined);
  };
  try {
    for await (const outcome of pages) {
      stopCheck();
      if (group !== undefined && outcome.kind === 'invalid' && outcome.notFound === true) return false;
      const { rows, nextOffset = 0, received } = await expectOk(deps, run.fleetId, outcome);
      const usable = rows.filter(({ driverId }) => isStorableId(driverId));
      waiting = [...waiting, ...(await readings(reading, usable, group))];
      offset = nextOffset > offset ? nextOffset : offset + received;
      if (waiting.length >= A_BATCH) await write();
    }
  } finally {
    await write();
    await writing;
  }
  return true;
}

/**
 * Returns a page of drivers in the form that a digest stores. Names come from the directory, or else from the attributes on this
 * page.
 */
async function readings(
  { deps, run: { fleetId }, digest }: Reading,
  rows: readonly DriverReading[],
  group: string | undefined,
): Promise<readonly DigestDriverReading[]> {
  const driverIds = rows.map(({ driverId }) => driverId);
  const { settings, drivers } = await driverSources(deps.db, { fleetId, driverIds });
  const { driver_fields: mapping, privacy } = settingsFrom(settings);
  // Uses the digest's own attribute for names, if it sets one, in place of the fleet's.
  const path = digest.driver_name ?? mapping.name;
  const fields = { driver_fields: { ...mapping, ...(path !== undefined && { name: path }) } };
  return rows.map((row) => {
    const source = { directory: drivers.get(row.driverId)?.directory ?? {}, attributes: row.attributes };
    const name = privacy.name ? resolveRecord(source, fields).record.name : undefined;
    return digestDriverReading(row, { name, group });
  });
}

/** Number of characters after which a name is cut, because it is shown in a table. */
const LONGEST_NAME = 120;

/**
 * Returns a driver from the service's list in the form that a digest stores.
 * @param options.name the driver's name; if absent, the digest shows the id
 * @param options.group the group whose list was requested
 */
function digestDriverReading(
  reading: DriverReading,
  options: { readonly name: string | undefined; readonly group: string | undefined },
): DigestDriverReading {
  const { driverId, ratings } = reading;
  return {
    driverId,
    name: options.name === undefined ? null : [...options.name].slice(0, LONGEST_NAME).join(''),
    ...(options.group === undefined ? {} : { groups: [options.group] }),
    ...scoreOf(reading),
    hardBrakeRating: ratings['hard_brake_rating'] ?? null,
    phoneUseRating: ratings['phone_use_rating'] ?? null,
    rapidAccelerationRating: ratings['rapid_acceleration_rating'] ?? null,
    overspeedingRating: ratings['overspeeding_rating'] ?? null,
    tripCount: reading.tripCount === undefined ? null : Math.min(reading.tripCount, LARGEST_COUNT),
    distanceKm: reading.distanceKm ?? null,
    durationSeconds: reading.durationSeconds ?? null,
    driverStartDate: reading.driverStartDate ?? null,
    missingSensors: [...new Set(reading.devices?.flatMap(({ missingData }) => missingData))].sort(),
    highwayRatio: reading.highwayRatio ?? null,
    nightDrivingFraction: reading.nightDrivingFraction ?? null,
  };
}

/** Largest number that the database column can store. */
const LARGEST_COUNT = 2_147_483_647;

function scoreOf({ score, notGiven }: DriverReading): Pick<DigestDriverReading, 'score' | 'scoreMissing'> {
  if (typeof score === 'number') return { score, scoreMissing: null };
  const isRefused = score === null && notGiven?.includes('service_score') !== true;
  return { score: null, scoreMissing: isRefused ? 'not_rated' : 'not_known' };
}
