import type { FleetConfig } from '../config.ts';
import type { Db } from '../store/database.ts';
import type { Terminal } from './terminal.ts';

const EVERY_MS = 700;
const MARKS = { sent: '✉', held: '⏸', failed: '✗', unconfirmed: '?', skipped: '–', pending: '…' } as const;

/** Shows on the terminal what is decided and told, one line each, as it happens. */
export function followActivity(
  db: Db,
  options: { readonly terminal: Terminal; readonly fleet: FleetConfig },
): { stop(): Promise<void> } {
  const { terminal, fleet } = options;
  const { colors } = terminal;
  let stopped = false;
  let since = new Date();
  const shown = new Set<string>();

  async function look(): Promise<void> {
    const until = new Date();
    const decisions = await db
      .selectFrom('decisions')
      .select(['id', 'driverId', 'tripId', 'decision', 'decidedAt'])
      .where('fleetId', '=', fleet.id)
      .where('decidedAt', '>', new Date(since.getTime() - 5_000))
      .orderBy('id')
      .limit(50)
      .execute();
    for (const { id, driverId, tripId, decision, decidedAt } of decisions) {
      if (once(`decision ${id}`)) continue;
      const matched = decision.rules.filter((rule) => rule.outcome === 'matched');
      const what =
        matched.length === 0
          ? colors.dim(`no rule of ${decision.rules.length} fired`)
          : matched.map((rule) => paint(rule.severity, rule.name)).join(', ');
      terminal.line(
        `  ${colors.dim(clock(decidedAt))} ${matched.length === 0 ? colors.dim('○') : colors.yellow('●')} ${driverId} ${tripId}: ${what}`,
      );
    }
    const deliveries = await db
      .selectFrom('deliveries')
      .select(['id', 'action', 'receiver', 'state', 'reason', 'driverId', 'settledAt', 'plannedAt'])
      .where('fleetId', '=', fleet.id)
      .where('plannedAt', '>', new Date(since.getTime() - 60_000))
      .where('state', '!=', 'pending')
      .orderBy('id')
      .limit(100)
      .execute();
    for (const row of deliveries) {
      if (once(`delivery ${row.id} ${row.state}`)) continue;
      const note = row.state === 'sent' ? '' : ` ${colors.yellow(row.reason ?? row.state)}`;
      terminal.line(
        `  ${colors.dim(clock(row.settledAt ?? row.plannedAt))}   ${MARKS[row.state]} ${row.action} ${colors.cyan(row.receiver)}${note}`,
      );
    }
    since = until;
  }

  function once(key: string): boolean {
    if (shown.has(key)) return true;
    shown.add(key);
    if (shown.size > 5_000) shown.delete(shown.values().next().value!);
    return false;
  }

  function paint(severity: string, text: string): string {
    return severity === 'critical'
      ? colors.red(colors.bold(text))
      : severity === 'warning'
        ? colors.yellow(text)
        : text;
  }

  const loop = (async () => {
    while (!stopped) {
      // A database that is away for a moment is told by the log, not here.
      await look().catch(() => undefined);
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

function clock(at: Date): string {
  return at.toTimeString().slice(0, 8);
}
