import { ago } from '../messages/answerWords.ts';
import { DISPOSITIONS } from '../messages/incidentState.ts';
import { timelineWords } from '../messages/incidentTimeline.ts';
import { oneLine } from '../messages/plainText.ts';
import { timelineEntry } from '../messages/timelineEntry.ts';
import type { KeptEntry } from '../messages/timelineEntry.ts';
import { printTable } from './layout.ts';
import type { Terminal } from './terminal.ts';

/** An incident as the API shows it; the timeline only with one. */
export interface IncidentAnswer {
  readonly id: string;
  readonly state: 'open' | 'acknowledged' | 'resolved';
  readonly policy: string;
  readonly policy_version: number;
  readonly rule: string;
  readonly driver_id: string;
  readonly trip_id: string;
  readonly opened_at: string;
  readonly due_at?: string;
  readonly assignee?: string;
  readonly acknowledged_at?: string;
  readonly unanswered_at?: string;
  readonly resolved_at?: string;
  readonly resolved_by?: string;
  readonly disposition?: keyof typeof DISPOSITIONS;
  readonly note?: string;
  readonly timeline?: readonly (KeptEntry & { readonly seq: number; readonly at: string })[];
}

/** Prints incidents as a table. */
export function printIncidents(
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
      ...[item.id, ago(item.opened_at, now).replace(' ago', ''), paint(terminal, item, stateWords(item))],
      ...[oneLine(item.driver_id, 60), oneLine(item.rule, 60)],
    ]),
  );
  const open = items.filter(({ state }) => state === 'open').length;
  if (open > 0)
    terminal.line(
      `${open === 1 ? 'One waits' : `${open} wait`} for an answer: ${colors.bold('tripline incidents acknowledge ID')}`,
    );
  if (hasMore) terminal.line(colors.dim('There are older ones: --limit shows up to 200.'));
}

/** Prints an incident: who has it, what it is about, what happened, and what can be done. */
export function printIncident(terminal: Terminal, item: IncidentAnswer): void {
  const { colors } = terminal;
  const now = new Date().toISOString();
  const title = `Incident ${item.id}: ${oneLine(item.rule, 200)}, ${oneLine(item.driver_id, 200)}`;
  terminal.line(`${colors.bold(title)}  ${paint(terminal, item, stateWords(item))}`);
  terminal.line(
    `  Opened ${ago(item.opened_at, now)} by trip ${oneLine(item.trip_id, 200)}; policy ${item.policy}, version ${item.policy_version}.`,
  );
  if (item.state === 'open' && item.unanswered_at !== undefined)
    terminal.line(`  ${colors.red('Everybody in the chain was called, and nobody answered.')}`);
  if (item.due_at !== undefined && item.state !== 'resolved')
    terminal.line(
      `  ${item.state === 'open' ? 'The next step' : 'Without another word, the next call'}: ${clock(item.due_at)}`,
    );
  if (item.note !== undefined) terminal.line(`  “${oneLine(item.note, 500)}”`);
  if (item.timeline?.length) terminal.line();
  for (const each of item.timeline ?? [])
    terminal.line(`  ${colors.dim(clock(each.at))}  ${timelineWords(timelineEntry(each))}`);
  const next = {
    open: `tripline incidents acknowledge ${item.id}  (or escalate, resolve, reassign, note)`,
    acknowledged: `tripline incidents resolve ${item.id} --disposition confirmed  (or escalate, reassign, note)`,
    resolved: `tripline incidents reopen ${item.id}  (or note)`,
  }[item.state];
  terminal.line(colors.dim(`\n  ${next}`));
}

function stateWords({ state, assignee, unanswered_at: unanswered, disposition }: IncidentAnswer): string {
  switch (state) {
    case 'open':
      return unanswered === undefined ? '▲ open' : '▲ unanswered';
    case 'acknowledged':
      return `◐ ${oneLine(assignee ?? 'somebody', 60)} has it`;
    case 'resolved':
      return `✓ ${DISPOSITIONS[disposition ?? 'other'].words.toLowerCase()}`;
  }
}

function paint({ colors }: Terminal, { state }: IncidentAnswer, words: string): string {
  return { open: colors.red, acknowledged: colors.yellow, resolved: colors.green }[state](words);
}

/** On this machine's clock: `10 Mar 02:53:10`. */
function clock(at: string): string {
  const when = new Date(at);
  const day = when.toLocaleDateString('en-GB', { day: '2-digit', month: 'short' });
  return `${day} ${when.toTimeString().slice(0, 8)}`;
}
