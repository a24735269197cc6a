import { setTimeout as pause } from 'node:timers/promises';
import { isDue, keyOf, settle, wrongWithCoverage } from './oracle.ts';
import type { Held } from './oracle.ts';
import { HOUR_MS, isIn, planMonth } from './plan.ts';
import type { Outage, Plan, PlannedTrip, PlanOptions } from './plan.ts';
import type { MonthReport, OutageReport } from './report.ts';
import { startWorld } from './world.ts';
import type { Servers, Without, World } from './world.ts';

/** Options of a run. */
export interface MonthOptions extends PlanOptions {
  readonly servers: Servers;
  readonly without?: Without;
  readonly write: (line: string) => void;
}

/** Time from an outage's end until coverage must be complete, because runs over the long range begin once a day. */
const WHOLE_WITHIN_MS = 25 * HOUR_MS;

/** Simulates a month in some minutes and reports the coverage after each outage. */
export async function runMonth(options: MonthOptions): Promise<MonthReport> {
  const began = performance.now();
  const plan = planMonth(options);
  const world = await startWorld(options);
  try {
    const month = new Month(world, { plan, options });
    for (const event of eventsOf(plan)) await month.live(event);
    const report = await month.end();
    return { ...report, seconds: Math.round((performance.now() - began) / 1_000) };
  } finally {
    await world.close();
  }
}

type Event =
  | { readonly atMs: number; readonly kind: 'upload'; readonly trip: PlannedTrip }
  | { readonly atMs: number; readonly kind: 'post'; readonly trip: PlannedTrip }
  | { readonly atMs: number; readonly kind: 'begins'; readonly outage: Outage }
  | { readonly atMs: number; readonly kind: 'ends'; readonly outage: Outage }
  | { readonly atMs: number; readonly kind: 'walk' };

/** Order of events at the same instant: ends come before beginnings, and a run before the outage that interrupts it. */
const ORDER: readonly Event['kind'][] = ['upload', 'ends', 'walk', 'begins', 'post'];

function eventsOf({ trips, outages, reconcilesAtMs }: Plan): Event[] {
  const events: Event[] = [
    ...trips.map((trip) => ({ atMs: trip.uploadMs, kind: 'upload' as const, trip })),
    ...trips.flatMap((trip) => trip.notifiedAtMs.map((atMs) => ({ atMs, kind: 'post' as const, trip }))),
    ...outages.map((outage) => ({ atMs: outage.fromMs, kind: 'begins' as const, outage })),
    ...outages.map((outage) => ({ atMs: outage.toMs, kind: 'ends' as const, outage })),
    ...reconcilesAtMs.map((atMs) => ({ atMs, kind: 'walk' as const })),
  ];
  return events.sort(
    (one, other) => one.atMs - other.atMs || ORDER.indexOf(one.kind) - ORDER.indexOf(other.kind),
  );
}

class Month {
  readonly #world: World;
  readonly #plan: Plan;
  readonly #options: MonthOptions;
  readonly #posted = new Set<string>();
  #posts = 0;
  readonly #problems: string[] = [];
  readonly #outages: OutageReport[] = [];
  /** Outages that are over but after which coverage is not complete yet. */
  #open: { report: OutageReport; endMs: number; runs: number }[] = [];

  constructor(world: World, args: { readonly plan: Plan; readonly options: MonthOptions }) {
    this.#world = world;
    this.#plan = args.plan;
    this.#options = args.options;
  }

  async live(event: Event): Promise<void> {
    this.#world.moveTo(event.atMs);
    switch (event.kind) {
      case 'upload':
        return this.#world.upload(event.trip);
      case 'post':
        return this.#post(event.trip);
      case 'walk':
        return this.#reconcile(event.atMs);
      case 'begins':
        return this.#begins(event.outage);
      case 'ends':
        return this.#ends(event.outage);
    }
  }

