import type { Decision, RuleDecision, RuleOutcome } from '../../rules/evaluation/index.ts';
import {
  LONGEST_NAME,
  LONGEST_SENTENCE,
  OUTCOMES,
  SEVERITIES,
  formatInstant,
  markup,
  oneLine,
} from '../format/index.ts';
import type { Html, Tone } from '../format/index.ts';
import { badge } from './page.ts';
import { traceTree } from './traceTree.ts';

/** What a reader looks for comes first. */
const ORDER: readonly RuleOutcome[] = ['matched', 'failed', 'unknown', 'not_matched', 'out_of_scope'];

/** One card a rule: outcome, sentence and trace, those that matched first. */
export function ruleSection(decision: Decision | undefined, timezone: string): Html {
  if (!decision) return markup`<h2>Rules</h2><div class="card empty">Nothing is decided yet.</div>`;
  const rules = [...decision.rules].sort(
    (one, other) => ORDER.indexOf(one.outcome) - ORDER.indexOf(other.outcome),
  );
  const when = formatInstant(decision.decided_at, timezone) ?? decision.decided_at;
  return markup`<h2>Rules <span class="muted small">revision ${decision.revision}, decided ${when}</span></h2>
${rules.length > 0 ? rules.map(card) : markup`<div class="card empty">No rule was published when the trip was decided.</div>`}`;
}

function card(rule: RuleDecision): Html {
  const outcome = OUTCOMES[rule.outcome];
  const matched = rule.outcome === 'matched';
  const severity = SEVERITIES[rule.severity];
  const tone: Tone = matched ? rule.severity : outcome.tone;
  return markup`<section class="card edge edge-${tone}">
<div class="spread"><div><h3><bdi>${oneLine(rule.name, LONGEST_NAME)}</bdi></h3><p class="muted small"><code>${oneLine(rule.rule, LONGEST_NAME)}</code> version ${rule.version}${rule.mode === 'shadow' && (rule.trial ? ' · on trial beside the published version: sends nothing' : ' · shadow: sends nothing')}</p></div>
<div class="badges">${badge(matched ? rule.severity : 'neutral', severity.symbol, severity.word)}${badge(tone, outcome.symbol, outcome.words)}</div></div>
<p class="sentence">${oneLine(rule.sentence, LONGEST_SENTENCE)}</p>
${rule.trace && markup`<details${rule.outcome !== 'not_matched' && markup` open`}><summary>How it was decided</summary>${traceTree(rule.trace)}</details>`}
</section>`;
}
