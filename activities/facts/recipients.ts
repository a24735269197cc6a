import { receiversNamed } from '../../rules/channels/index.ts';
import { settingsFrom } from '../../rules/drivers/index.ts';
import type { Rotation, Route, Settings } from '../../rules/lint/index.ts';
import { namedOf, recipientNeeds, resolvePage } from '../../rules/recipients/index.ts';
import type {
  NamesReceivers,
  RecipientDriver,
  RecipientNeeds,
  ResolvedPage,
  Rotations,
  Routes,
} from '../../rules/recipients/index.ts';
import type { RotationPerson } from '../../rules/documents/index.ts';
import { utcDate } from '../../rules/time/index.ts';
import { alarmOf } from '../../messages/alerts/index.ts';
import { raiseAlarm } from '../../store/alarms/index.ts';
import type { Db } from '../../store/db/index.ts';
import { fleetDocuments } from '../../store/documents/index.ts';
import type { FleetDocuments, PublishedDocument } from '../../store/documents/index.ts';
import { driverSources } from '../../store/drivers/index.ts';
import { getDriverGroups, keepMissingReadings } from '../../store/facts/index.ts';
import { rowKey } from '../../store/trips/index.ts';
import type { TripKey } from '../../workflows/contracts/index.ts';
import type { ActivityDependencies } from '../dependencies/index.ts';
import { readGroups } from './groups.ts';
import { readDriver } from './scoreReadings.ts';

/** Published documents with which recipients are resolved. */
export interface RecipientDocuments {
  readonly rotations: Rotations;
  readonly routes: Routes;
  readonly settings: Settings;
}

/** Returns the documents with which recipients are resolved, from all published documents. */
export function recipientDocumentsIn(documents: readonly PublishedDocument[]): RecipientDocuments {
  const of = <T>(kind: PublishedDocument['kind']): ReadonlyMap<string, T> =>
    new Map(documents.filter((each) => each.kind === kind).map(({ id, body }) => [id, body as T]));
  return {
    rotations: of<Rotation>('rotation'),
    routes: of<Route>('route'),
    settings: settingsFrom(documents.find(({ kind }) => kind === 'settings')?.body),
  };
}

const known = new WeakMap<FleetDocuments, RecipientDocuments>();

/**
 * Returns the currently published documents with which recipients are resolved. Reads only whether they changed, and all of them
 * only after a publication.
 */
export async function recipientDocuments(db: Db, fleetId: string): Promise<RecipientDocuments> {
  const inUse = await fleetDocuments(db, fleetId);
  const found = known.get(inUse) ?? recipientDocumentsIn(inUse.documents);
  known.set(inUse, found);
  return found;
}

/** Age in milliseconds from which a fleet's groups are read again to resolve recipients. */
const GROUPS_AGE_MS = 60 * 60_000;

/** Stored facts about the driver that recipients depend on. */
interface StoredDriver {
  readonly driver: RecipientDriver;
  /** Needed facts that are not stored, so that they should be requested from the service. */
  readonly missing: RecipientNeeds;
}

/**
 * Looks up the stored facts about a driver that recipients depend on.
 * @param args.groups the driver's groups, if the caller knows them
 */
export async function storedDriver(
  db: Db,
  args: {
    readonly key: TripKey;
    readonly needs: RecipientNeeds;
    readonly groups: readonly string[] | undefined;
    readonly at: Date;
  },
): Promise<StoredDriver> {
  const { needs, at } = args;
  const key = rowKey(args.key);
  const stored = needs.groups && !args.groups ? await getDriverGroups(db, key) : undefined;
  const source = needs.record
    ? ((await driverSources(db, { fleetId: key.fleetId, driverIds: [key.driverId] })).drivers.get(
        key.driverId,
      ) ?? {})
    : {};
  const age = at.getTime() - (stored?.refreshedAt?.getTime() ?? 0);
  return {
    driver: { groups: args.groups ?? stored?.groups, source },
    missing: {
      groups: stored !== undefined && (stored.groups === undefined || age >= GROUPS_AGE_MS),
      record: needs.record && source.attributes === undefined,
    },
  };
}

/**
 * Error in a decision's transaction, before anything is stored. Some facts about the driver have to be read from the service
 * first.
 */
export class DriverNeededError extends Error {
  readonly needs: RecipientNeeds;

  constructor(needs: RecipientNeeds) {
    super('The recipients hang on what is not read of the driver yet.');
    this.name = 'DriverNeededError';
    this.needs = needs;
  }
}

