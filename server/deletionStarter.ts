import type { Logger } from 'pino';
import type { Db } from '../store/database.ts';
import { deletionsToStart, noteStarted } from '../store/deletionWaking.ts';
import { createRepeatedLook } from './repeatedLook.ts';
import type { RepeatedLook } from './repeatedLook.ts';
import type { WorkflowGateway } from './workflowGateway.ts';

/** What the starter is made of. */
export interface StarterParts {
  readonly db: Db;
  readonly workflows: Pick<WorkflowGateway, 'startDeletion'>;
  readonly log: Pick<Logger, 'info' | 'warn' | 'error'>;
  readonly now: () => Date;
  /** How often it looks, 5 s; after each look that met nobody twice as long, up to a minute. */
  readonly everyMs?: number;
  /** Whoever took the decision starts it first: younger ones are left to them, 10 s. */
  readonly graceMs?: number;
}

const GRACE_MS = 10_000;
const AT_ONCE = 50;

/**
 * Begins the workflows of deletions that people decided while Temporal was away, or in a process that died then: what was
 * approved is carried out, and of what was rejected the messages that asked say so.
 */
export function createDeletionStarter(parts: StarterParts): RepeatedLook {
  const { db, workflows, log, now, everyMs } = parts;
  return createRepeatedLook({
    ...{ what: 'decided deletions', log, everyMs },
    async look(isClosed) {
      const before = new Date(now().getTime() - (parts.graceMs ?? GRACE_MS));
      for (let found = AT_ONCE; found === AT_ONCE && !isClosed();) {
        const waiting = await deletionsToStart(db, { before, limit: AT_ONCE });
        if (waiting.length > 0) log.info({ deletions: waiting.length }, 'deletions are started late');
        for (const { fleetId, id } of waiting) {
          if (isClosed()) return;
          await startDecided({ db, workflows, now }, { fleetId, id });
        }
        found = waiting.length;
      }
    },
  });
}

/**
 * Begins the workflow of a deletion that a person decided, and notes that it is held.
 * @throws TemporalUnavailableError
 */
export async function startDecided(
  { db, workflows, now }: Pick<StarterParts, 'db' | 'workflows' | 'now'>,
  { fleetId, id }: { readonly fleetId: string; readonly id: string },
): Promise<void> {
  await workflows.startDeletion({ fleet: fleetId, deletionId: id });
  await noteStarted(db, { fleetId, id, at: now() });
}
