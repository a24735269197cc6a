import { readdirSync, readFileSync } from 'node:fs';
import { holds } from './conditions.ts';
import type { Condition } from './conditions.ts';
import { groupsOf, regionOf, serviceTrip, tripOf, tripsOfDriver } from './world.ts';
import type { ServiceTrip } from './world.ts';

/** The fields of a rule's JSON that the oracle reads. */
export interface RuleDocument {
  readonly id: string;
  readonly mode: string;
  readonly conditions: Condition;
  readonly trigger?: string;
  readonly throttle?: { readonly per: string };
  readonly actions: readonly Action[];
}

/** The fields of an escalation policy's JSON that the oracle reads. */
export interface PolicyDocument {
  readonly id: string;
  readonly steps: readonly { readonly after: string; readonly notify: readonly Action[] }[];
}

/** The fields of a recipient route's JSON that the oracle reads. */
export interface RouteDocument {
  readonly id: string;
  readonly by: string;
  readonly entries: Readonly<Record<string, RouteEntry>>;
  readonly default: RouteEntry;
}

interface RouteEntry {
  readonly email?: readonly string[];
  readonly slack?: string;
}

interface Action {
  readonly type: string;
  readonly channel?: string;
  readonly to?: readonly string[];
  readonly policy?: string;
  readonly url?: string;
  readonly approval?: string;
  readonly max_per_day?: number;
}

/** The fleet's rules, escalation policies and recipient routes. */
export interface Documents {
  readonly rules: readonly RuleDocument[];
  readonly policies: readonly PolicyDocument[];
  readonly routes: readonly RouteDocument[];
}

/** Placeholder for the origin of webhooks in the documents; `withReceiver` replaces it. */
const NOBODYS_ORIGIN = 'http://receiver.invalid';

/** Reads the documents of the run from the JSON files in this folder. */
export function readDocuments(): Documents {
  return { rules: readFolder('rules'), policies: readFolder('policies'), routes: readFolder('routes') };
}

/**
 * Returns the documents with their webhooks addressed to the run's own receiver.
 * @param origin such as `http://127.0.0.1:15000`
 */
export function withReceiver(documents: Documents, origin: string): Documents {
  return JSON.parse(JSON.stringify(documents).replaceAll(NOBODYS_ORIGIN, origin)) as Documents;
}

function readFolder<T>(name: string): T[] {
  const folder = new URL(`./${name}/`, import.meta.url);
  return readdirSync(folder)
    .sort()
    .map((file) => JSON.parse(readFileSync(new URL(file, folder), 'utf8')) as T);
}

/** Returns the key of messages to a receiver about a driver, which is identified by the first part of the driver's id. */
export function effectKey(receiver: string, driver: string): string {
  return `${receiver} ${driver}`;
}

/**
 * Returns the number of messages that each receiver must get about each driver once everything has arrived, in any order.
 * Receivers that are not listed must get none.
 */
export function expectedEffects(
  documents: Documents,
  world: { readonly seed: number; readonly trips: number },
): Map<string, number> {
  const startedAt = new Date(0);
  const expected = new Map<string, number>();
  const done = new Set<string>();
  for (let index = 0; index < world.trips; index += 1) {
    const { driverId } = tripOf(world.seed, index);
    if (done.has(driverId)) continue;
    done.add(driverId);
    const made = tripsOfDriver(world, driverId).map((trip) => ({
      trip: serviceTrip(trip, startedAt),
      isAhead: trip.endedHoursAgo < 0,
    }));
    const trips = made.map(({ trip }) => trip);
    const placed = made.flatMap(({ trip, isAhead }) => (isAhead ? [] : [trip]));
    const ahead = made.flatMap(({ trip, isAhead }) => (isAhead ? [trip] : []));
    for (const rule of documents.rules) {
      const alerts = alertsOf(rule, placed, ahead);
      if (alerts === 0) continue;
      for (const receiver of receiversOf(rule, documents, driverId))
        expected.set(effectKey(receiver, driverId.slice(0, 11)), alerts);
      if (deletionOf(rule) === 'all' && trips.some((trip) => mayBeDeleted(rule, trip)))
        expected.set(effectKey(DELETION, driverId.slice(0, 11)), 1);
    }
  }
  return expected;
}

/** Name of the analytics service as the receiver of trip deletions. */
export const DELETION = 'deletion';

/** Trips that match a rule with a daily cap on deletions. Which of them it deletes is not predictable. */
export interface CappedDeletion {
  readonly rule: string;
  readonly cap: number;
  /** First parts of the ids of the drivers, each of whom has one such trip. */
  readonly drivers: ReadonlySet<string>;
}

/** Returns the live rules that delete trips up to a daily cap. */
export function cappedDeletions(
  documents: Documents,
  world: { readonly seed: number; readonly trips: number },
): CappedDeletion[] {
  return documents.rules.flatMap((rule) => {
    const cap = deletionOf(rule);
    if (cap === undefined || cap === 'all') return [];
    const drivers = new Set<string>();
    for (let index = 0; index < world.trips; index += 1) {
      const trip = tripOf(world.seed, index);
      if (mayBeDeleted(rule, serviceTrip(trip, new Date(0)))) drivers.add(trip.driverId.slice(0, 11));
    }
    return [{ rule: rule.id, cap, drivers }];
  });
}

/** A cap from here on is treated as no cap, because no run has this many trips. */
const NO_CAP = 10_000;

