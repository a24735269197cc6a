import type { Answer } from '../../api/index.ts';
import { formatMoment, oneLine } from '../../messages/format/index.ts';
import type { Shown } from '../declaration/index.ts';
import { driverOf, idsOf, printTable, shellWord } from '../terminal/index.ts';
import type { Colors } from '../terminal/index.ts';

type Alert = Answer<'alerts'>['items'][number];

const SIGNS = { raised: '✓ raised', held: '‖ held', stopped: '– not sent' } as const;
const STATES: Readonly<Record<Alert['state'], keyof Colors>> = {
  raised: 'green',
  held: 'yellow',
  stopped: 'dim',
};
const SEVERITIES: Readonly<Record<Alert['severity'], keyof Colors>> = {
  critical: 'red',
  warning: 'yellow',
  info: 'cyan',
};

/** Prints alerts, newest first: whether each was sent, and the reason if not. */
export async function print(
  { items }: Answer<'alerts'>,
  { terminal, isNarrowed, zone: clock }: Shown,
): Promise<void> {
  const [first] = items;
  if (!first) {
    const none = isNarrowed ? 'No alert matches these filters.' : 'There are no alerts yet.';
    return terminal.line(`${none} Why a rule sent none for a driver on a day: tripline why DRIVER DATE RULE`);
  }
  const { colors } = terminal;
  const zone = await clock();
  printTable(
    terminal,
    [`at (${zone})`, 'severity', 'state', 'rule', 'trip', 'driver'],
    items.map((item) => [
      formatMoment(item.at, zone) ?? item.at,
      colors[SEVERITIES[item.severity]](item.severity),
      stateCell(item, colors),
      oneLine(item.rule, 200),
      oneLine(item.trip_id, 200),
      driverOf(item),
    ]),
  );
  const explain = `tripline trips explain ${idsOf(first)} --rule ${shellWord(first.rule)}`;
  terminal.line(`Why its rule matched, and what was sent: ${colors.bold(explain)}`);
}

/** Returns an alert's state. The reason is in the form that the option `--reason` takes. */
function stateCell({ state, reason }: Alert, colors: Colors): string {
  const why = reason === undefined ? '' : ` (${oneLine(reason, 60)})`;
  return colors[STATES[state]](SIGNS[state] + why);
}
