/**
 * What starters and workflows agree on: the task queue, workflow names and ids, inputs and results.
 * It imports nothing, so that anyone may import it.
 */

/** The task queue when `TEMPORAL_TASK_QUEUE` is not set. */
export const DEFAULT_TASK_QUEUE = 'tripline';

/** Names under which the workflows are registered; a name in a running history never changes. */
export const WORKFLOWS = {
  trip: 'tripWorkflow',
  replay: 'replayWorkflow',
  simulation: 'simulationWorkflow',
  deletion: 'deletionWorkflow',
  release: 'releaseWorkflow',
  backfill: 'backfillWorkflow',
  backfilledTrip: 'backfilledTripWorkflow',
  backtest: 'backtestWorkflow',
  incident: 'incidentWorkflow',
  deletionExpiry: 'deletionExpiryWorkflow',
  deletionPress: 'deletionPressWorkflow',
  digest: 'digestWorkflow',
  digestMessages: 'digestMessagesWorkflow',
  digestPreview: 'digestPreviewWorkflow',
  digestTick: 'digestTickWorkflow',
  digestSync: 'digestSyncWorkflow',
  reconcile: 'reconcileWorkflow',
  lookAgain: 'lookAgainWorkflow',
  quiet: 'quietWorkflow',
  fleetSchedules: 'fleetSchedulesWorkflow',
  alarmMessage: 'alarmMessageWorkflow',
  retention: 'retentionWorkflow',
  erasure: 'erasureWorkflow',
} as const;

/**
 * Whose work a workflow is: Temporal hands out the waiting work of all fleets in turn, where it is told to (docs/install.md).
 * What a workflow begins takes over its key. An id of a fleet fits: 64 bytes are allowed.
 */
export function priorityOf(fleet: string): { readonly fairnessKey: string } {
  return { fairnessKey: fleet };
}

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

/** How a replay or a simulation ended; the decision itself stands in the `simulations` row. */
export interface SimulationResult {
  readonly outcome: 'done' | 'no_such_trip' | 'unavailable' | 'unauthorised' | 'invalid';
  readonly message?: string;
}

/** Input of a deletion that a person approved. */
export interface DeletionInput {
  readonly fleet: string;
  readonly deletionId: string;
}

/** Input of what follows a press on a question about a deletion that is answered: the question is put right, who pressed told. */
export interface DeletionPress extends DeletionInput {
  /** ISO 8601, UTC. */
  readonly pressedAt: string;
  /** Slack's ids of who is told, and where; absent: only the question is put right. */
  readonly userId?: string;
  readonly channelId?: string;
}

/** How an approved deletion ended. */
export interface DeletionResult {
  readonly state: 'deleted' | 'refused' | 'gone';
  readonly reason?: string;
}

/** Input of a release: what of the fleet is held until then goes at that time. */
export interface ReleaseInput {
  readonly fleet: string;
  /** ISO 8601, UTC. */
  readonly releaseAt: string;
  /** How many messages an earlier run of the same workflow sent. */
  readonly messages?: number;
  /** The first message of that run which could not be carried out, in the error's words. */
  readonly failure?: string;
  /** Deliveries that earlier runs could not carry out: they are not tried again. */
  readonly leftOut?: readonly string[];
}

/** How a release ended. */
export interface ReleaseResult {
  /** How many messages went out; one may tell of many alerts. */
  readonly messages: number;
}

/** Tells a release that more is held until its time. */
export const RELEASE_SIGNAL = 'moreIsHeld';

/** Input of an incident's workflow: everything about it stands in the store, people's names and words too. */
export interface IncidentInput {
  readonly fleet: string;
  readonly incidentId: string;
  /** What an earlier run of the same workflow did, for the query. */
  readonly timeline?: readonly IncidentMoment[];
}

/** One entry of an incident's timeline, as its workflow knows it: no names, no words of people. */
export interface IncidentMoment {
  readonly seq: number;
  /** ISO 8601, UTC. */
  readonly at: string;
  readonly kind: string;
}

/** How an incident's workflow ended. */
export interface IncidentResult {
  readonly state: 'resolved';
  /** How many pages of its chain were taken. */
  readonly pages: number;
}

