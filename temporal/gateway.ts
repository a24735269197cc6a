import { createHash, randomUUID } from 'node:crypto';
import {
  Client,
  WorkflowExecutionAlreadyStartedError,
  WorkflowFailedError,
  WorkflowNotFoundError,
  isGrpcDeadlineError,
} from '@temporalio/client';
import { ApplicationFailure } from '@temporalio/common';
import type { DataConverter } from '@temporalio/common';
import type { Config } from '../config.ts';
import {
  DIGEST_SYNC_SIGNAL,
  INCIDENT_SIGNAL,
  WORKFLOWS,
  alarmMessageWorkflowId,
  backfillWorkflowId,
  backtestWorkflowId,
  deletionPressWorkflowId,
  deletionWorkflowId,
  digestNowWorkflowId,
  digestPreviewWorkflowId,
  digestSyncWorkflowId,
  erasureWorkflowId,
  fleetSchedulesWorkflowId,
  incidentWorkflowId,
  replayWorkflowId,
  simulationWorkflowId,
  suppressedWorkflowId,
  tripWorkflowId,
} from '../workflows/contracts/index.ts';
import type {
  AlarmMessageInput,
  BackfillInput,
  BacktestInput,
  DeletionInput,
  DeletionPress,
  DigestInput,
  DigestSyncInput,
  ErasureInput,
  FleetSchedulesInput,
  IncidentInput,
  ReplayInput,
  SimulationInput,
  SimulationResult,
  SuppressedInput,
  TripHash,
  TripInput,
  TripKey,
} from '../workflows/contracts/index.ts';
import { connectTemporal, grpcErrorIn, temporalSettings } from './connection.ts';
import type { TemporalSettings } from './connection.ts';
import { MISSING_KEY, createDataConverter, missingKeyIn, wordsOfMissingKey } from './encryption.ts';
import { strandedWork } from './orphanedWork.ts';
import type { StrandedWork } from './orphanedWork.ts';
import { createStartDetails } from './startDetails.ts';
import { createStartSlots } from './startLimits.ts';
import type { FleetShare, Started } from './startLimits.ts';
import { createTripHash } from './workflowIds.ts';

/** Thrown when Temporal could not be asked in time; nothing was promised, and the caller may retry. */
export class TemporalUnavailableError extends Error {
  constructor(cause: unknown) {
    super('Temporal did not answer in time.', { cause });
    this.name = 'TemporalUnavailableError';
  }
}

/** Temporal, as the web server needs it. */
export interface WorkflowGateway {
  /** The workflow id under which a trip is started. */
  tripId(trip: TripKey): string;
  /** Starts a trip's workflow once. @throws TemporalUnavailableError when it is not known to be held */
  startTrip(input: TripInput): Promise<Started>;
  /** Starts a deletion a person approved, once. @throws TemporalUnavailableError */
  startDeletion(input: DeletionInput): Promise<Started>;
  /** Starts admitting what an alert suppressed that ended without being sent, once. @throws TemporalUnavailableError */
  startSuppressed(input: SuppressedInput): Promise<Started>;
  /** Starts the sending of one message about an alarm, once. @throws TemporalUnavailableError */
  startAlarmMessage(input: AlarmMessageInput): Promise<Started>;
  /** Updates the approval request that was pressed too late, and notifies the person who pressed; once for each `key`. @throws TemporalUnavailableError */
  replyToLatePress(input: DeletionPress, key: string): Promise<Started>;
  /** Starts a replay; `undefined` when its answer did not come in time: it goes on. @throws TemporalUnavailableError */
  runReplay(input: ReplayInput): Promise<SimulationResult | undefined>;
  /** Runs a simulation; `undefined` when its answer did not come in time. @throws TemporalUnavailableError */
  runSimulation(input: SimulationInput): Promise<SimulationResult | undefined>;
  /** Starts a back-test, once. @throws TemporalUnavailableError */
  startBacktest(input: BacktestInput): Promise<Started>;
  /** Cancels a back-test; one that is over is left alone. @throws TemporalUnavailableError */
  cancelBacktest(input: BacktestInput): Promise<void>;
  /** Starts a backfill, once. @throws TemporalUnavailableError */
  startBackfill(input: BackfillInput): Promise<Started>;
  /** Cancels a backfill; one that is over is left alone. @throws TemporalUnavailableError */
  cancelBackfill(input: BackfillInput): Promise<void>;
  /** Signals to an incident's workflow that something changed, and starts it if none is running. @throws TemporalUnavailableError */
  wakeIncident(input: IncidentInput): Promise<void>;
  /** Compares the schedules of a fleet's digests with their documents, once more when that is under way. @throws TemporalUnavailableError */
  syncDigests(input: DigestSyncInput): Promise<void>;
  /** Compares a fleet's own schedules with what they should be, unless that is under way. @throws TemporalUnavailableError */
  syncFleetSchedules(input: FleetSchedulesInput): Promise<void>;
  /** Starts the erasure of a driver, once. @throws TemporalUnavailableError */
  startErasure(input: ErasureInput): Promise<Started>;
  /** Starts the making and sending of a digest that someone asked for, once. @throws TemporalUnavailableError */
  startDigest(input: DigestInput): Promise<Started>;
  /**
   * Makes a digest for a preview, or waits for the one that is being made. `late`: it did not end in time, and
   * goes on. @throws TemporalUnavailableError
   */
  runDigestPreview(input: DigestInput): Promise<'done' | 'failed' | 'late'>;
  /** What waits for a build of workers of which none runs. @throws TemporalUnavailableError */
  strandedWork(fleets: readonly string[]): Promise<readonly StrandedWork[]>;
  /** @throws TemporalUnavailableError when Temporal does not answer */
  check(): Promise<void>;
}

