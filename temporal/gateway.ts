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

/** Error when Temporal did not answer in time. The caller may retry, because no start was confirmed. */
export class TemporalUnavailableError extends Error {
  constructor(cause: unknown) {
    super('Temporal did not answer in time.', { cause });
    this.name = 'TemporalUnavailableError';
  }
}

/** Functions of Temporal that the web server uses. */
export interface WorkflowGateway {
  /** Returns the workflow id of a trip. */
  tripId(trip: TripKey): string;
  /** Starts a trip's workflow, at most once. @throws TemporalUnavailableError when the start is not confirmed */
  startTrip(input: TripInput): Promise<Started>;
  /** Starts an approved deletion, at most once. @throws TemporalUnavailableError */
  startDeletion(input: DeletionInput): Promise<Started>;
  /**
   * Starts the workflow that admits the alerts that an unsent alert suppressed, at most once. @throws TemporalUnavailableError
   */
  startSuppressed(input: SuppressedInput): Promise<Started>;
  /** Starts the workflow that sends one message about an alarm, at most once. @throws TemporalUnavailableError */
  startAlarmMessage(input: AlarmMessageInput): Promise<Started>;
  /**
   * Starts the workflow that handles a late press: it updates the approval request and notifies the person. Starts it at most
   * once per `key`.
   * @throws TemporalUnavailableError
   */
  replyToLatePress(input: DeletionPress, key: string): Promise<Started>;
  /**
   * Starts a replay and waits for its result. Returns `undefined` when it did not finish in time; it then continues.
   * @throws TemporalUnavailableError
   */
  runReplay(input: ReplayInput): Promise<SimulationResult | undefined>;
  /**
   * Starts a simulation and waits for its result. Returns `undefined` when it did not finish in time. @throws
   * TemporalUnavailableError
   */
  runSimulation(input: SimulationInput): Promise<SimulationResult | undefined>;
  /** Starts a back-test, at most once. @throws TemporalUnavailableError */
  startBacktest(input: BacktestInput): Promise<Started>;
  /** Cancels a back-test. Does nothing if it has ended. @throws TemporalUnavailableError */
  cancelBacktest(input: BacktestInput): Promise<void>;
  /** Starts a backfill, at most once. @throws TemporalUnavailableError */
  startBackfill(input: BackfillInput): Promise<Started>;
  /** Cancels a backfill. Does nothing if it has ended. @throws TemporalUnavailableError */
  cancelBackfill(input: BackfillInput): Promise<void>;
  /**
   * Signals to an incident's workflow that the incident changed. Starts the workflow if it is not running.
   * @throws TemporalUnavailableError
   */
  wakeIncident(input: IncidentInput): Promise<void>;
  /**
   * Starts the update of the schedules of a fleet's digests. If an update is running, it repeats its comparison.
   * @throws TemporalUnavailableError
   */
  syncDigests(input: DigestSyncInput): Promise<void>;
  /** Starts the update of a fleet's other schedules, unless an update is running. @throws TemporalUnavailableError */
  syncFleetSchedules(input: FleetSchedulesInput): Promise<void>;
  /** Starts the erasure of a driver, at most once. @throws TemporalUnavailableError */
  startErasure(input: ErasureInput): Promise<Started>;
  /** Starts a digest that a person requested, at most once. @throws TemporalUnavailableError */
  startDigest(input: DigestInput): Promise<Started>;
  /**
   * Starts a preview of a digest, if it is not running yet, and waits for it. `late` means that it did not finish in time and
   * continues.
   * @throws TemporalUnavailableError
   */
  runDigestPreview(input: DigestInput): Promise<'done' | 'failed' | 'late'>;
  /** Returns open workflows that are pinned to a build for which no worker runs. @throws TemporalUnavailableError */
  strandedWork(fleets: readonly string[]): Promise<readonly StrandedWork[]>;
  /** Checks the connection to Temporal. @throws TemporalUnavailableError when Temporal does not answer */
  check(): Promise<void>;
}

/** Milliseconds that starting a workflow may take, so that the sender of a notification gets a 503 while it still waits. */
const RPC_WITHIN_MS = 5_000;
/** Milliseconds for the check of all fleets. It needs many calls, but no request waits for it. */
const CHECK_WITHIN_MS = 30_000;
/** Milliseconds for which a request waits for the result of a replay, a simulation or a preview. */
const ANSWER_WITHIN_MS = 45_000;
const sha256Hex = (text: string): string => createHash('sha256').update(text).digest('hex');

/** Options for the gateway's access to Temporal. */
export interface GatewayOptions {
  readonly settings?: TemporalSettings;
  /** Converter of inputs and results; without it, they are stored as plain text. */
  readonly dataConverter?: DataConverter;
  /** Hash for trips in workflow ids; without it, ids contain the trip's id and a plain hash of the driver's id. */
  readonly tripHash?: TripHash;
  /** Limit that spreads a fleet's trips over time; without it, all start at once. */
  readonly share?: FleetShare;
}

/** Creates the gateway. It connects when it is first used, so that the server starts even without Temporal. */
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

  /**
   * Runs a call with a time limit. @throws TemporalUnavailableError when Temporal does not answer in time, or answers with an
   * error
   */
  async function answered<T>(call: () => Promise<T>, withinMs = RPC_WITHIN_MS): Promise<T> {
    try {
      return await within(withinMs, call);
    } catch (error) {
      throw new TemporalUnavailableError(error);
    }
  }

  /** Signals a workflow. Starts it if it is not running, even if an earlier run has ended. */
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

  /** Returns the reason why a workflow did not finish in time, or `undefined` when its history shows none. */
  async function stillWaits(workflowId: string): Promise<SimulationResult | undefined> {
    const handle = client.workflow.getHandle(workflowId);
    const history = await within(RPC_WITHIN_MS, () => handle.fetchHistory()).catch(() => undefined);
    const message = history && missingKeyIn(history);
    return message === undefined ? undefined : { outcome: 'unavailable', message };
  }

  /** Cancels a workflow. Does nothing if it has ended or does not exist. */
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
    // Starts a workflow again after it has ended, because the incident was reopened or a person answered afterwards.
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

/**
 * Returns the result of a workflow that failed. The failure's type is the reason. Its text is Tripline's own and contains no
 * secret.
 */
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
