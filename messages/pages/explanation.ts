import type {
  Decision,
  RuleDecision,
  RuleOutcome,
  TraceLeaf,
  TraceNode,
} from '../../rules/evaluation/index.ts';
import type { Json, JsonObject, Truth } from '../../rules/vocabulary/index.ts';
import {
  LONGEST_NAME,
  LONGEST_SENTENCE,
  SEVERITIES,
  formatInstant,
  formatNumber,
  markup,
  oneLine,
  outcomeBadge,
} from '../format/index.ts';
import type { Html, Tone } from '../format/index.ts';
import { badge } from './page.ts';

/** What a reader looks for comes first. */
const ORDER: readonly RuleOutcome[] = ['matched', 'failed', 'unknown', 'not_matched', 'out_of_scope'];

/** One card a rule: outcome, sentence and trace, those that matched first. */
export function ruleSection(decision: Decision | undefined, timezone: string): Html {
  if (!decision) return markup`<h2>Rules</h2><div class="card empty">Not evaluated yet.</div>`;
  const rules = [...decision.rules].sort(
    (one, other) => ORDER.indexOf(one.outcome) - ORDER.indexOf(other.outcome),
  );
  const when = formatInstant(decision.decided_at, timezone) ?? decision.decided_at;
  return markup`<h2>Rules <span class="muted small">revision ${decision.revision}, evaluated ${when}</span></h2>
${rules.length > 0 ? rules.map(card) : markup`<div class="card empty">No rule was published when the trip was evaluated.</div>`}`;
}

function card(rule: RuleDecision): Html {
  const outcome = outcomeBadge(rule.outcome);
  const matched = rule.outcome === 'matched';
  const severity = SEVERITIES[rule.severity];
  const tone: Tone = matched ? rule.severity : outcome.tone;
  return markup`<section class="card edge edge-${tone}">
<div class="spread"><div><h3><bdi>${oneLine(rule.name, LONGEST_NAME)}</bdi></h3><p class="muted small"><code>${oneLine(rule.rule, LONGEST_NAME)}</code> version ${rule.version}${rule.mode === 'shadow' && (rule.trial ? ' · on trial beside the published version: sends nothing' : ' · shadow: sends nothing')}</p></div>
<div class="badges">${badge(matched ? rule.severity : 'neutral', severity.symbol, severity.word)}${badge(tone, outcome.symbol, outcome.words)}</div></div>
<p class="sentence">${oneLine(rule.sentence, LONGEST_SENTENCE)}</p>
${rule.trace && markup`<details${rule.outcome !== 'not_matched' && markup` open`}><summary>Explanation</summary>${traceTree(rule.trace)}</details>`}
</section>`;
}

/** How a result is told: symbol and word, the colour only repeats them. */
const RESULTS: Readonly<
  Record<Truth, { readonly symbol: string; readonly word: string; readonly tone: Tone }>
> = {
  true: { symbol: '✓', word: 'true', tone: 'good' },
  false: { symbol: '✕', word: 'false', tone: 'neutral' },
  unknown: { symbol: '?', word: 'unknown', tone: 'warning' },
};

/** Rules nest less deeply; a trace that does not is cut here. */
const DEEPEST = 40;

/** A decision's trace as an indented tree: each condition with its result, what was asked and what was found. */
function traceTree(trace: TraceNode): Html {
  return markup`<ul class="trace">${branch(trace, 0)}</ul>`;
}

function branch(node: TraceNode, depth: number): Html {
  if (depth > DEEPEST) return markup`<li class="muted">… deeper conditions are left out here</li>`;
  const inside = (nodes: readonly TraceNode[]): Html =>
    markup`<ul>${nodes.map((each) => branch(each, depth + 1))}</ul>`;
  if ('all' in node) return group(node.result, markup`All of`, inside(node.all));
  if ('any' in node) return group(node.result, markup`Any of`, inside(node.any));
  if ('not' in node) return group(node.result, markup`Not`, inside([node.not]));
  if ('of' in node)
    return group(
      node.result,
      markup`Condition <code>${oneLine(node.condition, 120)}</code>`,
      inside([node.of]),
    );
  const { fact, details, asked, found } = leafWords(node);
  return markup`<li>${mark(node.result)}<div><code>${fact}</code>${details && markup` <span class="muted small">(${details})</span>`} ${asked} <span class="found">${found}</span></div></li>`;
}

function group(result: Truth, words: Html, inside: Html): Html {
  return markup`<li>${mark(result)}<div><strong>${words}</strong></div>${inside}</li>`;
}

function mark(result: Truth): Html {
  const { symbol, word, tone } = RESULTS[result];
  return markup`<span class="badge ${tone}"><span aria-hidden="true">${symbol}</span> ${word}</span>`;
}

