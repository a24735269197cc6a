import { ApplicationFailure } from '@temporalio/common';
import { msToNumber } from '@temporalio/common/lib/time.js';
import type { Client, ScheduleClient } from '@temporalio/client';
import { MockActivityEnvironment } from '@temporalio/testing';
import { pino } from 'pino';
import {
  createBreakers,
  createFleetAlarms,
  createServiceEvidence,
} from '../../activities/dependencies/index.ts';
import { createEmailChannel } from '../../activities/channels/email/index.ts';
import { createSlackChannel } from '../../activities/channels/slack/index.ts';
import { createWebhookChannel } from '../../activities/channels/webhook/index.ts';
import type { ActivityDependencies } from '../../activities/dependencies/index.ts';
import { fingerprint } from '../../activities/facts/index.ts';
import { createActivities } from '../../activities/index.ts';
import type { Activities } from '../../activities/index.ts';
import type { DueDelivery, Settled } from '../../activities/trips/index.ts';
import type { SimulatedTrip } from '../../simulator/trips/index.ts';
import { keepBackfilledTrip } from '../../store/backfill/index.ts';
import { withDriverLock } from '../../store/db/index.ts';
import type { Db } from '../../store/db/index.ts';
import { createLedger } from '../../store/deliveries/index.ts';
import { WORKFLOWS } from '../../workflows/contracts/index.ts';
import type { IncidentInput, ReleaseInput, TripKey } from '../../workflows/contracts/index.ts';
import type { BenchFleet } from './fleet.ts';
import { openMail, openSlack, openWebhooks } from './receivers.ts';
import { answersOf, clientOf } from './service.ts';
import { Timeline } from './timeline.ts';

/** Attempts at one delivery before the bench gives up on itself: all receivers take everything. */
const MOST_ATTEMPTS = 500;

/**
 * Tripline at work for one fleet in simulated time: the real activities on a real database. Temporal is replaced by a timeline, which
 * calls the activities in the order of the workflows (`workflows/deliveries.ts`, `releases.ts`, `incidents.ts`). An
 * incident's first step is sent, and someone acknowledges before the next one; a deletion request is not answered.
 */
export class LiveFleet {
  readonly #id: string;
  readonly #db: Db;
  readonly #world: BenchFleet;
  readonly #timeline: Timeline;
  readonly #deps: ActivityDependencies;
  readonly #activities: Activities;
  readonly #client: Client;
  readonly #firstAttempt: MockActivityEnvironment;
  /** Releases that are planned, by their time. */
  readonly #releases = new Set<string>();

  constructor(db: Db, id: string, world: BenchFleet) {
    this.#id = id;
    this.#db = db;
    this.#world = world;
    this.#timeline = new Timeline(world.clock);
    this.#deps = this.#dependencies();
    this.#activities = createActivities(this.#deps);
    this.#client = temporalClient((type, input) => this.#begin(type, input));
    this.#firstAttempt = new MockActivityEnvironment({ attempt: 1 }, { client: this.#client });
  }

