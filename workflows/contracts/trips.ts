/** What identifies a trip: trip ids repeat across drivers. */
export interface TripKey {
  readonly fleet: string;
  readonly driverId: string;
  readonly tripId: string;
}

/** Input of the trip workflow: what the notification said, and nothing that could hold a position. */
export interface TripInput extends TripKey {
  /** ISO 8601, UTC: when the notification arrived. */
  readonly receivedAt: string;
  readonly source: 'webhook' | 'reconciler';
  /** The notification's own `version`, when it was a number. */
  readonly version?: number;
}

/** How a trip workflow ended. */
export interface TripResult {
  readonly state: 'decided' | 'parked' | 'deleted' | 'gone';
  readonly revision: number;
  /** How many deliveries the decision called for. */
  readonly deliveries: number;
}

/** Input of a replay: reads the trip again, decides again and, with effects, sends what the ledger does not show as sent. */
export interface ReplayInput extends TripKey {
  readonly effects: boolean;
  /** Name of the token that asked, for the audit. */
  readonly who: string;
  /** Id of the row in `simulations` that receives the decision. */
  readonly simulationId: string;
}

/** Input of a simulation: the rule and trip stand in the `simulations` row, because a posted trip may hold positions. */
export interface SimulationInput {
  readonly fleet: string;
  readonly simulationId: string;
}

/** Input of the workflow that admits what an alert suppressed which ended without being sent. */
export interface SuppressedInput {
  readonly fleet: string;
  /** The alert that suppressed. */
  readonly alertId: string;
  /** Distinguishes what ends later of the same alert. */
  readonly request: string;
}

/** How a replay or a simulation ended; the decision itself stands in the `simulations` row. */
export interface SimulationResult {
  readonly outcome: 'done' | 'no_such_trip' | 'unavailable' | 'unauthorised' | 'invalid';
  readonly message?: string;
}

/** Hex SHA-256 of a text. Injected, because this file imports nothing. */
export type Sha256Hex = (text: string) => string;

/** How an id names a trip: readable, but for the driver; or driver and trip as one hash under a secret key. */
export type TripHash = Sha256Hex | { readonly keyedHex: (text: string) => string };

/** Temporal's PostgreSQL schema holds 255 characters of a workflow id; a longer trip id is hashed. */
const LONGEST_PLAIN_TRIP_ID = 100;
/** 160 bits: no two trips share a hash. */
const HEX_DIGITS = 40;

export function tripSuffix(key: TripKey, hash: TripHash): string {
  const { fleet, driverId, tripId } = key;
  if (typeof hash !== 'function')
    return `${fleet}:${hash.keyedHex(JSON.stringify([fleet, driverId, tripId])).slice(0, HEX_DIGITS)}`;
  const encoded = encodeURIComponent(tripId);
  const trip = encoded.length > LONGEST_PLAIN_TRIP_ID ? `sha256-${hash(tripId)}` : encoded;
  return `${fleet}:${trip}:${hash(driverId).slice(0, 20)}`;
}

/** Workflow id of a trip: the same trip always has the same one, so a second start is refused by Temporal. */
export function tripWorkflowId(key: TripKey, hash: TripHash): string {
  return `trip:${tripSuffix(key, hash)}`;
}

/** Workflow id of one replay of a trip; `unique` distinguishes replays of one trip. */
export function replayWorkflowId(key: TripKey, unique: string, hash: TripHash): string {
  return `replay:${tripSuffix(key, hash)}:${unique}`;
}

/** Workflow id of a simulation. */
export function simulationWorkflowId(input: SimulationInput): string {
  return `simulation:${input.fleet}:${input.simulationId}`;
}

/** Workflow id of admitting what an alert suppressed. */
export function suppressedWorkflowId({ fleet, alertId, request }: SuppressedInput): string {
  return `suppressed:${fleet}:${alertId}:${request}`;
}