function deletionOf({ mode, actions }: RuleDocument): number | 'all' | undefined {
  const action = actions.find(({ type }) => type === 'delete_trip');
  if (action === undefined || mode !== 'live') return undefined;
  if (action.approval !== 'auto')
    throw new Error('The oracle was not taught deletions that somebody approves.');
  return (action.max_per_day ?? 10) >= NO_CAP ? 'all' : (action.max_per_day ?? 10);
}

/** Whether a rule may delete a trip. Trips with a collision are never deleted. */
function mayBeDeleted({ conditions }: RuleDocument, trip: ServiceTrip): boolean {
  const hasCollision = trip.events.some((event) => event['event_type_name'] === 'COLLISION');
  return !hasCollision && holds(conditions, trip, [trip]) === true;
}

/**
 * Returns the number of alerts that a rule raises for one driver's trips.
 * @param ahead trips by a clock that is ahead; each is evaluated alone, without windows and runs
 */
function alertsOf(rule: RuleDocument, placed: readonly ServiceTrip[], ahead: readonly ServiceTrip[]): number {
  if (rule.mode !== 'live') return 0;
  const ofPlaced = alertsOfPlaced(rule, placed);
  if (concernsDriver(rule.conditions)) return ofPlaced;
  const ofAhead = ahead.filter((trip) => holds(rule.conditions, trip, [trip]) === true).length;
  return rule.throttle === undefined ? ofPlaced + ofAhead : Math.min(ofPlaced + ofAhead, 1);
}

function alertsOfPlaced(rule: RuleDocument, trips: readonly ServiceTrip[]): number {
  const alerts = concernsDriver(rule.conditions)
    ? alertsOfWindow(rule, trips)
    : trips.filter((trip) => holds(rule.conditions, trip, [trip]) === true).length;
  if (rule.trigger === 'becomes_true') {
    // Adjacent trips that match are one run, in whatever order they arrive.
    if (alerts > 0 && alerts < trips.length)
      throw new Error(`How many runs ${rule.id} has depends on the order of trips: the oracle cannot say.`);
    return Math.min(alerts, 1);
  }
  if (rule.throttle === undefined) return alerts;
  if (rule.throttle.per !== 'driver')
    throw new Error(`The oracle was not taught a throttle per ${rule.throttle.per}.`);
  return Math.min(alerts, 1);
}

function concernsDriver({ all, any, not, fact }: Condition): boolean {
  const inner = [...(all ?? []), ...(any ?? []), ...(not ? [not] : [])];
  return fact?.startsWith('driver.') === true || inner.some(concernsDriver);
}

/**
 * Returns the number of alerts of a rule with a window. It is one if a driver's trips reach the threshold only all together,
 * because the last to arrive then raises it, in any order.
 * @throws Error if fewer trips reach the threshold, because the result would depend on their order
 */
function alertsOfWindow(rule: RuleDocument, trips: readonly ServiceTrip[]): number {
  const isReached = (there: readonly ServiceTrip[]): boolean =>
    there.some((trip) => holds(rule.conditions, trip, there) === true);
  if (!isReached(trips)) return 0;
  const isReachedBefore = trips.some((missing) => isReached(trips.filter((trip) => trip !== missing)));
  if (isReachedBefore)
    throw new Error(`How often ${rule.id} fires depends on the order of trips: the oracle cannot say.`);
  return 1;
}

function receiversOf({ actions }: RuleDocument, documents: Documents, driverId: string): string[] {
  const named = (action: Action): string[] => receiversOfAction(action, documents.routes, driverId);
  return actions.flatMap((action) => {
    if (action.type !== 'escalate') return named(action);
    const policy = documents.policies.find(({ id }) => id === action.policy);
    const now = policy?.steps.filter(({ after }) => after === '0m') ?? [];
    return now.flatMap(({ notify }) => notify.flatMap(named));
  });
}

function receiversOfAction(
  { type, channel, to, url }: Action,
  routes: readonly RouteDocument[],
  driverId: string,
): string[] {
  if (type === 'delete_trip') return [];
  if (type === 'webhook' && url) return [new URL(url).pathname];
  const resolved = (name: string): readonly string[] =>
    name.startsWith('route:') ? receiversOfRoute(name, type, { routes, driverId }) : [name];
  if (type === 'slack' && channel) return [...resolved(channel)];
  if (type === 'email' && to) return to.flatMap(resolved);
  throw new Error(`The oracle was not taught the action "${type}".`);
}

/**
 * Resolves a recipient route by the driver's region in the directory or by the driver's groups. Merges the entries of all
 * groups and lists each recipient once. An entry without the channel uses the default.
 */
function receiversOfRoute(
  name: string,
  type: string,
  of: { readonly routes: readonly RouteDocument[]; readonly driverId: string },
): readonly string[] {
  const route = of.routes.find(({ id }) => name === `route:${id}`);
  if (route?.by !== 'attribute' && route?.by !== 'group')
    throw new Error(`The oracle was not taught the route "${name}".`);
  const keys = route.by === 'group' ? groupsOf(of.driverId) : [regionOf(of.driverId) ?? ''];
  const among = (each: RouteEntry | undefined): readonly string[] | undefined =>
    type === 'slack' ? (each?.slack === undefined ? undefined : [each.slack]) : each?.email;
  const entries = keys.flatMap((key) => route.entries[key] ?? []);
  const chosen = entries.length === 0 ? [route.default] : entries;
  return [...new Set(chosen.flatMap((entry) => among(entry) ?? among(route.default) ?? []))];
}