  /** Stores the trips before the warm-up, as a backfill does. */
  async keepHistory(): Promise<void> {
    const { clock, fleet, moments, trips } = this.#world;
    clock.advance(moments.warmUp - clock.now());
    const byDriver = Array.from({ length: fleet.size }, (): SimulatedTrip[] => []);
    for (const trip of trips) if (trip.uploadedMs < moments.warmUp) byDriver[trip.driverIndex]!.push(trip);
    for (const [index, driven] of byDriver.entries()) {
      const key = { fleetId: this.#id, driverId: fleet.id(index) };
      const kept = await Promise.all(driven.map((trip) => serviceTrip(this.#deps, this.#keyOf(trip))));
      await withDriverLock(this.#db, key, async (tx) => {
        for (const trip of kept)
          await keepBackfilledTrip(tx, {
            fleetId: this.#id,
            trip,
            contentHash: fingerprint(trip),
            at: this.#timeline.now(),
          });
      });
    }
  }

  /** Decides every later trip when it is announced, and sends what is due, until an hour after the end of the measurement's next day. */
  async run(onDay: (day: number) => void): Promise<void> {
    const { warmUp, end } = this.#world.moments;
    for (const trip of this.#world.trips)
      if (trip.uploadedMs >= warmUp) this.#timeline.at(trip.uploadedMs, () => this.#announced(trip));
    for (let day = 0, atMs = warmUp; atMs <= end + DAY_AFTER_MS; day += 1, atMs += 86_400_000) {
      await this.#timeline.runUntil(atMs);
      onDay(day);
    }
  }

  async #announced(trip: SimulatedTrip): Promise<void> {
    const key = this.#keyOf(trip);
    const receivedAt = this.#timeline.now().toISOString();
    const input = { ...key, receivedAt, source: 'webhook' as const, version: 1, workflowId: trip.tripId };
    const assessment = await this.#do(() => this.#activities.assessTrip(input));
    if (assessment.kind === 'not_readable' || assessment.incomplete)
      throw new Error(`Trip ${key.tripId} of ${key.driverId} could not be decided.`);
    if (assessment.deliveries.length + (assessment.releases?.length ?? 0) === 0) return;
    await this.#dropPath(key);
    await this.#execute(assessment);
  }

  /** Pictures cost more than all else and change no figure: without a path none is drawn. */
  async #dropPath({ fleet: fleetId, driverId, tripId }: TripKey): Promise<void> {
    await this.#db
      .deleteFrom('tripPaths')
      .where((row) => row.and({ fleetId, driverId, tripId }))
      .execute();
  }

  async #execute({ deliveries, releases }: Pick<Settled, 'deliveries' | 'releases'>): Promise<void> {
    if (releases && releases.length > 0)
      await this.#do(() => this.#activities.scheduleReleases({ fleet: this.#id, releases }));
    await this.#deliver(deliveries);
  }

  /** Messages first, deletions after them. */
  async #deliver(deliveries: readonly DueDelivery[]): Promise<void> {
    for (const due of deliveries) if (due.action !== 'delete_trip') await this.#send(due, 1);
    for (const due of deliveries) if (due.action === 'delete_trip') await this.#send(due, 1);
  }

