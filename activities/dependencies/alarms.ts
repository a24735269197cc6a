import { alarmOf } from '../../messages/alerts/index.ts';
import type { AlarmFault } from '../../messages/alerts/index.ts';
import { resolveAlarm, raiseAlarm, seeAlarm, openAlarm } from '../../store/alarms/index.ts';
import type { Logger } from 'pino';
import type { Db } from '../../store/db/index.ts';

/** Kind of a fault that a person has to fix for a whole fleet. People are notified once until the fault is resolved. */
export type AlarmKind = Exclude<
  Extract<AlarmFault, { readonly details?: undefined }>['kind'],
  'deletions_stopped'
>;

/**
 * Milliseconds without the fault after which its alarm is resolved, so that an intermittent fault keeps its alarm open. An
 * internal failure needs longer, because it is retried up to 15 minutes later (`DESTROY` in workflows/profiles.ts).
 */
const QUIET_MS = 60_000;
const FAILING_QUIET_MS = 40 * 60_000;

/**
 * Alarms by fleet, kind and, for some kinds, `subject`. Each alarm is raised once and resolved once, however many trips have the
 * fault and however often the fault comes back.
 */
export interface FleetAlarms {
  raise(fleet: string, kind: AlarmKind, subject?: string): Promise<void>;
  /** Records a fault that may concern only one trip. An open alarm stays open, but no new alarm is raised. */
  note(fleet: string, kind: AlarmKind): Promise<void>;
  /** Records that the fault did not occur. The alarm is resolved once the fault was absent for long enough. */
  clear(fleet: string, kind: AlarmKind, subject?: string): Promise<void>;
}

/**
 * Shortest time in milliseconds between two reads of an alarm, because every successful request calls `clear`. Meanwhile another
 * worker may raise the alarm.
 */
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

/** Creates alarms that are stored in the database, so that only one of several workers notifies people. */
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
  /** Resolves the alarm. Keeps it open if its fault occurred after the last success, in this process or another. */
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
  /** Resolves the alarm after a delay, because the next successful request may be hours away. */
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
