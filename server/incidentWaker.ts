import type { Logger } from 'pino';
import type { Db } from '../store/database.ts';
import type { Incident } from '../store/incidents.ts';
import { incidentsToWake, noteWoken } from '../store/incidentWaking.ts';
import { createRepeatedLook, nameOf } from './repeatedLook.ts';
import type { WorkflowGateway } from './workflowGateway.ts';

/** An incident whose workflow has to hear of a change. */
type Waiting = Pick<Incident, 'fleetId' | 'id' | 'wakeAt'>;

/** Tells the workflows of incidents that something changed. What it could not tell stays marked, and is told later. */
export interface IncidentWaker {
  /** Tells it soon; nobody waits for it: the answer counts already. */
  wake(incident: Waiting): void;
  /** From now on looks every few seconds for what is left: Temporal was away, or a process died in between. */
  start(): void;
  /** Ends what is under way. */
  close(): Promise<void>;
}

/** What the waker is made of. */
export interface WakerParts {
  readonly db: Db;
  readonly workflows: Pick<WorkflowGateway, 'wakeIncident'>;
  readonly log: Pick<Logger, 'info' | 'warn' | 'error'>;
  readonly now: () => Date;
  /** How often it looks, 5 s; after each look that met nobody twice as long, up to a minute. */
  readonly everyMs?: number;
  /** Whoever made a change tells of it first: younger ones are left to them, 3 s. */
  readonly graceMs?: number;
}

const GRACE_MS = 3_000;
const AT_ONCE = 50;
/** An overdue incident whose worker is away is not told again and again: a history holds only so many signals. */
const OVERDUE_AGAIN_MS = 10 * 60_000;

/** A waker; it does nothing by itself before `start`. */
export function createIncidentWaker(parts: WakerParts): IncidentWaker {
  const { db, workflows, log, now } = parts;
  const underWay = new Map<string, Promise<void>>();
  const newest = new Map<string, Waiting>();
  const toldOverdue = new Map<string, number>();
  let isClosed = false;

  async function tell(incident: Waiting): Promise<void> {
    await workflows.wakeIncident({ fleet: incident.fleetId, incidentId: incident.id });
    await noteWoken(db, incident);
  }

  /** Fifty answers at once are few signals: while one is on its way, only the newest change waits. */
  async function tellNewest(key: string): Promise<void> {
    try {
      for (let next = newest.get(key); next; next = newest.get(key)) {
        newest.delete(key);
        await tell(next);
      }
    } catch (error) {
      newest.delete(key);
      log.warn({ error: nameOf(error) }, 'an incident could not be woken at once: it is tried again');
    } finally {
      underWay.delete(key);
    }
  }

  async function look(): Promise<void> {
    const before = new Date(now().getTime() - (parts.graceMs ?? GRACE_MS));
    for (let found = AT_ONCE; found === AT_ONCE;) {
      const waiting = await incidentsToWake(db, { before, limit: AT_ONCE });
      const due = waiting.filter((each) => each.wakeAt !== null || isTimeAgain(each.id));
      if (due.length > 0) log.info({ incidents: due.length }, 'incidents are woken late');
      for (const each of due) if (!isClosed) await tell(each);
      found = isClosed ? 0 : due.length;
    }
  }

  function isTimeAgain(id: string): boolean {
    const at = now().getTime();
    for (const [told, when] of toldOverdue) if (at - when >= OVERDUE_AGAIN_MS) toldOverdue.delete(told);
    if (toldOverdue.has(id)) return false;
    toldOverdue.set(id, at);
    return true;
  }

  const looks = createRepeatedLook({ what: 'incidents', look, log, everyMs: parts.everyMs });

  return {
    wake(incident) {
      if (isClosed) return;
      const key = `${incident.fleetId}/${incident.id}`;
      newest.set(key, incident);
      if (!underWay.has(key)) underWay.set(key, tellNewest(key));
    },
    start: () => looks.start(),
    async close() {
      isClosed = true;
      await Promise.all([looks.close(), ...underWay.values()]);
    },
  };
}
