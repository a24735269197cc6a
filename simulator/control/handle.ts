import type { Character, EventName } from '../world/index.ts';
import type { DrivenTrip, TripWish } from './driving.ts';
import type { FaultSwitches, SeenRequest } from '../faults/index.ts';
import type { WebhookDelivery } from './webhooks.ts';

/** Ids that identify a trip. */
export interface TripIds {
  readonly driverId: string;
  readonly tripId: string;
}

/** Requested change of a trip's score, as if the service scored the trip again. */
export interface Rescoring {
  /** Events that are found late. If neither events nor a score are given, a collision is found. */
  readonly events?: readonly EventName[];
  /** Score that replaces the one computed from the events. */
  readonly score?: number;
  /** Whether a notification is sent again; false by default. */
  readonly notify?: boolean;
  /** Simulated seconds until the change; 0 by default. */
  readonly afterSeconds?: number;
}

/** Properties of a driver, for tests. */
export interface KnownDriver {
  readonly driverId: string;
  readonly character: Character;
  readonly group?: string;
  readonly hasGyroscope: boolean;
}

/** State of the simulator. */
export interface SimulatorState {
  /** Simulated time, ISO 8601. */
  readonly now: string;
  readonly speed: number;
  readonly seed: number;
  readonly drivers: number;
  readonly groups: readonly string[];
}

/** A running simulator. All of its functions are also available over HTTP, under `/control`. */
export interface Simulator {
  /** Base address, without `/v3`. */
  readonly url: string;
  readonly faults: FaultSwitches;
  /** Returns the simulated time and the settings that never change. */
  state(): SimulatorState;
  /** Simulates a trip that ends now, by default. @throws WishError when that is not possible */
  drive(wish?: TripWish): DrivenTrip;
  /** Scores a trip again. @throws WishError when there is no such trip */
  rescore(trip: TripIds, change?: Rescoring): void;
  /** Sends the notification of a trip again. @throws WishError when there is no such trip */
  notify(trip: TripIds, copies?: number): void;
  /**
   * Lowers a driver's score from a UTC date on; today by default. @throws WishError when the driver is unknown or the date is
   * invalid
   */
  dropScore(driverId: string, drop: { readonly points: number; readonly from?: string }): void;
  /** Sends any notification. A string is sent unchanged, whether it is valid JSON or not. */
  sendBody(body: unknown): void;
  /** Sets the URL to which notifications are sent from now on. With undefined, none are sent. */
  setWebhook(url: string | undefined): void;
  /** Returns all notifications with their delivery attempts, oldest first. */
  webhooks(): readonly WebhookDelivery[];
  /** Returns the requests to the API, without the key, oldest first. */
  requests(): readonly SeenRequest[];
  clearRequests(): void;
  /** Returns a page of the drivers, sorted by index. */
  drivers(page?: { readonly limit?: number; readonly offset?: number }): readonly KnownDriver[];
  /** Moves the simulated clock forward, and runs everything that is due until then. */
  advance(seconds: number): void;
  /** Stops the server, the traffic and the notifications. Safe to call twice. */
  close(): Promise<void>;
}