/** Tells an incident's workflow that something of the incident changed; what, stands in the store. Safe to repeat. */
export const INCIDENT_SIGNAL = 'incidentChanged';

/** Query of an incident's workflow: its whole timeline. */
export const INCIDENT_TIMELINE = 'timeline';

/** Input of a backfill: its range, its drivers and how far it is stand in the store. */
export interface BackfillInput {
  readonly fleet: string;
  readonly backfillId: string;
}

/** Query of a backfill's workflow: how far it is. */
export const BACKFILL_PROGRESS = 'progress';

/** How far a backfill is. */
export interface BackfillProgress {
  /** `drivers`: they are listed. `trips`: theirs are fetched. `readings`: scores by date are. `over`: nothing is left to do. */
  readonly phase: 'drivers' | 'trips' | 'readings' | 'over';
  readonly driversDone: number;
  readonly driversTotal: number;
  readonly tripsKept: number;
}

/** Input of what follows the decision about a trip that a backfill found and may tell of. */
export interface BackfilledTripInput extends TripKey {
  readonly backfillId: string;
  readonly deliveries: readonly {
    readonly id: string;
    readonly action: 'slack' | 'email' | 'webhook' | 'escalate' | 'delete_trip';
  }[];
  /** ISO 8601, UTC: when what is held back goes; absent: nothing is. */
  readonly releases?: readonly string[];
  /** The service withheld a part of what the rules ask: decide again once it answers. */
  readonly incomplete: boolean;
}

/** Input of a back-test: its rules and range stand in the `backtests` row, which also receives the result. */
export interface BacktestInput {
  readonly fleet: string;
  readonly backtestId: string;
}

/** Query of a back-test's workflow: how far it is. */
export const BACKTEST_PROGRESS = 'progress';

/** How far a back-test is. */
export interface BacktestProgress {
  readonly tripsDone: number;
  readonly tripsTotal: number;
  /** `scanning`: trips are evaluated. `answering`: alerts are led through throttle and budget. `over`: nothing is left to do. */
  readonly phase: 'scanning' | 'answering' | 'over';
}

/** Names a digest of a fleet. */
export interface DigestKey {
  readonly fleet: string;
  readonly digest: string;
}

/** Input of what a digest's schedule starts: which period it is about, the store says. */
export type DigestTickInput = DigestKey;

/** Why a tick sends nothing. */
export type NoDigest =
  /** The document says another time by now. */
  | 'superseded'
  | 'paused'
  /** No such digest counts. */
  | 'gone'
  /** The configuration has no such fleet any more. */
  | 'fleet_gone'
  /** This period's was made. */
  | 'done'
  /** Whatever was away came back too late for it. */
  | 'too_late';

/** How a tick ended. */
export interface DigestTickResult {
  readonly started: boolean;
  readonly reason?: NoDigest;
}

/** Input of the making of one digest; everything about it stands in the store. */
export interface DigestInput {
  readonly fleet: string;
  readonly runId: string;
}

/** How the making of a digest ended. */
export interface DigestResult {
  /** Drivers of the period; null: they could not be read. */
  readonly drivers: number | null;
  /** How many messages the ledger was to be told of. */
  readonly messages: number;
}

/** Input of the sending of some of a digest's messages. */
export interface DigestMessagesInput extends DigestInput {
  /** Tells the parts of one digest apart, from 0. */
  readonly part: number;
  readonly deliveries: readonly { readonly id: string; readonly action: 'slack' | 'email' }[];
}

/** Input of the comparison of a fleet's digests with their schedules. */
export interface DigestSyncInput {
  readonly fleet: string;
}

/** Tells that comparison that a document changed: one under way looks once more. */
export const DIGEST_SYNC_SIGNAL = 'digestsChanged';

/** Input of a walk through what the service lists: its dates and how far it is stand in the store. */
export interface ReconcileInput {
  readonly fleet: string;
  /** The walk that an earlier run of the same workflow began. */
  readonly runId?: string;
}

/** Names a walk. */
export interface ReconcileRunInput {
  readonly fleet: string;
  readonly runId: string;
}

