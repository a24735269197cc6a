import type { FleetConfig } from '../../config.ts';
import {
  actionWords,
  deliveryBadge,
  formatClock,
  oneLine,
  reasonWords,
  stopWord,
} from '../../messages/format/index.ts';
import type { Decision } from '../../rules/evaluation/index.ts';
import {
  alarmsSince,
  decisionsSince,
  deletionsRequestedSince,
  deliveriesHeldSince,
  deliveriesSettledSince,
  tripsWaitingSince,
} from '../../store/devFeed/index.ts';
import type { ActiveDelivery, Moment, Since } from '../../store/devFeed/index.ts';
import type { Db } from '../../store/db/index.ts';
import { isInOutbox } from '../../store/deliveries/index.ts';
import type { Terminal } from '../terminal/index.ts';

const EVERY_MS = 700;
const ROWS_A_READ = 200;
/** Milliseconds by which two polls overlap, because a row's time is taken before its commit. No row is shown twice. */
const OVERLAP_MS = 5_000;
/** Milliseconds after which a trip is reported as waiting, because most trips are readable at once. */
const WAITING_AFTER_MS = 3_000;
const MOST_REMEMBERED = 20_000;

/** A line of the feed with its time. */
interface Line {
  readonly at: Date;
  readonly text: string;
}

/** A row that was read, with its line. `key` identifies the row where several rows of a stream share an id. */
type News = Moment & { readonly key?: string; readonly line: Line };

/** One kind of event: how it is read and shown. */
interface Stream {
  readonly name: string;
  read(since: Since): Promise<readonly News[]>;
}

/**
 * Prints activity from now on, one line each: evaluated, sent, held, waiting, alarms, resolved. Times are in
 * the fleet's time zone, which a heading names.
 */
export function followActivity(
  db: Db,
  options: { readonly terminal: Terminal; readonly fleet: Pick<FleetConfig, 'id' | 'timezone'> },
): { stop(): Promise<void> } {
  const { terminal, fleet } = options;
  const startedAt = new Date();
  const { colors } = terminal;
  const shown = new Set<string>();
  const clock = (at: Date): string => formatClock(at.toISOString(), fleet.timezone) ?? '';
  const streams = streamsOf(db, { colors, clock });
  const reached = new Map<string, Date>();
  let stopped = false;

  async function poll(): Promise<void> {
    const lines: Line[] = [];
    try {
      for (const stream of streams) lines.push(...(await news(stream)));
      for (const alarm of await alarmsSince(db, { fleetId: fleet.id, since: startedAt })) {
        const at = alarm.resolvedAt ?? alarm.raisedAt;
        if (once(`alarm ${alarm.kind} ${alarm.subject} ${alarm.resolvedAt === null} ${at.getTime()}`))
          lines.push({ at, text: alarmLine(colors, alarm) });
      }
    } finally {
      lines.sort((one, other) => one.at.getTime() - other.at.getTime());
      for (const { at, text } of lines) terminal.line(`  ${colors.dim(clock(at))} ${text}`);
    }
  }

  async function news(stream: Stream): Promise<Line[]> {
    const from = (reached.get(stream.name)?.getTime() ?? 0) - OVERLAP_MS;
    let after: Moment | undefined = { at: new Date(Math.max(startedAt.getTime(), from)), id: '0' };
    const rows: News[] = [];
    while (after) {
      const page = await stream.read({ fleetId: fleet.id, after, limit: ROWS_A_READ });
      rows.push(...page);
      after = page.length < ROWS_A_READ ? undefined : page.at(-1);
    }
    const last = rows.at(-1);
    if (last) reached.set(stream.name, last.at);
    return rows.filter(({ key, id }) => once(`${stream.name} ${key ?? id}`)).map(({ line }) => line);
  }

  /**
   * Records a key.
   * @returns whether the key is new
   */
  function once(key: string): boolean {
    if (shown.has(key)) return false;
    shown.add(key);
    if (shown.size > MOST_REMEMBERED) shown.delete(shown.values().next().value!);
    return true;
  }

  const loop = (async () => {
    while (!stopped) {
      // The log reports a database outage, so the feed does not.
      await poll().catch(() => undefined);
      await new Promise((done) => setTimeout(done, EVERY_MS));
    }
  })();
  return {
    async stop() {
      stopped = true;
      await loop;
    },
  };
}

/** Colours of the lines, and a function that formats the time of day on the fleet's clock. */
interface Shown {
  readonly colors: Colors;
  readonly clock: (at: Date) => string;
}

