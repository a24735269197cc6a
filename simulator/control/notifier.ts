import { Random } from '../world/index.ts';
import type { Fleet, Quirks, SimulatedClock } from '../world/index.ts';
import type { Body, TripBodies } from '../api/index.ts';
import type { SimulatedTrip, TripBook } from '../trips/index.ts';
import type { WebhookSender } from './webhooks.ts';

/**
 * Sender of notifications about trips. Depending on the quirks, it also sends duplicates, unknown types, and notifications of
 * late events.
 */
export class Notifier {
  readonly #parts: {
    readonly seed: number;
    readonly clock: SimulatedClock;
    readonly fleet: Fleet;
    readonly book: TripBook;
    readonly tripBodies: TripBodies;
    readonly quirks: Quirks;
    readonly webhooks: WebhookSender;
    readonly log: (line: string) => void;
  };

  constructor(parts: {
    seed: number;
    clock: SimulatedClock;
    fleet: Fleet;
    book: TripBook;
    tripBodies: TripBodies;
    quirks: Quirks;
    webhooks: WebhookSender;
    log: (line: string) => void;
  }) {
    this.#parts = parts;
  }

  /** Sends exactly one `TRIP_SCORED` notification. */
  notify(trip: SimulatedTrip): void {
    this.#parts.webhooks.send(this.notification(trip));
  }

  /**
   * Sends a `TRIP_SCORED` notification as a live service does. In rare cases it is sent twice, follows a notification of an
   * unknown type, or the trip is scored again later.
   */
  notifyLikeService(trip: SimulatedTrip): void {
    const { seed, quirks, clock, webhooks, fleet } = this.#parts;
    const random = new Random(seed, 'announce', trip.driverIndex, trip.startMs);
    if (random.chance(quirks.unknownNotificationShare))
      webhooks.send({
        version: 3,
        type: 'DRIVER_DEVICE_CHANGED',
        driver_id: fleet.id(trip.driverIndex),
        data: {},
      });
    this.notify(trip);
    if (random.chance(quirks.duplicateShare)) clock.after(random.integer(0, 60_000), () => this.notify(trip));
    if (trip.collisionFoundMs !== undefined)
      clock.at(trip.collisionFoundMs, () => this.#findCollision(trip, random.chance(0.5)));
  }

  /** Returns the body of a trip's notification. */
  notification(trip: SimulatedTrip): Body {
    return {
      version: 3,
      type: 'TRIP_SCORED',
      driver_id: this.#parts.fleet.id(trip.driverIndex),
      trip_id: trip.tripId,
      data: this.#data(trip),
    };
  }

  #findCollision(trip: SimulatedTrip, again: boolean): void {
    const { book, fleet, log } = this.#parts;
    const rescored = book.rescore(trip.driverIndex, trip.tripId, { events: ['COLLISION'] });
    if (!rescored) return;
    log(`trip ${trip.tripId} of ${fleet.id(trip.driverIndex)} scored again: a collision was found`);
    if (again) this.notify(rescored);
  }

  #data(trip: SimulatedTrip): Body {
    const { seed, quirks, tripBodies } = this.#parts;
    const random = new Random(seed, 'data', trip.driverIndex, trip.startMs);
    const form =
      quirks.notificationData === 'mixed'
        ? random.weighted({ empty: 2, score: 1, driving_behavior: 1 })
        : quirks.notificationData;
    if (form === 'empty') return {};
    const { driving_behavior, ...whole } = tripBodies.trip(
      trip,
      new Set(['info', 'simple_path', 'driving_behavior', 'speed_profile', 'events']),
    );
    return {
      ...whole,
      ...(form === 'score' ? { score: { service_score: trip.score } } : { driving_behavior }),
      ...(quirks.differingDataTripId ? { trip_id: String(trip.endMs) } : {}),
    };
  }
}
