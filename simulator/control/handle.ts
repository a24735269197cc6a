import type { Character, EventName } from '../world/index.ts';
import type { DrivenTrip, TripWish } from './driving.ts';
import type { FaultSwitches, SeenRequest } from '../faults/index.ts';
import type { WebhookDelivery } from './webhooks.ts';

/** Ids that identify a trip. */
export interface TripIds {
  readonly driverId: string;
  readonly tripId: string;
}

/** A change of a trip's score. */
export interface Rescoring {
  /** Events found late; a collision when neither events nor a score are given. */
  readonly events?: readonly EventName[];
  /** A score that replaces the one from the events. */
  readonly score?: number;
  /** Whether a notification is sent again; false by default. */
  readonly notify?: boolean;
  /** Simulated seconds until the change; 0 by default. */
  readonly afterSeconds?: number;
}

/** A driver's properties for tests. */
export interface KnownDriver {
  readonly driverId: string;
  readonly character: Character;
  readonly group?: string;
  readonly hasGyroscope: boolean;
}

/** The state of the simulator. */
export interface SimulatorState {
  /** Simulated, ISO 8601. */
  readonly now: string;
  readonly speed: number;
  readonly seed: number;
  readonly drivers: number;
  readonly groups: readonly string[];
}

/** A running simulator. All of its functions are also available over HTTP, below `/control`. */
export interface Simulator {
  /** Base address without `/v3`. */
  readonly url: string;
  readonly faults: FaultSwitches;
  /** Returns the simulated present time and the constants. */
  state(): SimulatorState;
  /** Simulates a trip now. @throws WishError when that is impossible */
  drive(wish?: TripWish): DrivenTrip;
  /** Scores a trip again. @throws WishError when there is no such trip */
  rescore(trip: TripIds, change?: Rescoring): void;
  /** Sends the notification of a trip again. @throws WishError when there is no such trip */
  notify(trip: TripIds, copies?: number): void;
  /** Lowers a driver's score from a date on, today by default. @throws WishError for an unknown driver or date */
  dropScore(driverId: string, drop: { readonly points: number; readonly from?: string }): void;
  /** Sends any notification; a string is sent unchanged, valid JSON or not. */
  sendBody(body: unknown): void;
  /** Sets the URL that receives notifications from now on; undefined: none does. */
  setWebhook(url: string | undefined): void;
  /** Returns notifications and their attempts, oldest first. */
  webhooks(): readonly WebhookDelivery[];
  /** Returns requests to the API, oldest first, without the key. */
  requests(): readonly SeenRequest[];
  clearRequests(): void;
  /** Returns some of the drivers, by index. */
  drivers(page?: { readonly limit?: number; readonly offset?: number }): readonly KnownDriver[];
  /** Moves the simulated clock forward, and runs everything that falls due until then. */
  advance(seconds: number): void;
  /** Stops listening, driving and sending. Safe to call twice. */
  close(): Promise<void>;
}