/** How far a walk is. */
export interface ReconcileProgress {
  /** `drivers`: they are listed. `trips`: theirs are. `unmet`: those that were not met are asked for. `over`: nothing is left. */
  readonly phase: 'drivers' | 'trips' | 'unmet' | 'over';
  /** Trips that the service listed, ways that were begun, trips that are gone upstream. */
  readonly listed: number;
  readonly started: number;
  readonly gone: number;
}

/** Input of another look at a trip that was set aside, or gone, and that the service lists now. */
export interface LookAgainInput extends TripKey {
  /** The walk that met it. */
  readonly runId: string;
}

/** Input of the watch for notifications that have ceased. */
export interface QuietInput {
  readonly fleet: string;
}

/** Input of the comparison of a fleet's own schedules with what they should be. */
export interface FleetSchedulesInput {
  readonly fleet: string;
}

/** Input of the workflow that sends one message about an alarm. */
export interface AlarmMessageInput {
  readonly fleet: string;
  readonly alarmMessageId: string;
}

/** Input of the removal of what a fleet kept long enough. */
export interface RetentionInput {
  readonly fleet: string;
  /** What an earlier run of the same workflow removed. */
  readonly removed?: Readonly<Record<string, number>>;
}

/** How far that removal is: counts by what they are of. */
export interface RetentionProgress {
  readonly over: boolean;
  readonly removed: Readonly<Record<string, number>>;
}

/** Input of the erasure of a driver: whom it is about stands in the store, until it is over. */
export interface ErasureInput {
  readonly fleet: string;
  readonly erasureId: string;
}

/** How an erasure ended. */
export interface ErasureResult {
  readonly state: 'done' | 'refused';
}

/** Hex SHA-256 of a text. Injected, because this file imports nothing. */
export type Sha256Hex = (text: string) => string;

/** Temporal's PostgreSQL schema holds 255 characters of a workflow id; a longer trip id is hashed. */
const LONGEST_PLAIN_TRIP_ID = 100;

function tripSuffix(key: TripKey, sha256Hex: Sha256Hex): string {
  const encoded = encodeURIComponent(key.tripId);
  const trip = encoded.length > LONGEST_PLAIN_TRIP_ID ? `sha256-${sha256Hex(key.tripId)}` : encoded;
  return `${key.fleet}:${trip}:${sha256Hex(key.driverId).slice(0, 20)}`;
}

/** Workflow id of a trip: the same trip always has the same one, so a second start is refused by Temporal. */
export function tripWorkflowId(key: TripKey, sha256Hex: Sha256Hex): string {
  return `trip:${tripSuffix(key, sha256Hex)}`;
}

/** Workflow id of one replay of a trip; `unique` tells replays of one trip apart. */
export function replayWorkflowId(key: TripKey, unique: string, sha256Hex: Sha256Hex): string {
  return `replay:${tripSuffix(key, sha256Hex)}:${unique}`;
}

/** Workflow id of a simulation. */
export function simulationWorkflowId(input: SimulationInput): string {
  return `simulation:${input.fleet}:${input.simulationId}`;
}

/** Workflow id of an approved deletion: approving twice starts once. */
export function deletionWorkflowId(input: DeletionInput): string {
  return `deletion:${input.fleet}:${input.deletionId}`;
}

/** Workflow id of the end of a deletion's request that nobody decides. */
export function deletionExpiryWorkflowId(input: DeletionInput): string {
  return `deletion-expiry:${input.fleet}:${input.deletionId}`;
}

/** Workflow id of what follows a late press; `key` tells presses apart, and the same press has the same one. */
export function deletionPressWorkflowId(input: DeletionInput, key: string, sha256Hex: Sha256Hex): string {
  return `deletion-press:${input.fleet}:${input.deletionId}:${sha256Hex(key).slice(0, 20)}`;
}

/** Workflow id of a release: everything that a fleet holds until one instant goes in one. */
export function releaseWorkflowId(input: ReleaseInput): string {
  return `release:${input.fleet}:${input.releaseAt}`;
}

/** Workflow id of an incident. */
export function incidentWorkflowId(input: Pick<IncidentInput, 'fleet' | 'incidentId'>): string {
  return `incident:${input.fleet}:${input.incidentId}`;
}