  async #post(trip: PlannedTrip): Promise<void> {
    const status = await this.#world.post(trip);
    this.#posts += 1;
    if (status >= 300) this.#problems.push(`A notification was answered ${status}.`);
    this.#posted.add(this.#keyOf(trip));
  }

  #begins(outage: Outage): void {
    if (outage.unavailable !== 'webhook')
      this.#world.simulator.faults.outFor((outage.toMs - outage.fromMs) / 1_000, 'broken_connection');
  }

  /** Ends an outage. An interrupted run resumes by itself within seconds of real time, and the month's clock waits for it. */
  async #ends(outage: Outage): Promise<void> {
    if (outage.unavailable !== 'webhook') this.#world.simulator.faults.clear();
    await this.#world.reconciled();
    const meanwhile = this.#plan.trips.filter((trip) => isIn(trip.endMs, outage));
    const report: OutageReport = {
      unavailable: outage.unavailable,
      from: new Date(outage.fromMs).toISOString(),
      hours: (outage.toMs - outage.fromMs) / HOUR_MS,
      trips: meanwhile.length,
      lost: meanwhile.filter(({ notifiedAtMs }) => notifiedAtMs.length === 0).length,
    };
    this.#outages.push(report);
    this.#open.push({ report, endMs: outage.toMs, runs: 0 });
  }

  async #reconcile(atMs: number): Promise<void> {
    const { simulator } = this.#world;
    simulator.clearRequests();
    const hasBegun = await this.#world.runReconciliation();
    const strikes = this.#plan.outages.some((each) => each.unavailable !== 'webhook' && each.fromMs === atMs);
    const isUnavailable = this.#plan.outages.some(
      (each) => each.unavailable !== 'webhook' && isIn(atMs, each),
    );
    if (strikes || isUnavailable) {
      // Waits for requests of the run: successful ones before the service becomes unavailable, or a failed one during the outage.
      while (hasBegun && simulator.requests().length < (strikes ? 3 : 1)) await pause(5);
      return;
    }
    await this.#world.reconciled();
    if (this.#open.length > 0) await this.#check(atMs);
  }

  async #check(reconcileMs: number): Promise<void> {
    const held = await settle(this.#world, this.#posted);
    const missing = this.#plan.trips.filter(
      (trip) => isDue(trip, reconcileMs) && !isDecided(held.get(this.#keyOf(trip))),
    );
    const { trips } = this.#plan;
    const args = { trips, reconcileMs, fromMs: this.#options.startMs };
    const wrong = missing.length > 0 ? [] : await wrongWithCoverage(this.#world, args);
    for (const open of this.#open) {
      open.runs += 1;
      const hours = (reconcileMs - open.endMs) / HOUR_MS;
      if (open.runs === 1) open.report.missingAfterFirstRun = missing.length;
      if (missing.length === 0 && wrong.length === 0)
        Object.assign(open.report, { completeAfterRuns: open.runs, wholeAfterHours: hours });
      else if (reconcileMs - open.endMs > WHOLE_WITHIN_MS) {
        const what = missing.length > 0 ? `${missing.length} trips are not decided` : wrong.join('; ');
        this.#problems.push(`A day after the outage of ${open.report.from}: ${what}.`);
      } else continue;
      this.#report(open.report);
      open.runs = -1;
    }
    this.#open = this.#open.filter(({ runs }) => runs >= 0);
  }

  async end(): Promise<Omit<MonthReport, 'seconds'>> {
    await this.#world.reconciled();
    const held = await settle(this.#world, this.#posted);
    const { trips, reconcilesAtMs } = this.#plan;
    for (const { report } of this.#open)
      this.#problems.push(`Never whole after the outage of ${report.from}.`);
    const expected = new Set(trips.map((trip) => this.#keyOf(trip)));
    const lost = trips.filter((trip) => (held.get(this.#keyOf(trip))?.decisions ?? 0) === 0).length;
    const twice = [...held.values()].filter(({ decisions }) => decisions > 1).length;
    const phantom = [...held.keys()].filter((key) => !expected.has(key)).length;
    const reconcileMs = reconcilesAtMs.at(-1)!;
    const wrong = await wrongWithCoverage(this.#world, { trips, reconcileMs, fromMs: this.#options.startMs });
    this.#problems.push(...wrong);
    const { seed, days, drivers, without } = this.#options;
    const { done, skipped, found } = this.#world.runs;
    return {
      seed,
      days,
      drivers,
      ...(without && { without }),
      trips: trips.length,
      posts: this.#posts,
      neverPosted: trips.filter(({ notifiedAtMs }) => notifiedAtMs.length === 0).length,
      runs: done,
      skipped,
      found,
      lost,
      twice,
      phantom,
      outages: this.#outages,
      problems: this.#problems,
      passed: this.#problems.length === 0 && lost + twice + phantom === 0,
    };
  }

  #report({ unavailable, hours, lost, wholeAfterHours }: OutageReport): void {
    const end = wholeAfterHours === undefined ? 'not whole' : `whole after ${wholeAfterHours.toFixed(1)} h`;
    this.#options.write(`${unavailable}, ${hours.toFixed(1)} h, ${lost} notifications lost: ${end}`);
  }

  #keyOf({ driver, tripId }: PlannedTrip): string {
    return keyOf(this.#world.driverId(driver), tripId);
  }
}

function isDecided(held: Held | undefined): boolean {
  return held?.state === 'decided' && held.decisions > 0;
}
