/** Key of a trip. It includes the driver, because different drivers may have trips with the same id. */
export interface TripKey {
  readonly fleet: string;
  readonly driverId: string;
  readonly tripId: string;
}

/** Input of a trip's workflow: data from the notification, without fields that may contain a position. */
export interface TripInput extends TripKey {
  /** Time at which the notification was received (ISO 8601, UTC). */
  readonly receivedAt: string;
  readonly source: 'webhook' | 'reconciler';
  /** The notification's own `version`, if it was a number. */
  readonly version?: number;
}

/** Result of a trip's workflow. */
export interface TripResult {
  readonly state: 'decided' | 'parked' | 'deleted' | 'gone';
  readonly revision: number;
  /** Number of deliveries that the decision planned. */
  readonly deliveries: number;
}

/**
 * Input of a replay, which reads and evaluates the trip again. With `effects`, it also sends the deliveries that the ledger does
 * not record as sent.
 */
export interface ReplayInput extends TripKey {
  readonly effects: boolean;
  /** Name of the API token with which the replay was requested, for the audit log. */
  readonly who: string;
  /** Id of the row in `simulations` to which the decision is written. */
  readonly simulationId: string;
}

/** Input of a simulation. The rule and the trip are in the `simulations` row, because a posted trip may contain positions. */
export interface SimulationInput {
  readonly fleet: string;
  readonly simulationId: string;
}

/** Input of the workflow that admits the alerts that an unsent alert suppressed. */
export interface SuppressedInput {
  readonly fleet: string;
  /** Id of the alert that suppressed other alerts. */
  readonly alertId: string;
  /** Text that distinguishes several requests for the same alert. */
  readonly request: string;
}

/** Result of a replay or a simulation. The decision itself is in the `simulations` row. */
export interface SimulationResult {
  readonly outcome: 'done' | 'no_such_trip' | 'unavailable' | 'unauthorised' | 'invalid';
  readonly message?: string;
}

/** Returns the SHA-256 of a text in hexadecimal. It is passed in, because this file may not import anything. */
export type Sha256Hex = (text: string) => string;

/**
 * Hash for trips in workflow ids. A plain hash hides the driver's id but leaves the trip's id readable. A keyed hash hides both.
 */
export type TripHash = Sha256Hex | { readonly keyedHex: (text: string) => string };

/**
 * Length in characters up to which a trip's id is used in a workflow id; a longer one is hashed. Temporal's PostgreSQL schema
 * allows 255 characters per workflow id.
 */
const LONGEST_PLAIN_TRIP_ID = 100;
/** Number of hexadecimal digits of a hash. These 160 bits make it practically impossible that two trips have the same hash. */
const HEX_DIGITS = 40;

export function tripSuffix(key: TripKey, hash: TripHash): string {
  const { fleet, driverId, tripId } = key;
  if (typeof hash !== 'function')
    return `${fleet}:${hash.keyedHex(JSON.stringify([fleet, driverId, tripId])).slice(0, HEX_DIGITS)}`;
  const encoded = encodeURIComponent(tripId);
  const trip = encoded.length > LONGEST_PLAIN_TRIP_ID ? `sha256-${hash(tripId)}` : encoded;
  return `${fleet}:${trip}:${hash(driverId).slice(0, 20)}`;
}

/** Returns the workflow id of a trip. It is always the same for a trip, so that Temporal refuses a second start. */
export function tripWorkflowId(key: TripKey, hash: TripHash): string {
  return `trip:${tripSuffix(key, hash)}`;
}

/** Returns the workflow id of one replay of a trip; `unique` distinguishes several replays. */
export function replayWorkflowId(key: TripKey, unique: string, hash: TripHash): string {
  return `replay:${tripSuffix(key, hash)}:${unique}`;
}

/** Returns the workflow id of a simulation. */
export function simulationWorkflowId(input: SimulationInput): string {
  return `simulation:${input.fleet}:${input.simulationId}`;
}

/** Returns the id of the workflow that admits the alerts that an alert suppressed. */
export function suppressedWorkflowId({ fleet, alertId, request }: SuppressedInput): string {
  return `suppressed:${fleet}:${alertId}:${request}`;
}
