import type { AlarmMessageInput } from './alarms.ts';
import type { BackfillInput } from './backfill.ts';
import type { BacktestInput } from './backtests.ts';
import type { DeletionInput } from './deletions.ts';
import type { DigestInput, DigestKey, DigestMessagesInput } from './digests.ts';
import type { IncidentInput } from './incidents.ts';
import type { ReleaseInput } from './releases.ts';
import type { ErasureInput } from './retention.ts';
import type { ReplayInput, SimulationInput, SuppressedInput, TripInput } from './trips.ts';
import { WORKFLOWS } from './workflowTypes.ts';

interface OfFleet {
  readonly fleet: string;
}

/** Inputs from which the summaries are written, by workflow. */
interface Inputs {
  readonly trip: TripInput;
  readonly replay: ReplayInput;
  readonly simulation: SimulationInput;
  readonly deletion: DeletionInput;
  readonly release: ReleaseInput;
  readonly suppressed: SuppressedInput;
  readonly backfill: BackfillInput;
  readonly backfilledTrip: BackfillInput;
  readonly backtest: BacktestInput;
  readonly incident: IncidentInput;
  readonly deletionExpiry: DeletionInput;
  readonly deletionPress: DeletionInput;
  readonly digest: DigestInput;
  readonly digestMessages: DigestMessagesInput;
  readonly digestPreview: DigestInput;
  readonly digestTick: DigestKey;
  readonly digestSync: OfFleet;
  readonly reconcile: OfFleet;
  readonly reevaluate: OfFleet & { readonly runId: string };
  readonly notificationGap: OfFleet;
  readonly fleetSchedules: OfFleet;
  readonly alarmMessage: AlarmMessageInput;
  readonly retention: OfFleet;
  readonly erasure: ErasureInput;
}

type Kind = keyof typeof WORKFLOWS;

const SUMMARIES: { readonly [K in Kind]: (input: Inputs[K]) => string } = {
  trip: ({ fleet, receivedAt, source }) => `Trip of fleet ${fleet}, ${fromSource(source)} at ${receivedAt}`,
  replay: ({ fleet, effects }) =>
    `Replay of a trip of fleet ${fleet}, ${effects ? 'with' : 'without'} deliveries`,
  simulation: ({ fleet, simulationId }) => `Simulation ${simulationId} of fleet ${fleet}`,
  deletion: ({ fleet, deletionId }) => `Deletion ${deletionId} of fleet ${fleet}: approved`,
  release: ({ fleet, releaseAt }) => `Alerts of fleet ${fleet} that are held until ${releaseAt}`,
  suppressed: ({ fleet, alertId }) => `What alert ${alertId} of fleet ${fleet} suppressed`,
  backfill: ({ fleet, backfillId }) => `Backfill ${backfillId} of fleet ${fleet}`,
  backfilledTrip: ({ fleet, backfillId }) => `Alerts of a trip from backfill ${backfillId} of fleet ${fleet}`,
  backtest: ({ fleet, backtestId }) => `Back-test ${backtestId} of fleet ${fleet}`,
  incident: ({ fleet, incidentId }) => `Incident ${incidentId} of fleet ${fleet}`,
  deletionExpiry: ({ fleet, deletionId }) => `End of the approval request ${deletionId} of fleet ${fleet}`,
  deletionPress: ({ fleet, deletionId }) =>
    `Late answer to the approval request ${deletionId} of fleet ${fleet}`,
  digest: ({ fleet, runId }) => `Digest run ${runId} of fleet ${fleet}`,
  digestMessages: ({ fleet, runId, part }) =>
    `Messages of digest run ${runId} of fleet ${fleet}, part ${part + 1}`,
  digestPreview: ({ fleet, runId }) => `Preview of digest run ${runId} of fleet ${fleet}`,
  digestTick: ({ fleet, digest }) => `Digest ${digest} of fleet ${fleet} is due`,
  digestSync: ({ fleet }) => `Brings the digest schedules of fleet ${fleet} up to date`,
  reconcile: ({ fleet }) => `Reconciles the stored trips of fleet ${fleet} with the service’s lists`,
  reevaluate: ({ fleet, runId }) => `Re-evaluates a trip of fleet ${fleet}, for ${runId}`,
  notificationGap: ({ fleet }) => `Checks whether fleet ${fleet} still receives notifications`,
  fleetSchedules: ({ fleet }) => `Brings the schedules of fleet ${fleet} up to date`,
  alarmMessage: ({ fleet, alarmMessageId }) => `Message ${alarmMessageId} about an alarm of fleet ${fleet}`,
  retention: ({ fleet }) => `Removes what fleet ${fleet} has kept long enough`,
  erasure: ({ fleet, erasureId }) => `Erasure ${erasureId} of a driver of fleet ${fleet}`,
};

function fromSource(source: TripInput['source']): string {
  return source === 'reconciler' ? 'found by reconciliation' : 'received';
}

/**
 * Returns one line about a workflow for Temporal's UI: its fleet, number and time. Contains no driver, trip or person, because
 * summaries are not encrypted.
 */
export function workflowSummary<K extends Kind>(kind: K, input: Inputs[K]): string {
  return SUMMARIES[kind](input);
}

/** Returns the summary of a workflow from the name under which it is registered; undefined for unknown names. */
export function summaryOfType(type: string, input: unknown): string | undefined {
  const kind = (Object.keys(WORKFLOWS) as Kind[]).find((each) => WORKFLOWS[each] === type);
  return kind && workflowSummary(kind, input as Inputs[typeof kind]);
}
