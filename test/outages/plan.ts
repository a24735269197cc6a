import { randomOf } from '../chaos/random.ts';

export const MINUTE_MS = 60_000;
export const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;

/** The unavailable part: Tripline's webhook, the analytics service, or both. */
export type Unavailable = 'webhook' | 'service' | 'both';

/** An outage. Its times are milliseconds since the epoch in the simulated month. */
export interface Outage {
  readonly unavailable: Unavailable;
  readonly fromMs: number;
  readonly toMs: number;
  /** Whether the service retries its notifications for a day, as documented. Otherwise it drops those that fail. */
  readonly isRetried: boolean;
}

/** A trip of the fleet, with the times at which its notifications arrive. */
export interface PlannedTrip {
  readonly driver: number;
  readonly tripId: string;
  readonly startMs: number;
  readonly endMs: number;
  /** When its phone uploads it, and the service begins to list it. */
  readonly uploadMs: number;
  /** When its notification arrives, repeats included; empty if it is lost. */
  readonly notifiedAtMs: readonly number[];
}

/** Options for planning a month. */
export interface PlanOptions {
  readonly seed: number;
  readonly startMs: number;
  readonly days: number;
  readonly drivers: number;
  /** Time between two reconciliation runs. */
  readonly reconcileEveryMs: number;
  /** Least and most hours between two outages. */
  readonly calmHours: readonly [number, number];
}

export interface Plan {
  readonly trips: readonly PlannedTrip[];
  readonly outages: readonly Outage[];
  /** When reconciliation runs begin, unless the previous one is still running. */
  readonly reconcilesAtMs: readonly number[];
  /** No trips begin from here on. */
  readonly driveEndMs: number;
}

/** Plans everything that happens in a month. The seed determines it. */
export function planMonth(options: PlanOptions): Plan {
  const driveEndMs = options.startMs + options.days * DAY_MS;
  const outages = planOutages(options, driveEndMs);
  const trips = Array.from({ length: options.drivers }, (_each, driver) =>
    tripsOf(driver, { ...options, driveEndMs, outages }),
  ).flat();
  const reconcilesAtMs: number[] = [];
  for (let atMs = firstRun(options); atMs < driveEndMs + QUIET_MS; atMs += options.reconcileEveryMs)
    reconcilesAtMs.push(atMs);
  return { trips, outages, reconcilesAtMs, driveEndMs };
}

/** Time for which the runs continue after the last trip, so that one of them covers the long range. */
const QUIET_MS = 30 * HOUR_MS;

function firstRun({ startMs }: PlanOptions): number {
  return startMs + 17 * MINUTE_MS;
}

const KINDS: readonly Unavailable[] = ['webhook', 'both', 'service'];

/** Plans the outages, including the longest and the shortest. Those of both parts begin in the middle of a run. */
function planOutages(options: PlanOptions, driveEndMs: number): Outage[] {
  const { seed, startMs, calmHours, reconcileEveryMs } = options;
  const random = randomOf(seed, 'outages');
  const between = (from: number, to: number): number => from + random() * (to - from);
  const outages: Outage[] = [];
  let atMs = startMs + 5 * HOUR_MS;
  for (;;) {
    const index = outages.length;
    const hours = index === 0 ? 30 : index === 2 ? 1 : between(1, 30);
    const unavailable = KINDS[index % KINDS.length]!;
    const first = firstRun(options);
    const nextRun = first + Math.ceil((atMs - first) / reconcileEveryMs) * reconcileEveryMs;
    const fromMs = unavailable === 'both' ? nextRun : Math.round(atMs);
    const toMs = Math.round(fromMs + hours * HOUR_MS);
    if (toMs > driveEndMs) return outages;
    outages.push({ unavailable, fromMs, toMs, isRetried: random() < 0.5 });
    atMs = toMs + between(...calmHours) * HOUR_MS;
  }
}

function tripsOf(
  driver: number,
  args: PlanOptions & { readonly driveEndMs: number; readonly outages: readonly Outage[] },
): PlannedTrip[] {
  const random = randomOf(args.seed, 'driver', driver);
  const trips: PlannedTrip[] = [];
  let atMs = args.startMs + HOUR_MS + random() * 6 * HOUR_MS;
  while (atMs < args.driveEndMs) {
    const startMs = Math.round(atMs);
    const endMs = startMs + Math.round((5 + random() * 70) * MINUTE_MS);
    const uploadMs = uploadOf(endMs, { ...args, random });
    const notifiedAtMs = posts(uploadMs, { ...args, random });
    trips.push({ driver, tripId: String(startMs), startMs, endMs, uploadMs, notifiedAtMs });
    atMs = endMs + (1 + random() * 14) * HOUR_MS;
  }
  return trips;
}

interface Drawing {
  readonly outages: readonly Outage[];
  readonly driveEndMs: number;
  readonly random: () => number;
}

/** Returns when a trip is uploaded: minutes, hours or days after its end, and after the outage if the service is unavailable. */
function uploadOf(endMs: number, { outages, driveEndMs, random }: Drawing): number {
  const kind = random();
  const delayMs = kind < 0.75 ? 10 * MINUTE_MS : kind < 0.9 ? 20 * HOUR_MS : 10 * DAY_MS;
  const wishedMs = Math.min(endMs + MINUTE_MS + random() * delayMs, driveEndMs + HOUR_MS);
  const met = outages.find((each) => each.unavailable !== 'webhook' && isIn(wishedMs, each));
  return Math.round(met ? met.toMs + random() * 90 * MINUTE_MS : wishedMs);
}

/** Returns when notifications arrive. The service retries after 2 minutes, doubling to 15, for a day after the first retry. */
function posts(uploadMs: number, { outages, random }: Drawing): number[] {
  // The service sometimes loses a notification without an outage.
  if (random() < 0.03) return [];
  const isTwice = random() < 0.05;
  let atMs = uploadMs + Math.round(random() * 20_000);
  const untilMs = atMs + 2 * MINUTE_MS + DAY_MS;
  for (let waitMs = 2 * MINUTE_MS; atMs <= untilMs; waitMs = Math.min(waitMs * 2, 15 * MINUTE_MS)) {
    const met = outages.find((each) => isIn(atMs, each));
    const again = atMs + Math.round(random() * 3 * HOUR_MS);
    if (!met) return isTwice && !outages.some((each) => isIn(again, each)) ? [atMs, again] : [atMs];
    if (!met.isRetried) return [];
    atMs += waitMs;
  }
  return [];
}

/** Whether an instant lies in an outage. */
export function isIn(atMs: number, { fromMs, toMs }: Pick<Outage, 'fromMs' | 'toMs'>): boolean {
  return atMs >= fromMs && atMs < toMs;
}

/** Returns the UTC date of an instant. */
export function dayOf(millis: number): string {
  return new Date(millis).toISOString().slice(0, 10);
}
