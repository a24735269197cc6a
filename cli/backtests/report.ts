import type {
  BacktestDay,
  BacktestExample,
  AnsweredBacktest,
  StoppedCounts,
} from '../../rules/backtests/index.ts';
import { oneLine } from '../../messages/format/index.ts';
import { printSweep } from './sweep.ts';
import { bar, dayAndTime, driverOf, printParagraph, sparkline } from '../terminal/index.ts';
import type { Terminal } from '../terminal/index.ts';

/** Maximum number of days for which the chart has one bar a day. For a longer range it has one bar a week. */
const MOST_DAYS = 35;
const BAR_WIDTH = 32;
const MOST_RECEIVERS = 8;
const MOST_DRIVERS = 5;

const WEEKDAYS = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'];

/**
 * Prints a back-test for people: figures, a chart, recipients and times, examples, and what is unknown.
 * @param zone for the times of examples; days and hours are in the fleet's time zone
 */
export function printBacktest(terminal: Terminal, result: AnsweredBacktest, zone = result.timezone): void {
  printTotals(terminal, result);
  if (result.trips.evaluated > 0) {
    printDays(terminal, result.days);
    printHours(terminal, result);
    printPeople(terminal, result);
    printExamples(terminal, result.examples, zone);
  }
  printDifference(terminal, result);
  if (result.sweep) printSweep(terminal, result.sweep);
  printUnknown(terminal, result);
  const { colors } = terminal;
  for (const note of result.notes) {
    terminal.line();
    printParagraph(terminal, `! ${note}`, { paint: colors.yellow });
  }
}

/** Formats a number with thousands separated. */
export function figure(value: number): string {
  return value.toLocaleString('en');
}

/** Formats a number with its noun: `1 trip`, `1,284 trips`. */
export function counted(value: number, one: string, many = `${one}s`): string {
  return `${figure(value)} ${value === 1 ? one : many}`;
}

/** Returns a version's name for people; version 0 is the draft. */
export function versionName(version: number): string {
  return version === 0 ? 'draft' : `version ${version}`;
}

function printTotals(terminal: Terminal, { rule, trips, totals, ...range }: AnsweredBacktest): void {
  const { colors } = terminal;
  terminal.line(
    `${colors.bold(rule.name)} ${colors.dim(`${rule.id}, ${versionName(rule.version)}, ${rule.severity} · ${range.from} to ${range.to}, ${range.timezone}`)}`,
  );
  terminal.line(
    `\n  ${counted(trips.evaluated, 'trip')} · ${figure(trips.matched)} matched · ${colors.bold(counted(totals.alerts, 'alert'))} · ${counted(totals.messages, 'message')}`,
  );
  const named = (rule.conditions ?? []).map(
    ({ id, version }) => `${id} (${version === 0 ? 'as in the file' : versionName(version)})`,
  );
  if (named.length > 0) terminal.line(colors.dim(`  shared conditions: ${named.join(', ')}`));
  const kept = [
    ...(totals.held > 0 ? [`${figure(totals.held)} held for the end of quiet hours or for a batch`] : []),
    ...(totals.grouped > 0 ? [`${figure(totals.grouped)} grouped into another rule's message`] : []),
  ];
  if (kept.length > 0) terminal.line(`  of the alerts: ${kept.join(', ')}`);
  if (totals.about_budget > 0)
    terminal.line(`  of the messages: ${figure(totals.about_budget)} about exhausted budgets`);
  const stopped = stoppedWords(totals.stopped);
  if (stopped) terminal.line(`  stopped: ${stopped}`);
}

function stoppedWords(stopped: StoppedCounts): string {
  return Object.entries(stopped)
    .sort((a, b) => b[1] - a[1])
    .map(([reason, count]) => `${figure(count)} ${reason.replaceAll('_', ' ')}`)
    .join(', ');
}

/** Prints one bar for each day, or one for each week if there are more than `MOST_DAYS` days. */
function printDays(terminal: Terminal, days: readonly BacktestDay[]): void {
  const { colors } = terminal;
  const isWeekly = days.length > MOST_DAYS;
  const rows = isWeekly ? weeksOf(days) : days.map((day) => ({ ...day, label: dayLabel(day.date) }));
  const most = Math.max(...rows.map(({ alerts }) => alerts));
  terminal.line(`\n${colors.bold(`Alerts per ${isWeekly ? 'week' : 'day'}`)}`);
  for (const { label, alerts, matches } of rows) {
    const rest = matches > alerts ? colors.dim(` of ${figure(matches)} matches`) : '';
    const drawn = bar(alerts, most, BAR_WIDTH);
    terminal.line(`  ${colors.dim(label)} ${colors.cyan(drawn)}${drawn ? ' ' : ''}${figure(alerts)}${rest}`);
  }
}

function dayLabel(date: string): string {
  return `${WEEKDAYS[new Date(`${date}T00:00:00Z`).getUTCDay()]} ${date}`;
}

function weeksOf(days: readonly BacktestDay[]): { label: string; alerts: number; matches: number }[] {
  const weeks: { label: string; alerts: number; matches: number }[] = [];
  for (const [index, day] of days.entries()) {
    if (index % 7 === 0) weeks.push({ label: `from ${day.date}`, alerts: 0, matches: 0 });
    const week = weeks.at(-1)!;
    week.alerts += day.alerts;
    week.matches += day.matches;
  }
  return weeks;
}