  /** One attempt; one that must wait comes back at its time. */
  async #send(due: DueDelivery, attempt: number): Promise<void> {
    try {
      await this.#do(() => this.#sendBy(due), attempt);
    } catch (error) {
      if (!(error instanceof ApplicationFailure) || error.nonRetryable || attempt >= MOST_ATTEMPTS)
        throw error;
      const delayMs = error.nextRetryDelay === undefined ? 1_000 : msToNumber(error.nextRetryDelay);
      this.#timeline.at(this.#timeline.now().getTime() + delayMs, () => this.#send(due, attempt + 1));
    }
  }

  async #sendBy({ id: deliveryId, action }: DueDelivery): Promise<void> {
    const input = { fleet: this.#id, deliveryId };
    switch (action) {
      case 'slack':
        return void (await this.#activities.sendSlack(input));
      case 'email':
        return void (await this.#activities.sendEmail(input));
      case 'webhook':
        return void (await this.#activities.sendWebhook(input));
      case 'escalate':
        return this.#deliver((await this.#activities.openIncident(input)).deliveries);
      case 'delete_trip':
        return this.#execute(await this.#activities.deleteTrip(input));
    }
  }

  async #release(input: ReleaseInput): Promise<void> {
    this.#releases.delete(input.releaseAt);
    // What has to wait is pending still, and comes back by itself.
    const leftOut: string[] = [];
    for (let more = true; more;) {
      const released = await this.#do(() => this.#activities.releaseHeld({ ...input, leftOut }));
      await this.#deliver(released.deliveries);
      leftOut.push(...released.deliveries.map(({ id }) => id));
      more = released.more;
    }
  }

  async #tick(input: IncidentInput): Promise<void> {
    const { deliveries } = await this.#do(() => this.#activities.tickIncident({ ...input, after: 0 }));
    await this.#deliver(deliveries);
  }

  #do<T>(work: () => Promise<T>, attempt = 1): Promise<T> {
    const environment =
      attempt === 1 ? this.#firstAttempt : new MockActivityEnvironment({ attempt }, { client: this.#client });
    return environment.run<[], T, () => Promise<T>>(work);
  }

  /** Begins a workflow that an activity requests: of a release, of an incident, or of a request's end. */
  #begin(type: string, input: unknown): void {
    if (type === WORKFLOWS.release) this.#planRelease(input as ReleaseInput);
    else if (type === WORKFLOWS.incident)
      this.#timeline.at(this.#timeline.now().getTime(), () => this.#tick(input as IncidentInput));
    else if (type !== WORKFLOWS.deletionExpiry) throw new Error(`The bench does not run ${type}.`);
  }

  #planRelease(input: ReleaseInput): void {
    if (this.#releases.has(input.releaseAt)) return;
    this.#releases.add(input.releaseAt);
    this.#timeline.at(Date.parse(input.releaseAt), () => this.#release(input));
  }

  #keyOf(trip: SimulatedTrip): TripKey {
    return { fleet: this.#id, driverId: this.#world.fleet.id(trip.driverIndex), tripId: trip.tripId };
  }

  #dependencies(): ActivityDependencies {
    const log = pino({ level: 'silent' });
    const now = (): Date => this.#timeline.now();
    const connections = {
      id: this.#id,
      name: 'Noise',
      timezone: 'Europe/Berlin',
      analytics: clientOf(answersOf(this.#world)),
      slack: openSlack(),
    };
    return {
      fleets: new Map([[this.#id, connections]]),
      db: this.#db,
      ledger: createLedger(this.#db),
      log,
      now,
      channels: {
        // Slack's own limit; an attempt that has to wait comes back in simulated time instead of pausing in real time.
        slack: createSlackChannel({ rateLimit: { everyMs: 1_000, burst: 5, mostAheadMs: 0 } }),
        email: createEmailChannel({ client: openMail(), from: 'Tripline <alerts@fleet.example>' }),
        webhook: createWebhookChannel({ client: openWebhooks() }),
      },
      alarms: createFleetAlarms({ db: this.#db, log, now }),
      pulse: createServiceEvidence(now),
      breakers: createBreakers({ log, nowMs: () => now().getTime() }),
      isSealedAsNew: () => true,
      schedules: {} as ScheduleClient,
      trips: {
        startTrip: () => Promise.resolve('started'),
        reevaluate: () => Promise.resolve('started'),
        startBackfilled: () => Promise.resolve('started'),
      },
      publicUrl: 'https://tripline.example',
      tripReadableWaitMs: 1_000,
      repeatAfterMs: 1_000,
    };
  }
}

/** Milliseconds after the last day by which its held alerts are sent. */
const DAY_AFTER_MS = 86_400_000 + 3_600_000;

/** Returns the part of a Temporal client that activities use: it passes on which workflow is to begin. */
function temporalClient(begin: (type: string, input: unknown) => void): Client {
  const start = (type: string, { args }: { readonly args: readonly unknown[] }): Promise<void> => {
    begin(type, args[0]);
    return Promise.resolve();
  };
  const client = {
    workflow: { start, signalWithStart: start },
    withAbortSignal: (_signal: AbortSignal, work: () => unknown): unknown => work(),
  };
  return client as unknown as Client;
}

async function serviceTrip({ fleets }: ActivityDependencies, key: TripKey) {
  const answer = await fleets.get(key.fleet)!.analytics!.trip(key.driverId, key.tripId);
  if (answer.kind !== 'ok') throw new Error(`Trip ${key.tripId} of ${key.driverId} cannot be read.`);
  return answer.value.trip;
}
