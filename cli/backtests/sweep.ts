import type { BacktestSweep } from '../../rules/backtests/index.ts';
import { bar } from '../terminal/index.ts';
import type { Terminal } from '../terminal/index.ts';

const BAR_WIDTH = 24;

/** Prints a line for each value of a sweep, with a bar of its alerts per week and today's value marked. */
export function printSweep(terminal: Terminal, sweep: BacktestSweep): void {
  const { colors } = terminal;
  const { points, current, strictest_with_all_confirmed: strictest } = sweep;
  const most = Math.max(...points.map((point) => point.alerts_per_week));
  const headings = ['value', 'alerts/week', 'messages', 'median', 'p90', 'max', 'unknown'];
  const isResolved = points.some((point) => point.confirmed + point.false_alarms > 0);
  const rows = points.map((point) => {
    const { median, p90, max } = point.messages_per_recipient_day;
    const resolved = isResolved ? [point.confirmed, point.false_alarms] : [];
    return [point.value, point.alerts_per_week, point.messages, median, p90, max, point.unknown, ...resolved];
  });
  const named = isResolved ? [...headings, 'confirmed', 'false alarms'] : headings;
  const cells = [named, ...rows.map((row) => row.map((each) => each.toLocaleString('en')))];
  const widths = named.map((_heading, column) => Math.max(...cells.map((row) => row[column]!.length)));
  const lineOf = (row: readonly string[]): string =>
    row.map((cell, column) => cell.padStart(widths[column]!)).join('  ');
  terminal.line(
    `\n${colors.bold('Sweep')} ${colors.dim(`${sweep.fact} ${sweep.operator}, ${sweep.pointer}`)}`,
  );
  terminal.line(colors.dim('median, p90 and max: messages a recipient gets on a day'));
  terminal.line(colors.dim(`    ${lineOf(named)}`));
  for (const [index, point] of points.entries()) {
    const isToday = point.value === current;
    const drawn = colors.cyan(bar(point.alerts_per_week, most, BAR_WIDTH));
    const text = lineOf(cells[index + 1]!);
    terminal.line(`  ${isToday ? colors.bold(`→ ${text}`) : `  ${text}`}  ${drawn}`);
  }
  terminal.line(colors.dim('→ the value in the rule'));
  if (strictest !== undefined)
    terminal.line(`Strictest value that still alerts on every confirmed incident: ${strictest}`);
}
