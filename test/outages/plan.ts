import { randomOf } from '../chaos/random.ts';

export const MINUTE_MS = 60_000;
export const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;

/** What is unavailable: Tripline's webhook, the analytics service, or both. */
export type Unavailable = 'webhook' | 'service' | 'both';

/** One outage. All times are milliseconds since the epoch, of the simulated month. */
export interface Outage {
  readonly unavailable: Unavailable;
  readonly fromMs: number;
  readonly toMs: number;
  /** Whether the service goes on posting for a day, as documented; otherwise it forgets what it could not post. */
  readonly isRetried: boolean;
}

/** A trip of the fleet, and when Tripline is reported of it. */
export interface PlannedTrip {
  readonly driver: number;
  readonly tripId: string;
  readonly startMs: number;
  readonly endMs: number;
  /** When its phone has uploaded it, and the service lists it. */
  readonly uploadMs: number;
  /** When its notification arrives; none: it is lost. */
  readonly notifiedAtMs: readonly number[];
}

/** What a month is made of. */
export interface PlanOptions {
  readonly seed: number;
  readonly startMs: number;
  readonly days: number;
  readonly drivers: number;
  /** Time between two runs. */
  readonly reconcileEveryMs: number;
  /** Hours between two outages, from and to. */
  readonly calmHours: readonly [number, number];
}

export interface Plan {
  readonly trips: readonly PlannedTrip[];
  readonly outages: readonly Outage[];
  /** When reconciliation runs begin, unless the one before is still under way. */
  readonly reconcilesAtMs: readonly number[];
  /** Nobody drives from here on. */
  readonly driveEndMs: number;
}

/** Everything that happens in a month follows from its seed. */
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

/** After the last trip, so long the runs go on: one of them goes through the long range. */
const QUIET_MS = 30 * HOUR_MS;

function firstRun({ startMs }: PlanOptions): number {
  return startMs + 17 * MINUTE_MS;
}

const KINDS: readonly Unavailable[] = ['webhook', 'both', 'service'];

/** The longest and the shortest are among them. What takes both away strikes in the middle of a run. */
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

/** Minutes after its end, as a rule; some hours later; some days later. While the service is unavailable, once it is back. */
function uploadOf(endMs: number, { outages, driveEndMs, random }: Drawing): number {
  const kind = random();
  const delayMs = kind < 0.75 ? 10 * MINUTE_MS : kind < 0.9 ? 20 * HOUR_MS : 10 * DAY_MS;
  const wishedMs = Math.min(endMs + MINUTE_MS + random() * delayMs, driveEndMs + HOUR_MS);
  const met = outages.find((each) => each.unavailable !== 'webhook' && isIn(wishedMs, each));
  return Math.round(met ? met.toMs + random() * 90 * MINUTE_MS : wishedMs);
}

/** The service's way of posting: 2 minutes, doubling to 15, for a day after the first retry. */
function posts(uploadMs: number, { outages, random }: Drawing): number[] {
  // Now and then the service loses one by itself.
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

/** The UTC date on which a trip began. */
export function dayOf(millis: number): string {
  return new Date(millis).toISOString().slice(0, 10);
}
