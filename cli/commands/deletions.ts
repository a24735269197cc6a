import { deletionReasonWords, oneLine } from '../../messages/format/index.ts';
import { ago } from '../../messages/incidents/index.ts';
import {
  EXIT,
  clockOf,
  createApiClient,
  createTerminal,
  dayAndTime,
  printParagraph,
  printTable,
  tooLateIsFound,
  driverOf,
} from '../terminal/index.ts';
import type { ApiClient, Terminal } from '../terminal/index.ts';
import { nameOfUser } from './incidents.ts';
import type { AnswerOptions, IncidentOptions } from './incidents.ts';

/** A deletion as the API shows it, as far as it is shown. */
interface DeletionAnswer {
  readonly id: string;
  readonly driver_id: string;
  readonly driver_name?: string;
  readonly trip_id: string;
  readonly rule: string;
  readonly version: number;
  readonly state: string;
  readonly cause?: string;
  readonly reason?: string;
  readonly requested_at: string;
  readonly expires_at: string;
  readonly decided_at?: string;
  readonly decided_who?: string;
  readonly decided_by?: string;
  readonly note?: string;
  readonly service_answer?: string;
  readonly has_snapshot: boolean;
}

/** Lists deletions, newest first. */
export async function listDeletions(options: IncidentOptions & { readonly state?: string }): Promise<number> {
  const query = options.state === undefined ? '' : `?state=${encodeURIComponent(options.state)}`;
  const api = createApiClient(options.fleet ?? 'default');
  const answer = await api.call<{ items: DeletionAnswer[] }>('GET', `deletions${query}`);
  const terminal = createTerminal();
  if (options.json) terminal.json(answer);
  else if (answer.items.length === 0) terminal.line('There are no such deletions.');
  else printDeletions(terminal, answer.items);
  return EXIT.ok;
}

/** Shows a deletion. */
export async function showDeletion(id: string, options: IncidentOptions): Promise<number> {
  const api = createApiClient(options.fleet ?? 'default');
  return print(api, await api.call<DeletionAnswer>('GET', pathOf(id)), options);
}

/** Approves or rejects a deletion. */
export async function decideDeletion(
  { id, verb }: { readonly id: string; readonly verb: 'approve' | 'reject' },
  options: AnswerOptions,
): Promise<number> {
  const api = createApiClient(options.fleet ?? 'default');
  const body = { by: options.by ?? nameOfUser(), note: options.note };
  const call = api.call<DeletionAnswer>('POST', `${pathOf(id)}/${verb}`, body);
  return print(api, await tooLateIsFound(call), options);
}

/** Prints the trip as it was stored before it was deleted: JSON, with or without `--json`. */
export async function printSnapshot(id: string, options: IncidentOptions): Promise<number> {
  const api = createApiClient(options.fleet ?? 'default');
  createTerminal().json(await api.call('GET', `${pathOf(id)}/snapshot`));
  return EXIT.ok;
}

function pathOf(id: string): string {
  return `deletions/${encodeURIComponent(id)}`;
}

function printDeletions(terminal: Terminal, items: readonly DeletionAnswer[]): void {
  const now = new Date().toISOString();
  printTable(
    terminal,
    ['id', 'asked', 'state', 'trip, reason, who decided, and the service’s answer'],
    items.map((item) => [
      item.id,
      ago(item.requested_at, now).replace(' ago', ''),
      item.state,
      storyOf(item).join('\n'),
    ]),
  );
  const waiting = items.filter(({ state }) => state === 'requested').length;
  if (waiting > 0)
    terminal.line(
      `${waiting === 1 ? 'One is waiting' : `${waiting} are waiting`} for approval: ${terminal.colors.bold('tripline deletions approve|reject ID')}`,
    );
}

/** A deletion in a few lines: which trip, why, who decided, and what came of it. */
function storyOf(item: DeletionAnswer): readonly string[] {
  const cause = item.cause === undefined ? '' : `: ${oneLine(item.cause, 200)}`;
  return [
    `${oneLine(item.trip_id, 60)} of ${driverOf(item)}`,
    `${oneLine(item.rule, 60)}${cause}`,
    [decisionWords(item), item.note && `“${oneLine(item.note, 200)}”`].filter(Boolean).join(' '),
    oneLine(deletionReasonWords(item) ?? '', 200),
    serviceAnswerWords(item.service_answer) ?? '',
  ].filter((line) => line !== '');
}

/** Who decided what; nothing while nobody has. */
function decisionWords({ state, decided_who: who, decided_by: by }: DeletionAnswer): string {
  if (who === undefined) return '';
  const name = oneLine(by ?? who, 60);
  return state === 'rejected' ? `${name} rejected it.` : `${name} approved it.`;
}

async function print(api: ApiClient, item: DeletionAnswer, options: IncidentOptions): Promise<number> {
  const terminal = createTerminal();
  if (options.json) {
    terminal.json(item);
    return EXIT.ok;
  }
  const { colors } = terminal;
  const now = new Date().toISOString();
  terminal.line(
    `${colors.bold(`Deletion ${item.id}: trip ${oneLine(item.trip_id, 200)} of ${driverOf(item)}`)}  ${item.state}`,
  );
  terminal.line(
    `  Requested by rule ${oneLine(item.rule, 200)}, version ${item.version}, ${ago(item.requested_at, now)}.`,
  );
  if (item.cause !== undefined) printParagraph(terminal, `Why: ${oneLine(item.cause, 500)}`, { indent: 2 });
  if (item.decided_who !== undefined) {
    const by = item.decided_by === undefined ? '' : `${oneLine(item.decided_by, 200)}, by `;
    terminal.line(`  Decided by ${by}${oneLine(item.decided_who, 200)}.`);
  }
  if (item.note !== undefined) terminal.line(`  “${oneLine(item.note, 500)}”`);
  const reason = deletionReasonWords(item);
  const answer = serviceAnswerWords(item.service_answer);
  for (const line of [reason, answer])
    if (line !== undefined) printParagraph(terminal, oneLine(line, 500), { indent: 2 });
  if (item.state === 'requested') {
    const zone = await clockOf(api);
    terminal.line(
      `  Not deleted unless a person approves it by ${dayAndTime(item.expires_at, zone)} (${zone}).`,
    );
    terminal.line(colors.dim(`\n  tripline deletions approve ${item.id}  (or reject)`));
  }
  if (item.has_snapshot) terminal.line(colors.dim(`\n  tripline deletions snapshot ${item.id} > trip.json`));
  return EXIT.ok;
}

const WORDS: ReadonlyMap<string, string> = new Map([
  ['accepted', 'The service confirmed the deletion.'],
  ['no_such_trip', 'The service has no such trip.'],
  ['refused', 'The service answered with an internal error.'],
  ['unauthorised', 'The service refused the API key.'],
  ['limited', 'The service asked to retry later.'],
  ['invalid', 'The service gave an invalid answer.'],
  ['no_answer', 'The service’s answer was lost, so Tripline checked whether the trip still exists.'],
  ['not_reached', 'The service could not be reached.'],
]);

/** What the service answered when a trip was to be deleted, as a sentence; undefined: nothing was sent to it. */
function serviceAnswerWords(answer: string | null | undefined): string | undefined {
  return answer ? (WORDS.get(answer) ?? answer) : undefined;
}
