/** The key of a trip. It includes the driver, because trip ids repeat across drivers. */
export interface TripKey {
  readonly fleet: string;
  readonly driverId: string;
  readonly tripId: string;
}

/** Input of the trip workflow: the notification's data, without fields that could hold a position. */
export interface TripInput extends TripKey {
  /** The time when the notification arrived, ISO 8601, UTC. */
  readonly receivedAt: string;
  readonly source: 'webhook' | 'reconciler';
  /** The notification's own `version`, when it was a number. */
  readonly version?: number;
}

/** The result of a trip workflow. */
export interface TripResult {
  readonly state: 'decided' | 'parked' | 'deleted' | 'gone';
  readonly revision: number;
  /** The number of deliveries of the decision. */
  readonly deliveries: number;
}

/**
 * Input of a replay, which reads and evaluates the trip again. With effects, it sends the deliveries that the ledger does not
 * show as sent.
 */
export interface ReplayInput extends TripKey {
  readonly effects: boolean;
  /** Name of the token of the request, for the audit. */
  readonly who: string;
  /** Id of the row in `simulations` that receives the decision. */
  readonly simulationId: string;
}

/** Input of a simulation. The rule and trip are in the `simulations` row, because a posted trip may hold positions. */
export interface SimulationInput {
  readonly fleet: string;
  readonly simulationId: string;
}

/** Input of the workflow that admits alerts that an unsent alert suppressed. */
export interface SuppressedInput {
  readonly fleet: string;
  /** The alert that suppressed others. */
  readonly alertId: string;
  /** Distinguishes later requests for the same alert. */
  readonly request: string;
}

/** The result of a replay or a simulation; the decision itself is in the `simulations` row. */
export interface SimulationResult {
  readonly outcome: 'done' | 'no_such_trip' | 'unavailable' | 'unauthorised' | 'invalid';
  readonly message?: string;
}

/** Returns the hex SHA-256 of a text. Injected, because this file imports nothing. */
export type Sha256Hex = (text: string) => string;

/** The hash of a trip in ids. A plain hash leaves the trip readable and hides the driver; a keyed one hides both. */
export type TripHash = Sha256Hex | { readonly keyedHex: (text: string) => string };

/**
 * Maximum length of a plain trip id; a longer one is hashed. Temporal's PostgreSQL schema holds 255 characters of a workflow
 * id.
 */
const LONGEST_PLAIN_TRIP_ID = 100;
/** Length of a hash: 160 bits, so that no two trips share one. */
const HEX_DIGITS = 40;

export function tripSuffix(key: TripKey, hash: TripHash): string {
  const { fleet, driverId, tripId } = key;
  if (typeof hash !== 'function')
    return `${fleet}:${hash.keyedHex(JSON.stringify([fleet, driverId, tripId])).slice(0, HEX_DIGITS)}`;
  const encoded = encodeURIComponent(tripId);
  const trip = encoded.length > LONGEST_PLAIN_TRIP_ID ? `sha256-${hash(tripId)}` : encoded;
  return `${fleet}:${trip}:${hash(driverId).slice(0, 20)}`;
}

/** Returns the workflow id of a trip. It is always the same, so that Temporal refuses a second start. */
export function tripWorkflowId(key: TripKey, hash: TripHash): string {
  return `trip:${tripSuffix(key, hash)}`;
}

/** Returns the workflow id of one replay of a trip; `unique` distinguishes replays of one trip. */
export function replayWorkflowId(key: TripKey, unique: string, hash: TripHash): string {
  return `replay:${tripSuffix(key, hash)}:${unique}`;
}

/** Returns the workflow id of a simulation. */
export function simulationWorkflowId(input: SimulationInput): string {
  return `simulation:${input.fleet}:${input.simulationId}`;
}

/** Returns the workflow id of the admission of alerts that an alert suppressed. */
export function suppressedWorkflowId({ fleet, alertId, request }: SuppressedInput): string {
  return `suppressed:${fleet}:${alertId}:${request}`;
}