/** Facts about a driver that were read only to resolve recipients. */
export interface ReadForRecipients {
  readonly groups: readonly string[] | undefined;
  readonly readings: Awaited<ReturnType<typeof readDriver>>['readings'];
}

/**
 * Reads from the service the facts that recipients depend on. A fact that cannot be read now stays unknown, so that a recipient
 * route uses its default.
 * @param endDate the UTC date of the trip's end, `YYYY-MM-DD`
 */
export async function readForRecipients(
  deps: ActivityDependencies,
  args: { readonly key: TripKey; readonly needs: RecipientNeeds; readonly endDate: string },
): Promise<ReadForRecipients> {
  const { key, needs, endDate } = args;
  const [groups, driver] = await Promise.all([
    needs.groups ? readGroups(deps, key, 'now') : undefined,
    needs.record ? readDriver(deps, key, { endDates: [endDate], timing: 'now' }) : undefined,
  ]);
  return { groups: groups?.groups, readings: driver?.readings ?? new Map() };
}

/**
 * Reads from the service the facts that recipients depend on, and stores them. Used where recipients are resolved outside of a
 * trip's decision.
 */
export async function keepForRecipients(
  deps: ActivityDependencies,
  args: { readonly key: TripKey; readonly needs: RecipientNeeds; readonly endedAt: Date | null },
): Promise<void> {
  const at = deps.now();
  const endDate = utcDate((args.endedAt ?? at).getTime());
  const { readings } = await readForRecipients(deps, { ...args, endDate });
  const found = [...readings.values()].filter((reading) => reading !== undefined);
  await keepMissingReadings(deps.db, { fleetId: args.key.fleet, endDate, readings: found, at });
}

/**
 * Returns a resolver of recipients that uses the currently published documents and stored facts.
 * @param args.isDriverRead whether missing facts were already requested from the service; if so, they stay unknown
 * @throws DriverNeededError when recipients depend on facts that were not requested yet
 */
export async function resolverFor(
  db: Db,
  args: {
    readonly key: TripKey;
    readonly notify: readonly NamesReceivers[];
    readonly at: Date;
    readonly isDriverRead: boolean;
  },
): Promise<ReturnType<typeof resolverOf>> {
  const { key, notify, at } = args;
  const isNamed = notify.some((way) =>
    receiversNamed(way).some(({ receiver }) => namedOf(way.type, receiver).kind !== 'recipient'),
  );
  const documents = isNamed ? await recipientDocuments(db, key.fleet) : recipientDocumentsIn([]);
  const needs = needsOf(notify, documents);
  const { driver, missing } = await storedDriver(db, { key, needs, groups: undefined, at });
  if (!args.isDriverRead && (missing.groups || missing.record)) throw new DriverNeededError(missing);
  return resolverOf({ documents, at, driver });
}

/** Documents, time and driver with which recipients are resolved. */
export interface ToResolve {
  readonly documents: RecipientDocuments;
  readonly at: Date;
  /** The driver; absent when the message is not about a single driver. */
  readonly driver?: RecipientDriver;
}

/** Returns a resolver of recipients for one driver and time. The resolver looks up each rotation only once. */
export function resolverOf({
  documents,
  ...given
}: ToResolve): (...notify: NamesReceivers[]) => ResolvedPage {
  const onCall = new Map<string, RotationPerson>();
  return (...notify) => resolvePage(notify, { ...documents, ...given, onCall });
}

/** Returns which facts about a driver are needed to resolve these recipients. */
export function needsOf(
  notify: readonly NamesReceivers[],
  { routes }: Pick<RecipientDocuments, 'routes'>,
): RecipientNeeds {
  return recipientNeeds(notify, routes);
}

/** Recipients in a document to whom no message can be sent. */
export interface Unreached {
  readonly fleetId: string;
  /** The document that names the recipients, such as `rule:collision` or `digest:weekly`. */
  readonly subject: string;
  /** Recipients, as the document names them. */
  readonly names: readonly string[];
  readonly at: Date;
}

/** Raises the alarm that recipients cannot be reached. The alarm names the document, but no driver. */
export async function alarmUnreached(
  db: Db,
  deps: Pick<ActivityDependencies, 'log'>,
  { fleetId, subject, names, at }: Unreached,
): Promise<void> {
  const [document = '', id = ''] = subject.split(':');
  const details = { document, id, names: names.slice(0, 10).join(', ') };
  const alarm = alarmOf({ kind: 'recipients', subject, details });
  if (await raiseAlarm(db, { fleetId, ...alarm, at }))
    deps.log.error({ fleet: fleetId, alarm: alarm.kind, subject }, alarm.message);
}