function streamsOf(db: Db, { colors, clock }: Shown): readonly Stream[] {
  const linesFor = <T extends Moment>(rows: readonly T[], text: (row: T) => string) =>
    rows.map((row) => ({ id: row.id, at: row.at, line: { at: row.at, text: text(row) } }));
  return [
    {
      name: 'waiting',
      async read(since) {
        const until = new Date(Date.now() - WAITING_AFTER_MS);
        const rows = await tripsWaitingSince(db, { ...since, until });
        // The line has the present time instead of the time of receipt, so that it is sorted among current
        // events.
        return rows.map((row) => ({
          ...row,
          line: { at: new Date(), text: waitingLine({ colors, clock }, row) },
        }));
      },
    },
    {
      name: 'decision',
      read: async (since) => linesFor(await decisionsSince(db, since), (row) => decisionLine(colors, row)),
    },
    {
      name: 'deletion',
      read: async (since) =>
        linesFor(await deletionsRequestedSince(db, since), (row) => deletionLine(colors, row)),
    },
    {
      name: 'held',
      read: async (since) =>
        linesFor(await deliveriesHeldSince(db, since), (row) => deliveryLine(colors, row)),
    },
    {
      name: 'settled',
      async read(since) {
        const rows = await deliveriesSettledSince(db, since);
        // A reopened delivery can end again, so its key includes the time.
        return linesFor(rows, (row) => deliveryLine(colors, row)).map((row) => ({
          ...row,
          key: `${row.id} ${row.at.getTime()}`,
        }));
      },
    },
  ];
}

type Colors = Terminal['colors'];
type OfTrip = { readonly driverId: string; readonly tripId: string };

const MARKS = { sent: '✉', held: '⏸', failed: '✗', unconfirmed: '?', skipped: '–', pending: '…' } as const;
const LONGEST = 200;

/** Returns a line such as `● d-7 1795244763950: Hard braking (throttled), Long drive`. */
export function decisionLine(colors: Colors, row: OfTrip & { readonly decision: Decision }): string {
  const { rules } = row.decision;
  const matched = rules.filter((rule) => rule.outcome === 'matched');
  const trip = `${show(row.driverId)} ${show(row.tripId)}`;
  if (rules.length === 0) return `${colors.dim('○')} ${trip}: ${colors.dim('no rule is published')}`;
  if (matched.length === 0)
    return `${colors.dim('○')} ${trip}: ${colors.dim(`no rule of ${rules.length} matched`)}`;
  const names = matched.map((rule) => {
    const stop = stopWord(row.decision, rule);
    return `${paint(colors, rule.severity, show(rule.name))}${stop ? colors.dim(` (${stop})`) : ''}`;
  });
  return `${colors.yellow('●')} ${trip}: ${names.join(', ')}`;
}

/** Returns a line such as `  ✉ Slack #fleet-safety · d-7 · long-drive · stored in the outbox`. */
function deliveryLine(colors: Colors, row: ActiveDelivery): string {
  const { action, state, reason } = row;
  const inOutbox = isInOutbox(row);
  const poll = deliveryBadge({ action, state, inOutbox, ...(reason === null ? {} : { reason }) });
  const of = row.rule === '' ? '· digest' : `· ${show(row.driverId)} · ${show(row.rule)}`;
  const why = reasonWords(reason);
  const note = why === undefined ? '' : ` ${colors.yellow(show(why))}`;
  if (action === 'delete_trip')
    return state === 'sent'
      ? `  ${colors.green('✓')} ${poll.words} ${of} · ${show(row.tripId)}`
      : `  ${MARKS[state]} Deletion: ${poll.words.toLowerCase()} ${of}${note}`;
  const usual = state === 'sent' && !inOutbox;
  const words = usual ? '' : ` · ${state === 'failed' ? colors.red('failed') : poll.words.toLowerCase()}`;
  return `  ${MARKS[state]} ${actionWords(action)} ${colors.cyan(show(row.receiver))} ${colors.dim(of)}${colors.dim(words)}${note}`;
}

/** Returns a line such as `  ⏸ Deletion 3 waits for approval · d-15 · invalid-trip · trip 1795245979749`. */
function deletionLine(colors: Colors, row: OfTrip & { readonly id: string; readonly rule: string }): string {
  return `  ⏸ ${colors.yellow(`Deletion ${row.id} waits for approval`)} ${colors.dim(`· ${show(row.driverId)} · ${show(row.rule)} · trip ${show(row.tripId)}`)}`;
}

/** Returns a line such as `… d-7 1795244763950: received 07:33:39, waiting for trip data`. */
function waitingLine({ colors, clock }: Shown, row: OfTrip & { readonly at: Date }): string {
  return `${colors.dim('…')} ${show(row.driverId)} ${show(row.tripId)}: ${colors.dim(`received ${clock(row.at)}, waiting for trip data`)}`;
}

/** Returns the line of a fleet's alarm, raised or resolved. */
function alarmLine(
  colors: Colors,
  alarm: { readonly kind: string; readonly message: string; readonly resolvedAt: Date | null },
): string {
  const message = oneLine(alarm.message, 500);
  if (alarm.resolvedAt === null) return colors.red(`✗ ${message}`);
  const [what = message] = message.split(/[:.] /);
  return colors.green(`✓ Resolved: ${what.replace(/\.$/, '')}.`);
}

/** Removes line breaks and control characters, because ids and names come from outside. */
function show(text: string): string {
  return oneLine(text, LONGEST);
}

function paint(colors: Colors, severity: string, text: string): string {
  if (severity === 'critical') return colors.red(colors.bold(text));
  return severity === 'warning' ? colors.yellow(text) : text;
}
