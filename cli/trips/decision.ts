import type { Answer } from '../../api/index.ts';
import { oneLine, stateBadge } from '../../messages/format/index.ts';
import { leafWords } from '../../messages/pages/index.ts';
import type { WordedDecision } from '../../messages/decisions/index.ts';
import type { RuleOutcome, TraceNode } from '../../rules/evaluation/index.ts';
import { dayAndTime, printParagraph } from '../terminal/index.ts';
import type { Terminal } from '../terminal/index.ts';

/** A decision as the API shows it. */
type Decision = Answer<'simulations', 'post'>;

/** Outcomes in the order in which readers look for them. */
const ORDER: readonly RuleOutcome[] = ['matched', 'failed', 'unknown', 'not_matched', 'out_of_scope'];

const AGE_WORDS: Readonly<Record<NonNullable<Decision['age_until']>['because'], string>> = {
  first_decision: 'when it was first evaluated',
  received: 'when its notification was received, because the trip was never evaluated',
  now: 'now',
};

/** Prints a decision: a sentence for each rule, and the trace as a tree. Times are in `zone`. */
export function printDecision(terminal: Terminal, decision: Decision, zone: string): void {
  const { colors } = terminal;
  const clock = (at: string): string => `${dayAndTime(at, zone)} (${zone})`;
  terminal.line(colors.dim(`revision ${decision.revision}, evaluated ${clock(decision.decided_at)}`));
  const { age_until: age } = decision;
  if (age)
    terminal.line(colors.dim(`the trip’s age is measured at ${clock(age.at)}, ${AGE_WORDS[age.because]}`));
  const rules = [...decision.rules].sort(
    (one, other) => ORDER.indexOf(one.outcome) - ORDER.indexOf(other.outcome),
  );
  // The API description does not type a fact's value.
  for (const rule of rules) printRule(terminal, rule as WordedDecision);
}

function printRule(terminal: Terminal, rule: WordedDecision): void {
  const { colors } = terminal;
  const mark = {
    matched: colors.red('●'),
    not_matched: colors.dim('○'),
    unknown: colors.yellow('?'),
    failed: colors.red('!'),
    out_of_scope: colors.dim('–'),
  }[rule.outcome];
  const about = `${rule.rule} ${rule.version === 0 ? 'draft' : `v${rule.version}`}, ${rule.severity}${rule.mode === 'live' ? '' : `, ${rule.mode}`}`;
  terminal.line(
    `\n${mark} ${colors.bold(oneLine(rule.name, 200))} ${colors.dim(`${oneLine(about, 300)}, ${stateBadge('outcome', rule.outcome).words.toLowerCase()}`)}`,
  );
  printParagraph(terminal, oneLine(rule.sentence, 1_000), { indent: 2 });
  if (rule.trace) printTrace(terminal, rule.trace, 2);
}

function printTrace(terminal: Terminal, node: TraceNode<string>, depth: number): void {
  const { colors } = terminal;
  const indent = ' '.repeat(depth);
  const mark = { true: colors.green('✓'), false: colors.red('✗'), unknown: colors.yellow('?') }[node.result];
  const branch = (word: string, children: readonly TraceNode<string>[]): void => {
    terminal.line(`${indent}${mark} ${word}`);
    for (const child of children) printTrace(terminal, child, depth + 2);
  };
  if ('all' in node) return branch('all of', node.all);
  if ('any' in node) return branch('any of', node.any);
  if ('not' in node) return branch('not', [node.not]);
  if ('of' in node) return branch(`condition ${oneLine(node.condition, 200)}`, [node.of]);
  const { fact, details, asked, found } = leafWords(node);
  const shown = node.actual === undefined ? colors.yellow(found) : found;
  terminal.line(
    `${indent}${mark} ${fact}${details ? colors.dim(` (${details})`) : ''} ${asked} ${colors.dim('→')} ${shown}`,
  );
}
