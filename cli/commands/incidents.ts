import { userInfo } from 'node:os';
import { formatMoment, oneLine } from '../../messages/format/index.ts';
import { ago, dispositionWords, timelineEntry, timelineWords } from '../../messages/incidents/index.ts';
import type { StoredEntry } from '../../messages/incidents/index.ts';
import {
  EXIT,
  clockOf,
  createApiClient,
  createTerminal,
  dayAndTime,
  printTable,
  tooLateIsFound,
  driverOf,
} from '../terminal/index.ts';
import type { ApiClient, Terminal } from '../terminal/index.ts';

/** Options that every command about incidents takes. */
export interface IncidentOptions {
  readonly fleet?: string;
  readonly json?: boolean;
}

/** Filters of `incidents list`. */
export interface ListOptions extends IncidentOptions {
  readonly state?: string;
  readonly driver?: string;
  readonly rule?: string;
  readonly policy?: string;
  readonly limit?: string;
}

/** What an answer says; which of it belongs to which answer, the API knows. */
export interface AnswerOptions extends IncidentOptions {
  readonly by?: string;
  readonly note?: string;
  readonly to?: string;
  readonly disposition?: string;
  readonly minutes?: string;
}

/** Lists incidents, newest first; without a filter by state, those that are not resolved come with a call to act. */
export async function listIncidents(options: ListOptions): Promise<number> {
  const api = createApiClient(options.fleet ?? 'default');
  const { state, driver, rule, policy, limit } = options;
  const query = Object.entries({ state, driver_id: driver, rule, policy, limit }).filter(
    (each): each is [string, string] => each[1] !== undefined,
  );
  const path = `incidents?${new URLSearchParams(query).toString()}`;
  const answer = await api.call<{ items: IncidentAnswer[]; next_cursor?: string }>('GET', path);
  const terminal = createTerminal();
  if (options.json) terminal.json(answer);
  else printIncidents(terminal, answer.items, { hasMore: answer.next_cursor !== undefined });
  return EXIT.ok;
}

/** Shows an incident with its timeline. */
export async function showIncident(id: string, options: IncidentOptions): Promise<number> {
  const api = createApiClient(options.fleet ?? 'default');
  return print(api, await api.call<IncidentAnswer>('GET', pathOf(id)), options);
}

/**
 * Answers an incident.
 * @param verb as the API calls it: `acknowledge`, `snooze`, `escalate`, `resolve`, `reassign`, `reopen` or `notes`
 * @throws CommandError that says who was first, when it is too late; it ends with 1: nothing is broken
 */
export async function answerIncident(
  { id, verb }: { readonly id: string; readonly verb: string },
  options: AnswerOptions,
): Promise<number> {
  const { note, to, disposition, minutes } = options;
  const body = {
    by: options.by ?? nameOfUser(),
    note,
    to,
    disposition,
    ...(minutes !== undefined && { minutes: Number(minutes) }),
  };
  const api = createApiClient(options.fleet ?? 'default');
  const answer = await tooLateIsFound(api.call<IncidentAnswer>('POST', `${pathOf(id)}/${verb}`, body));
  return print(api, answer, options);
}

async function print(api: ApiClient, answer: IncidentAnswer, options: IncidentOptions): Promise<number> {
  const terminal = createTerminal();
  if (options.json) terminal.json(answer);
  else printIncident(terminal, answer, await clockOf(api));
  return EXIT.ok;
}

function pathOf(id: string): string {
  return `incidents/${encodeURIComponent(id)}`;
}

/**
 * Who answers, when nobody says: the user of this machine. With a personal token the server knows its person, and takes no
 * other name.
 */
export function nameOfUser(): string | undefined {
  if (process.env['TRIPLINE_TOKEN']?.startsWith('tlp_')) return undefined;
  try {
    return userInfo().username;
  } catch {
    return 'unknown';
  }
}

/** An incident as the API shows it; the timeline only with one. */
export interface IncidentAnswer {
  readonly id: string;
  readonly state: 'open' | 'acknowledged' | 'resolved';
  readonly policy: string;
  readonly policy_version: number;
  readonly rule: string;
  readonly driver_id: string;
  readonly driver_name?: string;
  readonly trip_id: string;
  readonly opened_at: string;
  readonly due_at?: string;
  /** Who is paged next, unless someone answers; only with one incident. */
  readonly next_page?: {
    readonly at: string;
    readonly receivers: readonly { readonly receiver: string; readonly person?: string }[];
  };
  readonly assignee?: string;
  readonly acknowledged_at?: string;
  readonly snoozed_until?: string;
  readonly unanswered_since?: string;
  readonly resolved_at?: string;
  readonly resolved_by?: string;
  readonly disposition?: Parameters<typeof dispositionWords>[0];
  readonly note?: string;
  /** What helps to reach the driver; only with one incident. */
  readonly driver?: { readonly phone?: string; readonly vehicle?: string; readonly license_plate?: string };
  readonly timeline?: readonly (StoredEntry & { readonly seq: number; readonly at: string })[];
}

