import type { Answer, RequestOf } from '../../api/index.ts';
import { oneLine } from '../../messages/format/index.ts';
import type { Shown } from '../declaration/index.ts';
import { dayAndTime, driverOf, printParagraph, printTable, wrapped } from '../terminal/index.ts';
import type { Terminal } from '../terminal/index.ts';

type StageAnswer = Answer<'explanations'>['stages'][number];

/** Labels of the stages. */
const LABELS: Readonly<Record<StageAnswer['stage'], string>> = {
  no_trip_received: 'trip received',
  not_evaluated: 'evaluated',
  out_of_scope: 'scope',
  unknown_fact: 'facts',
  not_matched: 'conditions',
  still_true: 'trigger',
  shadow: 'mode',
  silenced: 'silences',
  suppressed: 'suppression',
  throttled: 'throttle',
  over_budget: 'budget',
  held: 'quiet hours',
  batched: 'batch',
  grouped: 'grouping',
  recipient: 'recipient',
  delivery: 'delivery',
};
const LABEL_WIDTH = Math.max(...Object.values(LABELS).map((label) => label.length));

/** Explains why a rule sent no alert for a driver on a day, stage by stage. */
export function print(
  answer: Answer<'explanations'>,
  { terminal, request }: Shown<object, RequestOf<'explanations', 'get'>>,
): void {
  const { rule, date } = request.query;
  const { colors } = terminal;
  const title = `${oneLine(rule, 100)}, ${driverOf(answer)}, ${date} (${answer.timezone})`;
  terminal.line(colors.bold(title));
  printParagraph(terminal, answer.answer);
  terminal.line('');
  for (const stage of answer.stages) printStage(terminal, stage);
  if (answer.trips.length < 2) return;
  terminal.line('');
  printTable(
    terminal,
    ['trip', 'ended', 'stopped at', 'why'],
    answer.trips.map((trip) => [
      oneLine(trip.trip_id, 60),
      trip.ended_at === undefined ? 'not known' : dayAndTime(trip.ended_at, answer.timezone),
      trip.stopped_at === undefined ? colors.green('sent') : LABELS[trip.stopped_at],
      oneLine(trip.answer, 500),
    ]),
  );
  if (answer.has_more_trips) terminal.line(colors.dim('Earlier trips of the day are left out.'));
}

function printStage(terminal: Terminal, { stage, state, detail }: StageAnswer): void {
  const { colors } = terminal;
  const label = LABELS[stage].padEnd(LABEL_WIDTH);
  const marks = { passed: '✓', stopped: '✕', unknown: '?', not_reached: '·' };
  const paint = {
    passed: colors.green,
    stopped: colors.red,
    unknown: colors.yellow,
    not_reached: colors.dim,
  }[state];
  const head = `${paint(marks[state])} ${state === 'not_reached' ? colors.dim(label) : label}`;
  const [first = '', ...more] = wrappedDetail(terminal, detail);
  terminal.line(`  ${head}  ${first}`.trimEnd());
  for (const line of more) terminal.line(`${' '.repeat(LABEL_WIDTH + 6)}${line}`);
}

/** Width in characters below which a column of sentences is unreadable. */
const NARROWEST = 30;

function wrappedDetail({ width }: Terminal, detail: string | undefined): readonly string[] {
  const left = width === undefined ? undefined : Math.max(NARROWEST, width - LABEL_WIDTH - 6);
  return wrapped(oneLine(detail ?? '', 1_000), left);
}