function printHours(terminal: Terminal, { hours, totals }: AnsweredBacktest): void {
  if (totals.messages === 0) return;
  const { colors } = terminal;
  const busiest = hours.reduce((most, each) => (each.messages > most.messages ? each : most));
  terminal.line(`\n${colors.bold('Messages by hour')} ${colors.dim('on the fleet’s clock')}`);
  terminal.line(`  ${colors.cyan(sparkline(hours.map(({ messages }) => messages)))}`);
  terminal.line(colors.dim('  0     6     12    18   23'));
  const clock = `${String(busiest.hour).padStart(2, '0')}:00`;
  terminal.line(
    colors.dim(`  most from ${clock}: ${counted(busiest.messages, 'message')} of ${figure(totals.messages)}`),
  );
}

function printPeople(terminal: Terminal, result: AnsweredBacktest): void {
  const { colors } = terminal;
  if (result.receivers.length > 0) terminal.line(`\n${colors.bold('Recipients')}`);
  for (const { action, receiver, messages, held, grouped } of result.receivers.slice(0, MOST_RECEIVERS)) {
    const more = [
      ...(held > 0 ? [`${figure(held)} after quiet hours or a batch`] : []),
      ...(grouped > 0 ? [`${figure(grouped)} alerts grouped into another rule's message`] : []),
    ];
    terminal.line(
      `  ${action} ${colors.cyan(receiver)}: ${figure(messages)}${more.length > 0 ? colors.dim(` (${more.join(', ')})`) : ''}`,
    );
  }
  others(terminal, result.receivers.length - MOST_RECEIVERS);
  const drivers = result.drivers.filter(({ alerts }) => alerts > 0).slice(0, MOST_DRIVERS);
  if (drivers.length > 0)
    terminal.line(
      `\n${colors.bold('Drivers:')} ${colors.dim(`${counted(result.drivers_matched, 'driver')} matched`)}`,
    );
  for (const driver of drivers)
    terminal.line(
      `  ${driverOf(driver)}: ${counted(driver.alerts, 'alert')}${colors.dim(`, matched ${figure(driver.matches)}`)}`,
    );
}

function others(terminal: Terminal, count: number): void {
  if (count > 0) terminal.line(terminal.colors.dim(`  and ${figure(count)} more`));
}

function printExamples(terminal: Terminal, examples: readonly BacktestExample[], zone: string): void {
  const { colors } = terminal;
  if (examples.length > 0) terminal.line(`\n${colors.bold('Examples')} ${colors.dim(`(${zone})`)}`);
  for (const each of examples) {
    const outcome = each.outcome === 'alert' ? colors.red('alert') : colors.dim(outcomeWords(each));
    terminal.line(`  ${tripOf(each)} ${colors.dim(dayAndTime(each.at, zone))} ${outcome}`);
    if (each.sentence) printParagraph(terminal, each.sentence, { indent: 4 });
  }
}

/** Returns words for an example: the driver's name and id, and the trip. */
function tripOf(each: BacktestExample): string {
  return `${driverOf(each)}, trip ${oneLine(each.trip_id, 200)}`;
}

/** Returns why an alert was stopped, and by which rule, silence, trip or alert. */
function outcomeWords({ outcome = '', detail }: BacktestExample): string {
  const words = outcome.replaceAll('_', ' ');
  if (detail === undefined) return words;
  if (outcome === 'still_true') return `${words} since trip ${detail}`;
  if (outcome === 'throttled') return `${words} by the alert of ${detail}`;
  return outcome === 'over_budget' ? `${words} of ${detail}` : `${words} by ${detail}`;
}

/**
 * Returns words such as `published version: 31 alerts, 9 trips with both`. The trips are those on which both
 * versions alert.
 */
export function publishedWords(alerts: number, both: number): string {
  return `published version: ${counted(alerts, 'alert')}, ${counted(both, 'trip')} with both`;
}

function printDifference(terminal: Terminal, { published, difference, totals }: AnsweredBacktest): void {
  if (!published || !difference) return;
  const { colors } = terminal;
  terminal.line(
    `\n${colors.bold(`Against version ${published.version}`)}${colors.dim(', which is published')}`,
  );
  terminal.line(
    `  draft: ${counted(totals.alerts, 'alert')}, ${publishedWords(published.totals.alerts, difference.both)}`,
  );
  const sides = [
    ['only draft', difference.only_new, difference.examples.only_new],
    ['only published', difference.only_old, difference.examples.only_old],
  ] as const;
  for (const [name, count, examples] of sides) {
    if (count === 0) continue;
    const trips = examples.slice(0, 3).map(tripOf);
    terminal.line(`  ${name}: ${figure(count)}${colors.dim(` such as ${trips.join(', ')}`)}`);
  }
}

function printUnknown(terminal: Terminal, { unknown, trips }: AnsweredBacktest): void {
  if (trips.unknown === 0) return;
  const { colors } = terminal;
  terminal.line(
    `\n${colors.bold('Not decided, with reasons:')} ${colors.dim(`${figure(trips.unknown)} of ${counted(trips.evaluated, 'trip')}`)}`,
  );
  for (const { fact, because, trips: count, example } of unknown)
    terminal.line(
      `  ${figure(count)}: ${fact}: ${because}${example ? colors.dim(` such as ${tripOf(example)}`) : ''}`,
    );
}