/** The tree's rules for the page's style element. */
export const TRACE_CSS = `
.trace,.trace ul{list-style:none;margin:0;padding:0}
.trace ul{grid-column:1/-1;margin-left:14px;padding-left:18px;border-left:2px solid var(--line)}
.trace li{display:grid;grid-template-columns:auto minmax(0,1fr);gap:2px 10px;align-items:start;padding:5px 0 0}
.trace .badge{min-width:86px;text-align:center}
.found{font-weight:650}
.found::before{content:"→ "}
@media (max-width:600px){.trace ul{margin-left:4px;padding-left:10px}.trace .badge{min-width:0}}
`;

const LONGEST_VALUE = 200;
const LONGEST_FACT = 120;

const OPERATORS: ReadonlyMap<string, string> = new Map([
  ['equal', 'is'],
  ['notEqual', 'is not'],
  ['lessThan', 'is less than'],
  ['lessThanInclusive', 'is at most'],
  ['greaterThan', 'is more than'],
  ['greaterThanInclusive', 'is at least'],
  ['in', 'is one of'],
  ['notIn', 'is not one of'],
  ['contains', 'contains'],
  ['doesNotContain', 'does not contain'],
  ['startsWith', 'starts with'],
  ['containsText', 'contains the text'],
]);

/** A condition in words, in three parts: what was asked of which fact, and what was found. */
interface LeafWords {
  readonly fact: string;
  /** The fact's parameters and path: `type PHONE_USE, window 7d`; empty without. */
  readonly details: string;
  /** `is at least 3`. */
  readonly asked: string;
  /** `was 2`, or why it is unknown. */
  readonly found: string;
}

/** One evaluated condition in words. */
export function leafWords(leaf: TraceLeaf): LeafWords {
  const history =
    leaf.history_since === undefined ? '' : `; history begins ${oneLine(leaf.history_since, 40)}`;
  const late =
    leaf.window_end === undefined
      ? ''
      : `; counted up to ${oneLine(leaf.window_end, 40)}, the end of a later trip, because this trip arrived late`;
  const deletion =
    leaf.since_deletion === undefined
      ? ''
      : `; counted from the score after a trip was deleted on ${oneLine(leaf.since_deletion, 40)}`;
  const found =
    leaf.actual === undefined
      ? `unknown: ${oneLine(leaf.unknown_because ?? 'no value', LONGEST_VALUE)}`
      : `was ${leaf.at_least ? 'at least ' : ''}${valueWords(leaf.actual)}`;
  return {
    fact: oneLine(leaf.name ?? leaf.fact, LONGEST_FACT),
    details: detailWords(leaf),
    asked: askedWords(leaf),
    found: found + missingWords(leaf) + deletion + late + history,
  };
}

/** Why the value is the least it can be. */
function missingWords({ at_least: isAtLeast, trips_without_events: trips }: TraceLeaf): string {
  if (!isAtLeast) return '';
  if (trips === undefined) return '; events of some trips did not arrive';
  return `; events of ${formatNumber(trips)} ${trips === 1 ? 'trip' : 'trips'} did not arrive`;
}

function askedWords(leaf: TraceLeaf): string {
  const { operator, value } = leaf;
  if (operator === 'isKnown') return value === false ? 'is not known' : 'is known';
  if (operator === 'between' && Array.isArray(value) && value.length === 2)
    return `is between ${valueWords(value[0] as Json)} and ${valueWords(value[1] as Json)}`;
  const other = comparedFact(value);
  const words = other === undefined ? valueWords(value) : comparedWords(other, leaf);
  return `${OPERATORS.get(operator) ?? oneLine(operator, LONGEST_FACT)} ${words}`;
}

function comparedFact(value: Json): string | undefined {
  if (value === null || typeof value !== 'object' || Array.isArray(value)) return undefined;
  const fact = (value as JsonObject)['fact'];
  return typeof fact === 'string' ? fact : undefined;
}

function comparedWords(fact: string, { compared, compared_at_least: isAtLeast }: TraceLeaf): string {
  const known = compared === undefined ? 'unknown' : `${isAtLeast ? 'at least ' : ''}${valueWords(compared)}`;
  return `${oneLine(fact, LONGEST_FACT)} (${known})`;
}

function detailWords({ fact, name, params, path }: TraceLeaf): string {
  const parts = Object.entries(params ?? {}).map(([key, value]) => `${key} ${valueWords(value)}`);
  if (name !== undefined && name !== fact) parts.unshift(fact);
  if (path !== undefined) parts.push(`path ${path}`);
  return oneLine(parts.join(', '), LONGEST_VALUE);
}

/** A value on one line: numbers rounded to two decimals, texts in quotation marks, lists with commas. */
function valueWords(value: Json): string {
  if (typeof value === 'number') return formatNumber(value);
  if (typeof value === 'string')
    return /^[A-Z0-9_]+$|^\d+[smhd]$/.test(value)
      ? oneLine(value, LONGEST_VALUE)
      : `“${oneLine(value, LONGEST_VALUE)}”`;
  if (
    Array.isArray(value) &&
    value.length > 0 &&
    value.every((each) => each === null || typeof each !== 'object')
  )
    return oneLine(value.map((each: Json) => valueWords(each)).join(', '), LONGEST_VALUE);
  return oneLine(JSON.stringify(value), LONGEST_VALUE);
}
