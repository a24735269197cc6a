import { userInfo } from 'node:os';
import { createApiClient, tooLateIsFound } from './apiClient.ts';
import { EXIT } from './exit.ts';
import { printIncident, printIncidents } from './incidentText.ts';
import type { IncidentAnswer } from './incidentText.ts';
import { createTerminal } from './terminal.ts';

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
  if (options.json) terminal.line(JSON.stringify(answer, undefined, 2));
  else printIncidents(terminal, answer.items, { hasMore: answer.next_cursor !== undefined });
  return EXIT.ok;
}

/** Shows an incident with its timeline. */
export async function showIncident(id: string, options: IncidentOptions): Promise<number> {
  const answer = await createApiClient(options.fleet ?? 'default').call<IncidentAnswer>('GET', pathOf(id));
  return print(answer, options);
}

/**
 * Answers an incident.
 * @param verb as the API calls it: `acknowledge`, `escalate`, `resolve`, `reassign`, `reopen` or `notes`
 * @throws CommandError that says who was first, when it is too late; it ends with 1: nothing is broken
 */
export async function answerIncident(
  { id, verb }: { readonly id: string; readonly verb: string },
  options: AnswerOptions,
): Promise<number> {
  const { note, to, disposition } = options;
  const body = { by: options.by ?? nameOfUser(), note, to, disposition };
  const api = createApiClient(options.fleet ?? 'default');
  const answer = await tooLateIsFound(api.call<IncidentAnswer>('POST', `${pathOf(id)}/${verb}`, body));
  return print(answer, options);
}

function print(answer: IncidentAnswer, options: IncidentOptions): number {
  const terminal = createTerminal();
  if (options.json) terminal.line(JSON.stringify(answer, undefined, 2));
  else printIncident(terminal, answer);
  return EXIT.ok;
}

function pathOf(id: string): string {
  return `incidents/${encodeURIComponent(id)}`;
}

/** Who answers, when nobody says: the user of this machine. */
export function nameOfUser(): string {
  try {
    return userInfo().username;
  } catch {
    return 'unknown';
  }
}
