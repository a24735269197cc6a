import { formatMoment, oneLine } from '../../messages/format/index.ts';
import { EXIT, clockOf, createApiClient, createTerminal, driverOf, printTable } from '../terminal/index.ts';
import type { Colors, Terminal } from '../terminal/index.ts';
import { isNarrowed, listAll, printMore, shellWord } from './listing.ts';
import type { ListAnswer, RangeOptions } from './listing.ts';
import { idsOf } from './tripList.ts';

/** Filters of `alerts list`. */
export interface ListAlertsOptions extends RangeOptions {
  readonly state?: string;
  readonly severity?: string;
  readonly reason?: string;
  readonly driver?: string;
  readonly trip?: string;
  readonly rule?: string;
}

/** Lists alerts, newest first: whether each was sent, and the reason if not. */
export async function listAlerts(options: ListAlertsOptions): Promise<number> {
  const api = createApiClient(options.fleet ?? 'default');
  const { state, severity, reason, driver, trip, rule } = options;
  const filters = { state, severity, reason, driver_id: driver, trip_id: trip, rule };
  const answer = await listAll<AlertItem>(api, { path: 'alerts', filters, options });
  const terminal = createTerminal();
  if (options.json) terminal.json(answer);
  else if (answer.items.length === 0)
    terminal.line(
      `${isNarrowed(options) ? 'No alert matches these filters.' : 'There are no alerts yet.'} Why a rule sent none for a driver on a day: tripline why DRIVER DATE RULE`,
    );
  else printAlerts(terminal, answer, await clockOf(api));
  return EXIT.ok;
}

/** An alert as the API lists it, as far as it is shown. */
interface AlertItem {
  readonly rule: string;
  readonly driver_id: string;
  readonly driver_name?: string;
  readonly trip_id: string;
  readonly severity: 'info' | 'warning' | 'critical';
  readonly state: 'raised' | 'held' | 'stopped';
  /** Why it is held or stopped, such as `throttled`. */
  readonly reason?: string;
  readonly at: string;
}

const SIGNS = { raised: '✓ raised', held: '‖ held', stopped: '– not sent' } as const;
const STATES: Readonly<Record<AlertItem['state'], keyof Colors>> = {
  raised: 'green',
  held: 'yellow',
  stopped: 'dim',
};
const SEVERITIES: Readonly<Record<AlertItem['severity'], keyof Colors>> = {
  critical: 'red',
  warning: 'yellow',
  info: 'cyan',
};

function printAlerts(terminal: Terminal, answer: ListAnswer<AlertItem>, zone: string): void {
  const { colors } = terminal;
  printTable(
    terminal,
    [`at (${zone})`, 'severity', 'state', 'rule', 'trip', 'driver'],
    answer.items.map((item) => [
      formatMoment(item.at, zone) ?? item.at,
      colors[SEVERITIES[item.severity]](item.severity),
      stateCell(item, colors),
      oneLine(item.rule, 200),
      oneLine(item.trip_id, 200),
      driverOf(item),
    ]),
  );
  const first = answer.items[0]!;
  const explain = `tripline trips explain ${idsOf(first)} --rule ${shellWord(first.rule)}`;
  terminal.line(`Why its rule matched, and what was sent: ${colors.bold(explain)}`);
  printMore(terminal, answer);
}

/** Reasons are named as `--reason` takes them. */
function stateCell({ state, reason }: AlertItem, colors: Colors): string {
  const why = reason === undefined ? '' : ` (${oneLine(reason, 60)})`;
  return colors[STATES[state]](SIGNS[state] + why);
}
