import type { Character, EventName } from '../world/index.ts';
import type { DrivenTrip, TripWish } from './driving.ts';
import type { FaultSwitches, SeenRequest } from '../faults/index.ts';
import type { WebhookDelivery } from './webhooks.ts';

/** The ids of a trip. */
export interface TripIds {
  readonly driverId: string;
  readonly tripId: string;
}

/** How a trip is to be scored again. */
export interface Rescoring {
  /** Events found late; a collision unless something is said. */
  readonly events?: readonly EventName[];
  /** A score of one's own, in place of that of the events. */
  readonly score?: number;
  /** Whether a notification goes out again; false by default. */
  readonly notify?: boolean;
  /** Simulated seconds until then; 0 by default. */
  readonly afterSeconds?: number;
}

/** A driver as a test may want to know him. */
export interface KnownDriver {
  readonly driverId: string;
  readonly character: Character;
  readonly group?: string;
  readonly hasGyroscope: boolean;
}

/** The present state of the simulator. */
export interface SimulatorState {
  /** Simulated, ISO 8601. */
  readonly now: string;
  readonly speed: number;
  readonly seed: number;
  readonly drivers: number;
  readonly groups: readonly string[];
}

/** A running simulator. Everything here can be done over HTTP too, below `/control`. */
export interface Simulator {
  /** Base address without `/v3`. */
  readonly url: string;
  readonly faults: FaultSwitches;
  /** Simulated now and the other constants. */
  state(): SimulatorState;
  /** Lets a trip happen now. @throws WishError when it cannot */
  drive(wish?: TripWish): DrivenTrip;
  /** Scores a trip again. @throws WishError when there is no such trip */
  rescore(trip: TripIds, change?: Rescoring): void;
  /** Sends the notification of a trip again. @throws WishError when there is no such trip */
  notify(trip: TripIds, copies?: number): void;
  /** Takes points off a driver's score from a date on, today by default. @throws WishError for an unknown driver or date */
  dropScore(driverId: string, drop: { readonly points: number; readonly from?: string }): void;
  /** Sends any notification; a string is sent unchanged, valid JSON or not. */
  sendBody(body: unknown): void;
  /** Where notifications go from now on; undefined: nowhere. */
  setWebhook(url: string | undefined): void;
  /** Notifications and their attempts, oldest first. */
  webhooks(): readonly WebhookDelivery[];
  /** Requests to the API, oldest first, without the key. */
  requests(): readonly SeenRequest[];
  clearRequests(): void;
  /** Some of the drivers, by index. */
  drivers(page?: { readonly limit?: number; readonly offset?: number }): readonly KnownDriver[];
  /** Moves the simulated clock forward; what falls due on the way happens. */
  advance(seconds: number): void;
  /** Stops listening, driving and sending. Safe to call twice. */
  close(): Promise<void>;
}