/** Workflow id of a backfill. */
export function backfillWorkflowId(input: BackfillInput): string {
  return `backfill:${input.fleet}:${input.backfillId}`;
}

/** Workflow id of what a backfill that may alert has to tell about one trip. */
export function backfilledTripWorkflowId(input: BackfilledTripInput, sha256Hex: Sha256Hex): string {
  return `backfilled:${tripSuffix(input, sha256Hex)}:${input.backfillId}`;
}

/** Workflow id of a back-test. */
export function backtestWorkflowId(input: BacktestInput): string {
  return `backtest:${input.fleet}:${input.backtestId}`;
}

/** Id of a digest's schedule. */
export function digestScheduleId({ fleet, digest }: DigestKey): string {
  return `digest:${fleet}:${digest}`;
}

/** What the workflow ids of a digest's ticks begin with; Temporal appends the time. */
export function digestTickWorkflowId({ fleet, digest }: DigestKey): string {
  return `digest-tick:${fleet}:${digest}`;
}

/** Workflow id of the digest of a period: it is made once. `periodEnd` is its last date and its kind: `2026-05-31:month`. */
export function digestWorkflowId({ fleet, digest }: DigestKey, periodEnd: string): string {
  return `digest:${fleet}:${digest}:${periodEnd}`;
}

/** Workflow id of a digest that somebody asked for. */
export function digestNowWorkflowId({ fleet, runId }: DigestInput): string {
  return `digest-now:${fleet}:${runId}`;
}

/** Workflow id of the sending of a part of a digest's messages. */
export function digestMessagesWorkflowId({ fleet, runId, part }: DigestMessagesInput): string {
  return `digest-messages:${fleet}:${runId}:${part}`;
}

/** Workflow id of a digest that somebody looks at. */
export function digestPreviewWorkflowId({ fleet, runId }: DigestInput): string {
  return `digest-preview:${fleet}:${runId}`;
}

/** Workflow id of the comparison of a fleet's digests with their schedules: one at a time. */
export function digestSyncWorkflowId({ fleet }: DigestSyncInput): string {
  return `digest-sync:${fleet}`;
}

/** Id of the schedule of a fleet's walks. */
export function reconcileScheduleId({ fleet }: ReconcileInput): string {
  return `reconcile:${fleet}`;
}

/** What the workflow ids of a fleet's walks begin with; Temporal appends the time. */
export function reconcileWorkflowId({ fleet }: ReconcileInput): string {
  return `reconcile:${fleet}`;
}

/** Workflow id of another look at a trip: once a walk. */
export function lookAgainWorkflowId(input: LookAgainInput, sha256Hex: Sha256Hex): string {
  return `look-again:${tripSuffix(input, sha256Hex)}:${input.runId}`;
}

/** Id of the schedule of the watch for notifications that have ceased. */
export function quietScheduleId({ fleet }: QuietInput): string {
  return `quiet:${fleet}`;
}

/** What the workflow ids of that watch begin with; Temporal appends the time. */
export function quietWorkflowId({ fleet }: QuietInput): string {
  return `quiet:${fleet}`;
}

/** Workflow id of the comparison of a fleet's own schedules: one at a time. */
export function fleetSchedulesWorkflowId({ fleet }: FleetSchedulesInput): string {
  return `fleet-schedules:${fleet}`;
}

/** Workflow id of one message about an alarm. */
export function alarmMessageWorkflowId({ fleet, alarmMessageId }: AlarmMessageInput): string {
  return `alarm:${fleet}:${alarmMessageId}`;
}

/** Id of the schedule of what a fleet's retention removes. */
export function retentionScheduleId({ fleet }: RetentionInput): string {
  return `retention:${fleet}`;
}

/** What the workflow ids of that removal begin with; Temporal appends the time. */
export function retentionWorkflowId({ fleet }: RetentionInput): string {
  return `retention:${fleet}`;
}

/** Workflow id of an erasure. */
export function erasureWorkflowId({ fleet, erasureId }: ErasureInput): string {
  return `erasure:${fleet}:${erasureId}`;
}
