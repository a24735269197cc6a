import type { Logger } from 'pino';
import { isDatabaseUnavailable } from '../store/database.ts';
import type { Db } from '../store/database.ts';
import { digestChanges } from '../store/digestChanges.ts';
import { TemporalUnavailableError } from './workflowGateway.ts';
import type { WorkflowGateway } from './workflowGateway.ts';

/** Sees that each digest's schedule says what its document says. */
export interface DigestKeeper {
  /** Another version of some digest of the fleet counts; nobody waits for the schedule. */
  changed(fleetId: string): void;
  /** Compares every fleet's schedules now and once a day, and from now on looks for what `changed` could not tell. */
  start(): void;
  /** Ends what is under way. */
  close(): Promise<void>;
}

/** What the keeper is made of. */
export interface KeeperParts {
  readonly db: Db;
  readonly workflows: Pick<WorkflowGateway, 'syncDigests'>;
  /** Ids of the fleets that are configured. */
  readonly fleets: readonly string[];
  readonly log: Pick<Logger, 'warn' | 'error'>;
  readonly now: () => Date;
  /** How often it looks, 2 minutes. */
  readonly everyMs?: number;
  /** After this every fleet's schedules are compared again, whether a document changed or not: a day. */
  readonly wholeMs?: number;
}

const EVERY_MS = 2 * 60_000;
const WHOLE_MS = 24 * 3_600_000;

/** What of a fleet's schedules is known to be under way. */
interface Told {
  /** The time of the newest change of a document it is about; 0: there is none. */
  readonly change: number;
  readonly at: number;
}

/** A keeper; it does nothing by itself before `start`. */
export function createDigestKeeper(parts: KeeperParts): DigestKeeper {
  const { db, workflows, fleets, log, now } = parts;
  const told = new Map<string, Told>();
  const underWay = new Set<Promise<void>>();
  let timer: NodeJS.Timeout | undefined;
  let looking: Promise<void> = Promise.resolve();
  let isClosed = false;

  /** Those with a digest and not told of its newest change, or not looked at for long. */
  async function look(): Promise<void> {
    const changes = await digestChanges(db);
    const at = now().getTime();
    for (const fleet of fleets) {
      const change = changes.get(fleet)?.getTime();
      const last = told.get(fleet);
      if (change === undefined || isClosed) continue;
      if (last && last.change >= change && at - last.at < (parts.wholeMs ?? WHOLE_MS)) continue;
      await workflows.syncDigests({ fleet });
      told.set(fleet, { change, at });
    }
  }

  function lookAgain(pause: number): void {
    if (isClosed) return;
    timer = setTimeout(() => {
      looking = look()
        .catch(missed)
        .finally(() => lookAgain(parts.everyMs ?? EVERY_MS));
    }, pause);
    timer.unref();
  }

  function missed(error: unknown): void {
    if (error instanceof TemporalUnavailableError)
      log.warn(
        'the schedules of digests could not be compared: Temporal does not answer. It is tried again.',
      );
    else if (isDatabaseUnavailable(error))
      log.warn('digests could not be looked for: the database does not answer. It is tried again.');
    else log.error({ error: nameOf(error) }, 'the schedules of digests could not be compared');
  }

  return {
    changed(fleet) {
      if (isClosed) return;
      const work = workflows
        .syncDigests({ fleet })
        .catch(missed)
        .finally(() => underWay.delete(work));
      underWay.add(work);
    },
    start: () => lookAgain(0),
    async close() {
      isClosed = true;
      clearTimeout(timer);
      await Promise.all([looking, ...underWay]);
    },
  };
}

function nameOf(error: unknown): string {
  return error instanceof Error ? `${error.name}: ${error.message}` : 'not an error';
}
