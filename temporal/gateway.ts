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
import { strandedWork } from './strandedWork.ts';
import type { StrandedWork } from './strandedWork.ts';
import { createStartDetails } from './startDetails.ts';
import { createStartSlots } from './startLimits.ts';
import type { FleetShare, Started } from './startLimits.ts';
import { createTripHash } from './tripHash.ts';

/** Reports that Temporal did not answer in time. Nothing was promised, so the caller may retry. */
export class TemporalUnavailableError extends Error {
  constructor(cause: unknown) {
    super('Temporal did not answer in time.', { cause });
    this.name = 'TemporalUnavailableError';
  }
}

/** The functions of Temporal that the web server uses. */
export interface WorkflowGateway {
  /** Returns the workflow id of a trip. */
  tripId(trip: TripKey): string;
  /** Starts a trip's workflow once. @throws TemporalUnavailableError when the start is not confirmed */
  startTrip(input: TripInput): Promise<Started>;
  /** Starts a deletion that a person approved, once. @throws TemporalUnavailableError */
  startDeletion(input: DeletionInput): Promise<Started>;
  /** Starts the admission of alerts that an unsent alert suppressed, once. @throws TemporalUnavailableError */
  startSuppressed(input: SuppressedInput): Promise<Started>;
  /** Starts the sending of one message about an alarm, once. @throws TemporalUnavailableError */
  startAlarmMessage(input: AlarmMessageInput): Promise<Started>;
  /**
   * Updates an approval request that was answered too late, and notifies the person; once for each `key`. @throws
   * TemporalUnavailableError
   */
  replyToLatePress(input: DeletionPress, key: string): Promise<Started>;
  /**
   * Starts a replay. Returns `undefined` when it did not finish in time; the replay continues. @throws TemporalUnavailableError
   */
  runReplay(input: ReplayInput): Promise<SimulationResult | undefined>;
  /** Runs a simulation. Returns `undefined` when it did not finish in time. @throws TemporalUnavailableError */
  runSimulation(input: SimulationInput): Promise<SimulationResult | undefined>;
  /** Starts a back-test, once. @throws TemporalUnavailableError */
  startBacktest(input: BacktestInput): Promise<Started>;
  /** Cancels a back-test; a finished one stays as it is. @throws TemporalUnavailableError */
  cancelBacktest(input: BacktestInput): Promise<void>;
  /** Starts a backfill, once. @throws TemporalUnavailableError */
  startBackfill(input: BackfillInput): Promise<Started>;
  /** Cancels a backfill; a finished one stays as it is. @throws TemporalUnavailableError */
  cancelBackfill(input: BackfillInput): Promise<void>;
  /**
   * Signals a change to an incident's workflow, and starts the workflow if none is running. @throws TemporalUnavailableError
   */
  wakeIncident(input: IncidentInput): Promise<void>;
  /**
   * Updates the schedules of a fleet's digests from their documents, once more if an update is running. @throws
   * TemporalUnavailableError
   */
  syncDigests(input: DigestSyncInput): Promise<void>;
  /** Updates a fleet's own schedules, unless an update is running. @throws TemporalUnavailableError */
  syncFleetSchedules(input: FleetSchedulesInput): Promise<void>;
  /** Starts the erasure of a driver, once. @throws TemporalUnavailableError */
  startErasure(input: ErasureInput): Promise<Started>;
  /** Starts a digest that a person requested, once. @throws TemporalUnavailableError */
  startDigest(input: DigestInput): Promise<Started>;
  /**
   * Makes a digest for a preview, or waits for a running one. `late`: it did not finish in time and continues. @throws
   * TemporalUnavailableError
   */
  runDigestPreview(input: DigestInput): Promise<'done' | 'failed' | 'late'>;
  /** Returns open workflows that are pinned to a build without running workers. @throws TemporalUnavailableError */
  strandedWork(fleets: readonly string[]): Promise<readonly StrandedWork[]>;
  /** @throws TemporalUnavailableError when Temporal does not answer */
  check(): Promise<void>;
}

/** Time limit of a start, so that the sender gets its 503 while it still waits. */
const RPC_WITHIN_MS = 5_000;
/** Time limit of a poll of all fleets, which needs many calls and delays no request. */
const CHECK_WITHIN_MS = 30_000;
/** Time limit for a person who waits for a replay or a simulation. */
const ANSWER_WITHIN_MS = 45_000;
const sha256Hex = (text: string): string => createHash('sha256').update(text).digest('hex');

/** The gateway's access to Temporal. */
export interface GatewayOptions {
  readonly settings?: TemporalSettings;
  /** The converter of inputs and results; plain text when absent. */
  readonly dataConverter?: DataConverter;
  /** The hash of trips in workflow ids; readable ids when absent. */
  readonly tripHash?: TripHash;
  /** The limit that spreads a fleet's trips over time; all start at once when absent. */
  readonly share?: FleetShare;
}

/** Creates the gateway. It connects when it is first used, so that the server starts without Temporal. */
export function createWorkflowGateway(
  temporal: Config['temporal'],
  options: GatewayOptions = {},
): WorkflowGateway & { close(): Promise<void> } {
  const { settings = temporalSettings(temporal), dataConverter = createDataConverter([]), share } = options;
  const { tripHash = createTripHash([]) } = options;
  const { connection, within, close } = connectTemporal(settings);
  const client = new Client({
    connection,
    namespace: temporal.namespace,
    dataConverter,
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

  /** Runs a call with a time limit. @throws TemporalUnavailableError when Temporal does not answer in time, or with an error */
  async function answered<T>(call: () => Promise<T>, withinMs = RPC_WITHIN_MS): Promise<T> {
    try {
      return await within(withinMs, call);
    } catch (error) {
      throw new TemporalUnavailableError(error);
    }
  }

  /** Signals a workflow, and starts it if none is running, even if an earlier one has ended. */
  async function signalWithStart(
    workflow: string,
    workflowId: string,
    args: { readonly input: { readonly fleet: string }; readonly signal: string },
  ): Promise<void> {
    await answered(() =>
      client.workflow.signalWithStart(workflow, {
        taskQueue: temporal.taskQueue,
        workflowId,
        args: [args.input],
        signal: args.signal,
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

  /** Returns the known reason why a workflow did not finish in time, or `undefined` when Temporal does not report one. */
  async function stillWaits(workflowId: string): Promise<SimulationResult | undefined> {
    const handle = client.workflow.getHandle(workflowId);
    const history = await within(RPC_WITHIN_MS, () => handle.fetchHistory()).catch(() => undefined);
    const message = history && missingKeyIn(history);
    return message === undefined ? undefined : { outcome: 'unavailable', message };
  }

  /** Cancels a workflow. Ignores one that has ended or does not exist. */
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
    // A finished workflow starts again: the incident was reopened, or a person answered after its end.
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
          taskQueue: temporal.taskQueue,
          workflowId,
          args: [input],
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

/** Returns the result of a failed read. The failure's type is the reason; its text is Tripline's and holds no secret. */
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
