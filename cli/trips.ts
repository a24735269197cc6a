import type { Decision, RuleDecision, TraceNode } from '../rules/decision.ts';
import { createApiClient } from './apiClient.ts';
import { EXIT } from './exit.ts';
import { createTerminal } from './terminal.ts';
import type { Terminal } from './terminal.ts';

interface Asked {
  readonly driver: string;
  readonly trip: string;
}

interface TripAnswer {
  readonly state: string;
  readonly reason?: string;
  readonly decision: Decision | null;
  readonly deliveries: readonly {
    readonly rule: string;
    readonly action: string;
    readonly receiver: string;
    readonly state: string;
    readonly reason?: string;
    readonly possible_repeat: boolean;
  }[];
}

/** Explains a trip's decision: a sentence a rule, and the trace as a tree. */
export async function explainTrip(
  asked: Asked,
  options: { readonly fleet?: string; readonly json?: boolean },
): Promise<number> {
  const answer = await createApiClient(options.fleet ?? 'default').call<TripAnswer>('GET', pathOf(asked));
  const terminal = createTerminal();
  if (options.json) terminal.line(JSON.stringify(answer, undefined, 2));
  else printTrip(terminal, asked, answer);
  return EXIT.ok;
}

/** Reads a trip again and decides again; with effects, what the ledger does not show as sent is sent. */
export async function replayTrip(
  asked: Asked,
  options: { readonly fleet?: string; readonly json?: boolean; readonly effects?: boolean },
): Promise<number> {
  const api = createApiClient(options.fleet ?? 'default');
  const answer = await api.call<Decision | { status: 'going_on' }>('POST', `${pathOf(asked)}/replay`, {
    effects: options.effects ?? false,
  });
  const terminal = createTerminal();
  if (options.json) terminal.line(JSON.stringify(answer, undefined, 2));
  else if ('status' in answer) terminal.line('The replay goes on; look at the trip again in a while.');
  else {
    terminal.line(
      options.effects
        ? `Decided as revision ${answer.revision}.`
        : 'What would be decided now; nothing was sent.',
    );
    printDecision(terminal, answer);
  }
  return EXIT.ok;
}

function pathOf({ driver, trip }: Asked): string {
  return `trips/${encodeURIComponent(driver)}/${encodeURIComponent(trip)}`;
}

function printTrip(terminal: Terminal, asked: Asked, answer: TripAnswer): void {
  const { colors } = terminal;
  terminal.line(
    `${colors.bold(`Trip ${asked.trip} of ${asked.driver}`)}: ${answer.state}${answer.reason ? colors.dim(` (${answer.reason})`) : ''}`,
  );
  if (answer.decision) printDecision(terminal, answer.decision);
  if (answer.deliveries.length > 0) terminal.line(`\n${colors.bold('Deliveries')}`);
  for (const each of answer.deliveries)
    terminal.line(
      `  ${each.action} to ${colors.cyan(each.receiver)} for ${each.rule}: ${each.state}${each.possible_repeat ? ' (possible repeat)' : ''}${each.reason ? colors.dim(`, ${each.reason}`) : ''}`,
    );
}

function printDecision(terminal: Terminal, decision: Decision): void {
  const { colors } = terminal;
  terminal.line(colors.dim(`revision ${decision.revision}, decided ${decision.decided_at}`));
  for (const rule of [...decision.rules].sort((a, b) => weight(a) - weight(b))) {
    const mark = {
      matched: colors.red('●'),
      not_matched: colors.dim('○'),
      unknown: colors.yellow('?'),
      failed: colors.red('!'),
      out_of_scope: colors.dim('–'),
    }[rule.outcome];
    terminal.line(
      `\n${mark} ${colors.bold(rule.name)} ${colors.dim(`${rule.rule} v${rule.version}, ${rule.severity}${rule.trial ? ', on trial' : rule.mode === 'live' ? '' : `, ${rule.mode}`}`)}`,
    );
    terminal.line(`  ${rule.sentence}`);
    if (rule.trace) printTrace(terminal, rule.trace, 2);
  }
}

function weight(rule: RuleDecision): number {
  return ['matched', 'failed', 'unknown', 'not_matched', 'out_of_scope'].indexOf(rule.outcome);
}

function printTrace(terminal: Terminal, node: TraceNode, depth: number): void {
  const { colors } = terminal;
  const indent = ' '.repeat(depth);
  const mark = { true: colors.green('✓'), false: colors.red('✗'), unknown: colors.yellow('?') }[node.result];
  const branch = (word: string, children: readonly TraceNode[]): void => {
    terminal.line(`${indent}${mark} ${word}`);
    for (const child of children) printTrace(terminal, child, depth + 2);
  };
  if ('all' in node) return branch('all of', node.all);
  if ('any' in node) return branch('any of', node.any);
  if ('not' in node) return branch('not', [node.not]);
  if ('of' in node) return branch(`condition ${node.condition}`, [node.of]);
  const params =
    node.params && Object.keys(node.params).length > 0 ? ` ${colors.dim(JSON.stringify(node.params))}` : '';
  const actual =
    node.actual === undefined
      ? colors.yellow(`unknown: ${node.unknown_because ?? ''}`)
      : JSON.stringify(node.actual);
  terminal.line(
    `${indent}${mark} ${node.fact}${params} ${node.operator} ${JSON.stringify(node.value)} ${colors.dim('←')} ${actual}${node.history_since ? colors.dim(` (history since ${node.history_since})`) : ''}`,
  );
}
