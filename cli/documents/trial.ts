import { oneLine } from '../../messages/format/index.ts';
import { idNamed, isFileName } from '../files/index.ts';
import { tooLateIsFound } from '../calls/index.ts';
import type { Context } from '../declaration/index.ts';
import { CommandError, EXIT, dayAndTime, driverOf } from '../terminal/index.ts';
import type { Terminal } from '../terminal/index.ts';
import { counted, publishedWords } from '../backtests/index.ts';
import { printWarnings, saveDraftOf } from './draft.ts';

interface Given {
  readonly rule: string;
  readonly why?: string;
}

interface Example {
  readonly driver_id: string;
  readonly driver_name?: string;
  readonly trip_id: string;
  readonly at: string;
}

/** A trial as the API compares it. */
interface Comparison {
  readonly version: number;
  readonly published_version: number;
  readonly since: string;
  readonly new: number;
  readonly old: number;
  readonly both: number;
  readonly only_new: number;
  readonly only_old: number;
  readonly trips: number;
  readonly undecided: { readonly new: Undecided; readonly old: Undecided };
  readonly examples: Readonly<Record<'only_new' | 'only_old' | 'undecided', readonly Example[]>>;
}

/** Trips that a version could not decide, and that its evaluation failed on. */
interface Undecided {
  readonly unknown: number;
  readonly failed: number;
}

/** Lets the draft of a rule run in shadow beside its published version; a file is saved as the draft first. */
export async function startTrial({
  api,
  terminal,
  given: { rule: named, why },
  isJson,
  zone: clock,
}: Context<Given>): Promise<number> {
  const saved = isFileName(named) ? await saveDraftOf(api, named) : undefined;
  if (saved && saved.folder !== 'rules')
    throw new CommandError(`${named} is not a rule: only rules have trials.`);
  const id = saved?.id ?? named;
  const answer = await tooLateIsFound(
    api.call('post', 'rules/{id}/trial', {
      params: { id },
      body: {
        ...(why && { why }),
        ...(saved?.draft_hash !== undefined && { draft_hash: saved.draft_hash }),
      },
    }),
  );
  const warnings = saved?.warnings ?? [];
  if (isJson) terminal.json({ id, ...answer, ...(warnings.length > 0 && { warnings }) });
  else {
    printWarnings(terminal, warnings);
    const zone = await clock();
    terminal.line(
      `The draft runs in shadow as version ${answer.version} since ${dayAndTime(answer.since, zone)} (${zone}); \`tripline rules trial show ${id}\` compares.`,
    );
  }
  return EXIT.ok;
}

/** Compares a draft on trial with the published version; `end` also ends the trial. */
export async function showTrial(
  { api, terminal, given: { rule: named, why }, isJson, zone: clock }: Context<Given>,
  isEnding = false,
): Promise<number> {
  const id = await idNamed(named);
  const path = 'rules/{id}/trial';
  const query = { why: why || undefined };
  const answer: Comparison = await (isEnding
    ? api.call('delete', path, { params: { id }, query })
    : api.call('get', path, { params: { id } }));
  if (isJson) terminal.json({ id, ...answer });
  else {
    print(terminal, { id, answer, zone: await clock() });
    if (isEnding) terminal.line('The trial has ended; the draft stays unpublished.');
  }
  return EXIT.ok;
}

/** A trial's comparison, and the clock that it is shown on. */
interface Shown {
  readonly id: string;
  readonly answer: Comparison;
  readonly zone: string;
}

function print(terminal: Terminal, { id, answer, zone }: Shown): void {
  const { colors } = terminal;
  const listed = (words: string, trips: readonly Example[]): void =>
    printTrips(terminal, words, { trips, zone });
  terminal.line(
    `${colors.bold(id)} ${colors.dim(`version ${answer.version} on trial beside version ${answer.published_version}, since ${dayAndTime(answer.since, zone)} (${zone})`)}`,
  );
  terminal.line(
    `  draft: ${counted(answer.new, 'alert')}, ${publishedWords(answer.old, answer.both)} ${colors.dim(`(${counted(answer.trips, 'trip')} evaluated)`)}`,
  );
  const { undecided, examples } = answer;
  if (answer.only_new > 0) listed(`only draft: ${answer.only_new}`, examples.only_new);
  if (answer.only_old > 0) listed(`only published: ${answer.only_old}`, examples.only_old);
  const open = { new: undecidedWords(undecided.new), old: undecidedWords(undecided.old) };
  if (open.new) listed(colors.yellow(`draft undecided: ${open.new}`), examples.undecided);
  if (open.old) listed(colors.yellow(`published version undecided: ${open.old}`), []);
}

/** Nothing when every trip was decided. */
function undecidedWords({ unknown, failed }: Undecided): string {
  const words = [
    ...(unknown > 0 ? [`${unknown} (a fact was not known)`] : []),
    ...(failed > 0 ? [`${failed} (its evaluation failed)`] : []),
  ];
  return words.join(', ');
}

function printTrips(
  terminal: Terminal,
  words: string,
  { trips, zone }: { readonly trips: readonly Example[]; readonly zone: string },
): void {
  terminal.line(`  ${words}`);
  for (const each of trips)
    terminal.line(
      terminal.colors.dim(
        `    ${dayAndTime(each.at, zone)}  ${driverOf(each)}, trip ${oneLine(each.trip_id, 200)}`,
      ),
    );
}
