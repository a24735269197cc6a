import { alarmOf } from '../../messages/alerts/index.ts';
import type { AlarmFault } from '../../messages/alerts/index.ts';
import { resolveAlarm, raiseAlarm, seeAlarm, openAlarm } from '../../store/alarms/index.ts';
import type { Logger } from 'pino';
import type { Db } from '../../store/db/index.ts';

/** Kind of a fault that a person has to fix for a whole fleet. It is sent once until it is resolved. */
export type AlarmKind = Exclude<
  Extract<AlarmFault, { readonly details?: undefined }>['kind'],
  'deletions_stopped'
>;

/**
 * Milliseconds without the fault after which an alarm is resolved; an intermittent fault keeps it open. Failing work waits
 * longer, because its retries are up to a quarter of an hour apart (`DESTROY` in workflows/profiles.ts), and it is no less
 * broken in between.
 */
const QUIET_MS = 60_000;
const FAILING_QUIET_MS = 40 * 60_000;

/**
 * Alarms by fleet, and for some kinds by `subject`. Each is raised once and resolved once, however many trips meet the fault
 * and however often it comes and goes.
 */
export interface FleetAlarms {
  raise(fleet: string, kind: AlarmKind, subject?: string): Promise<void>;
  /** Records a fault that may be one trip's own. Keeps an open alarm open, and raises none. */
  note(fleet: string, kind: AlarmKind): Promise<void>;
  /** Records that it works. Resolves an alarm as soon as its fault has not occurred for a while. */
  clear(fleet: string, kind: AlarmKind, subject?: string): Promise<void>;
}

/** Milliseconds between two reads of the store, because every good answer calls `clear`. Another worker may raise meanwhile. */
const READ_EVERY_MS = 30_000;

interface About {
  readonly fleetId: string;
  readonly kind: AlarmKind;
  readonly subject: string;
}

function keyOf({ fleetId, kind, subject }: About): string {
  return `${fleetId}/${kind}/${subject}`;
}

function named(subject: string): { readonly subject?: string } {
  return subject === '' ? {} : { subject };
}

/** Creates alarms in the store, so that one of several workers reports an alarm and the others do not. */
export function createFleetAlarms(deps: {
  readonly db: Db;
  readonly log: Logger;
  readonly now: () => Date;
  readonly quietMs?: number;
}): FleetAlarms {
  const quietOf = (kind: AlarmKind): number =>
    deps.quietMs ?? (kind === 'work_failing' ? FAILING_QUIET_MS : QUIET_MS);
  const workedAt = new Map<string, number>();
  const nextRead = new Map<string, number>();
  const waiting = new Map<string, NodeJS.Timeout>();
  function disturbed(key: string): void {
    clearTimeout(waiting.get(key));
    waiting.delete(key);
    nextRead.delete(key);
  }
  /** Resolves the alarm after its quiet time. A fault after the last success, here or in another process, keeps it open. */
  async function settle(about: About): Promise<void> {
    const { fleetId, kind, subject } = about;
    const key = keyOf(about);
    const alarm = await openAlarm(deps.db, about);
    if (!alarm || alarm.lastSeenAt.getTime() > (workedAt.get(key) ?? 0)) return;
    const at = deps.now();
    const quietMs = quietOf(kind);
    const waitMs = alarm.lastSeenAt.getTime() + quietMs - at.getTime();
    if (waitMs > 0) return settleLater(about, waitMs);
    const unseenSince = new Date(at.getTime() - quietMs);
    const wasOpen = await resolveAlarm(deps.db, { ...about, at, unseenSince });
    if (wasOpen) deps.log.info({ fleet: fleetId, alarm: kind, ...named(subject) }, 'alarm resolved');
  }
  /** Schedules the check, because no other call may come for hours. */
  function settleLater(about: About, waitMs: number): void {
    const key = keyOf(about);
    if (waiting.has(key)) return;
    const again = (): void => {
      waiting.delete(key);
      settle(about).catch(() => undefined);
    };
    waiting.set(key, setTimeout(again, waitMs + 100).unref());
  }
  return {
    async raise(fleet, kind, subject = '') {
      const about = { fleetId: fleet, kind, subject };
      disturbed(keyOf(about));
      const alarm = alarmOf({ kind, subject });
      const isNew = await raiseAlarm(deps.db, { fleetId: fleet, ...alarm, at: deps.now() });
      if (isNew) deps.log.error({ fleet, alarm: kind, ...named(subject) }, alarm.message);
    },
    async note(fleet, kind) {
      const about = { fleetId: fleet, kind, subject: '' };
      disturbed(keyOf(about));
      await seeAlarm(deps.db, { ...about, at: deps.now() });
    },
    async clear(fleet, kind, subject = '') {
      const atMs = deps.now().getTime();
      const about = { fleetId: fleet, kind, subject };
      const key = keyOf(about);
      workedAt.set(key, atMs);
      if (atMs < (nextRead.get(key) ?? 0)) return;
      nextRead.set(key, atMs + READ_EVERY_MS);
      await settle(about);
    },
  };
}