/** Prints incidents as a table. */
function printIncidents(
  terminal: Terminal,
  items: readonly IncidentAnswer[],
  { hasMore }: { readonly hasMore: boolean },
): void {
  const { colors } = terminal;
  if (items.length === 0) return terminal.line('There are no such incidents.');
  const now = new Date().toISOString();
  printTable(
    terminal,
    ['id', 'opened', 'state', 'driver', 'rule'],
    items.map((item) => [
      item.id,
      ago(item.opened_at, now).replace(' ago', ''),
      paint(terminal, item, stateWords(item)),
      oneLine(driverOf(item), 60),
      oneLine(item.rule, 60),
    ]),
  );
  const open = items.filter(({ state }) => state === 'open').length;
  if (open > 0)
    terminal.line(
      `${open === 1 ? 'One is waiting' : `${open} are waiting`} for acknowledgement: ${colors.bold('tripline incidents acknowledge ID')}`,
    );
  if (hasMore) terminal.line(colors.dim('There are older ones: --limit shows up to 200.'));
}

/** Prints an incident: who has it, what it is about, what happened, and what can be done. */
function printIncident(terminal: Terminal, item: IncidentAnswer, zone: string): void {
  const { colors } = terminal;
  const now = new Date().toISOString();
  const title = `Incident ${item.id}: ${oneLine(item.rule, 200)}, ${driverOf(item)}`;
  terminal.line(`${colors.bold(title)}  ${paint(terminal, item, stateWords(item))}`);
  terminal.line(
    `  Opened ${ago(item.opened_at, now)} by trip ${oneLine(item.trip_id, 200)}; policy ${item.policy}, version ${item.policy_version}.`,
  );
  const { phone, vehicle, license_plate: plate } = item.driver ?? {};
  const known = [phone, vehicle, plate].flatMap((text) => (text === undefined ? [] : [oneLine(text, 200)]));
  if (known.length > 0) terminal.line(`  Driver: ${known.join(' · ')}`);
  if (item.state === 'open' && item.unanswered_since !== undefined)
    terminal.line(`  ${colors.red('A full round has ended, and nobody answered.')}`);
  const next = nextWords(item, zone);
  if (next !== undefined) terminal.line(`  ${next}`);
  if (item.note !== undefined) terminal.line(`  “${oneLine(item.note, 500)}”`);
  if (item.timeline?.length) terminal.line(`\n  ${colors.bold('Timeline')} ${colors.dim(`(${zone})`)}`);
  for (const each of item.timeline ?? [])
    terminal.line(
      `  ${colors.dim(formatMoment(each.at, zone) ?? each.at)}  ${timelineWords(timelineEntry(each))}`,
    );
  const command = {
    open: `tripline incidents acknowledge ${item.id}  (or snooze, escalate, resolve, reassign, note)`,
    acknowledged: `tripline incidents resolve ${item.id} --disposition confirmed  (or escalate, reassign, note)`,
    resolved: `tripline incidents reopen ${item.id}  (or note)`,
  }[item.state];
  terminal.line(colors.dim(`\n  ${command}`));
}

/** Who is paged next and when, or when paging resumes. */
function nextWords(item: IncidentAnswer, zone: string): string | undefined {
  const { state, due_at: dueAt, next_page: next, snoozed_until: snoozed } = item;
  const time = (at: string): string => `${dayAndTime(at, zone)} (${zone})`;
  if (state === 'open') {
    if (next === undefined)
      return item.unanswered_since === undefined ? 'Next step: none that pages anyone' : undefined;
    const names = next.receivers.map(({ person, receiver }) => oneLine(person ?? receiver, 80));
    return `Next step: ${time(next.at)}, pages ${names.join(', ')}`;
  }
  if (dueAt === undefined || state === 'resolved') return undefined;
  return `${snoozed === undefined ? 'Unless updated, paging resumes' : 'Snoozed until'}: ${time(dueAt)}`;
}

function stateWords({ state, assignee, unanswered_since: unanswered, disposition }: IncidentAnswer): string {
  switch (state) {
    case 'open':
      return unanswered === undefined ? '▲ open' : '▲ unanswered';
    case 'acknowledged':
      return `◐ assigned to ${oneLine(assignee ?? 'someone', 60)}`;
    case 'resolved':
      return `✓ ${dispositionWords(disposition ?? 'other').toLowerCase()}`;
  }
}

function paint({ colors }: Terminal, { state }: IncidentAnswer, words: string): string {
  return { open: colors.red, acknowledged: colors.yellow, resolved: colors.green }[state](words);
}