/** A start is refused after this, so that the sender gets its 503 while it still listens. */
const RPC_WITHIN_MS = 5_000;
/** A poll of all fleets takes many calls, and nobody waits for it. */
const CHECK_WITHIN_MS = 30_000;
/** How long a person waits for a replay or a simulation. */
const ANSWER_WITHIN_MS = 45_000;
const sha256Hex = (text: string): string => createHash('sha256').update(text).digest('hex');

/** How the gateway reaches Temporal. */
export interface GatewayOptions {
  readonly settings?: TemporalSettings;
  /** How inputs and results are written and read; plain text when absent. */
  readonly dataConverter?: DataConverter;
  /** How workflow ids name trips; readable when absent. */
  readonly tripHash?: TripHash;
  /** Spreads a fleet's trips over time; all begin at once when absent. */
  readonly share?: FleetShare;
}

/** The gateway on a connection that is made when it is first needed: the server starts without Temporal. */
export function createWorkflowGateway(
  temporal: Config['temporal'],
  options: GatewayOptions = {},
): WorkflowGateway & { close(): Promise<void> } {
  const { settings = temporalSettings(temporal), dataConverter = createDataConverter([]), share } = options;
  const { tripHash = createTripHash([]) } = options;
  const { connection, within, close } = connectTemporal(settings);
  const client = new Client({
    ...{ connection, namespace: temporal.namespace, dataConverter },
    interceptors: { workflow: [createStartDetails()] },
  });
  const slots = createStartSlots({ withinMs: RPC_WITHIN_MS, ...(share && { share }) });

  async function start(
    workflow: string,
    workflowId: string,
    input: { readonly fleet: string },
  ): Promise<Started> {
    const options = {
      taskQueue: temporal.taskQueue,
      workflowId,
      workflowIdReusePolicy: 'REJECT_DUPLICATE',
      workflowIdConflictPolicy: 'FAIL',
      args: [input],
    } as const;
    const begin = async (startDelay: number): Promise<Started> => {
      try {
        const delayed = startDelay > 0 ? { ...options, startDelay } : options;
        await within(RPC_WITHIN_MS, () => client.workflow.start(workflow, delayed));
        return 'started';
      } catch (error) {
        if (error instanceof WorkflowExecutionAlreadyStartedError) return 'duplicate';
        throw error;
      }
    };
    try {
      return await (workflow === WORKFLOWS.trip ? slots.trip : slots.asked)(input.fleet, begin);
    } catch (error) {
      throw new TemporalUnavailableError(error);
    }
  }

  /** @throws TemporalUnavailableError when Temporal does not answer in time, or with an error */
  async function answered<T>(call: () => Promise<T>, withinMs = RPC_WITHIN_MS): Promise<T> {
    try {
      return await within(withinMs, call);
    } catch (error) {
      throw new TemporalUnavailableError(error);
    }
  }

  /** Signals a workflow, and starts it if none is running; also one that was over. */
  async function signalWithStart(
    workflow: string,
    workflowId: string,
    args: { readonly input: { readonly fleet: string }; readonly signal: string },
  ): Promise<void> {
    await answered(() =>
      client.workflow.signalWithStart(workflow, {
        ...{ taskQueue: temporal.taskQueue, workflowId, args: [args.input], signal: args.signal },
        workflowIdReusePolicy: 'ALLOW_DUPLICATE',
      }),
    );
  }

  async function answerOf(workflowId: string): Promise<SimulationResult | undefined> {
    const handle = client.workflow.getHandle<() => Promise<SimulationResult>>(workflowId);
    try {
      return await within(ANSWER_WITHIN_MS, () => handle.result());
    } catch (error) {
      if (error instanceof WorkflowFailedError) return resultOfFailure(error);
      if (isGrpcDeadlineError(error)) return stillWaits(workflowId);
      throw grpcErrorIn(error) ? new TemporalUnavailableError(error) : error;
    }
  }

  /** What is known of a workflow that did not end in time; nothing where Temporal does not report it. */
  async function stillWaits(workflowId: string): Promise<SimulationResult | undefined> {
    const handle = client.workflow.getHandle(workflowId);
    const history = await within(RPC_WITHIN_MS, () => handle.fetchHistory()).catch(() => undefined);
    const message = history && missingKeyIn(history);
    return message === undefined ? undefined : { outcome: 'unavailable', message };
  }

  /** Cancels a workflow; one that is over, or never was, is left alone. */
  async function cancel(workflowId: string): Promise<void> {
    try {
      await within(RPC_WITHIN_MS, () => client.workflow.getHandle(workflowId).cancel());
    } catch (error) {
      if (!(error instanceof WorkflowNotFoundError)) throw new TemporalUnavailableError(error);
    }
  }

  return {
    tripId: (trip) => tripWorkflowId(trip, tripHash),
    startTrip: (input) => start(WORKFLOWS.trip, tripWorkflowId(input, tripHash), input),
    startDeletion: (input) => start(WORKFLOWS.deletion, deletionWorkflowId(input), input),
    replyToLatePress: (input, key) =>
      start(WORKFLOWS.deletionPress, deletionPressWorkflowId(input, key, sha256Hex), input),
    startSuppressed: (input) => start(WORKFLOWS.suppressed, suppressedWorkflowId(input), input),
    startAlarmMessage: (input) => start(WORKFLOWS.alarmMessage, alarmMessageWorkflowId(input), input),
    startBacktest: (input) => start(WORKFLOWS.backtest, backtestWorkflowId(input), input),
    cancelBacktest: (input) => cancel(backtestWorkflowId(input)),
    startBackfill: (input) => start(WORKFLOWS.backfill, backfillWorkflowId(input), input),
    cancelBackfill: (input) => cancel(backfillWorkflowId(input)),
    // One that is over begins again: the incident was opened again, or someone said something after its end.
    wakeIncident: (input) =>
      signalWithStart(WORKFLOWS.incident, incidentWorkflowId(input), { input, signal: INCIDENT_SIGNAL }),
    syncDigests: (input) =>
      signalWithStart(WORKFLOWS.digestSync, digestSyncWorkflowId(input), {
        input,
        signal: DIGEST_SYNC_SIGNAL,
      }),
    async syncFleetSchedules(input) {
      const workflowId = fleetSchedulesWorkflowId(input);
      await answered(() =>
        client.workflow.start(WORKFLOWS.fleetSchedules, {
          ...{ taskQueue: temporal.taskQueue, workflowId, args: [input] },
          workflowIdReusePolicy: 'ALLOW_DUPLICATE',
          workflowIdConflictPolicy: 'USE_EXISTING',
        }),
      );
    },
    startErasure: (input) => start(WORKFLOWS.erasure, erasureWorkflowId(input), input),
    startDigest: (input) => start(WORKFLOWS.digest, digestNowWorkflowId(input), input),
    async runDigestPreview(input) {
      const workflowId = digestPreviewWorkflowId(input);
      await start(WORKFLOWS.digestPreview, workflowId, input);
      try {
        await within(ANSWER_WITHIN_MS, () => client.workflow.getHandle(workflowId).result());
        return 'done';
      } catch (error) {
        if (error instanceof WorkflowFailedError) return 'failed';
        if (isGrpcDeadlineError(error)) return 'late';
        throw grpcErrorIn(error) ? new TemporalUnavailableError(error) : error;
      }
    },
    async runReplay(input) {
      const workflowId = replayWorkflowId(input, randomUUID(), tripHash);
      await start(WORKFLOWS.replay, workflowId, input);
      return answerOf(workflowId);
    },
    async runSimulation(input) {
      const workflowId = simulationWorkflowId(input);
      await start(WORKFLOWS.simulation, workflowId, input);
      return answerOf(workflowId);
    },
    strandedWork: (fleets) =>
      answered(() => strandedWork(connection.workflowService, { temporal, fleets }), CHECK_WITHIN_MS),
    async check() {
      const { namespace } = temporal;
      await answered(() => connection.workflowService.describeNamespace({ namespace }));
    },
    close,
  };
}

/** A reading that gave up says why in its failure's type; its words are ours and hold no secret. */
function resultOfFailure(error: WorkflowFailedError): SimulationResult {
  let cause: unknown = error;
  while (cause instanceof Error && !(cause instanceof ApplicationFailure)) cause = cause.cause;
  if (cause instanceof ApplicationFailure && cause.type === MISSING_KEY)
    return { outcome: 'unavailable', message: wordsOfMissingKey(cause.message) };
  if (!(cause instanceof ApplicationFailure) || !cause.type?.startsWith('analytics_'))
    return { outcome: 'unavailable', message: 'The workflow failed.' };
  const outcome = cause.type === 'analytics_unauthorised' ? 'unauthorised' : 'unavailable';
  return { outcome, message: cause.message };
}
