import type { Decision, RuleOutcome, TraceLeaf, TraceNode } from '../../rules/evaluation/index.ts';
import type { Json, JsonObject, Truth } from '../../rules/vocabulary/index.ts';
import { decisionWords } from '../decisions/index.ts';
import type { WordedDecision } from '../decisions/index.ts';
import {
  LONGEST_NAME,
  LONGEST_SENTENCE,
  formatInstant,
  formatNumber,
  markup,
  oneLine,
  severityBadge,
  stateBadge,
} from '../format/index.ts';
import type { Html, HtmlValue, MessageFleet, Tone } from '../format/index.ts';
import { textsOf } from '../language/index.ts';
import type { Language } from '../language/index.ts';
import { badge } from './page.ts';

/** Outcomes in the order of a reader's interest. */
const ORDER: readonly RuleOutcome[] = ['matched', 'failed', 'unknown', 'not_matched', 'out_of_scope'];

/** Renders one card for each rule, matched ones first: outcome, sentence and trace. */
export function ruleSection(
  decision: Decision | undefined,
  { timezone, language }: Pick<MessageFleet, 'timezone' | 'language'>,
): Html {
  const say = textsOf(language);
  if (!decision)
    return markup`<h2>${say('pages.rules')}</h2><div class="card empty">${say('pages.notEvaluated')}</div>`;
  const rules = [...decision.rules].sort(
    (one, other) => ORDER.indexOf(one.outcome) - ORDER.indexOf(other.outcome),
  );
  const when = formatInstant(decision.decided_at, timezone, language) ?? decision.decided_at;
  return markup`<h2>${say('pages.rules')} <span class="muted small">${say('pages.revisionEvaluated', { revision: decision.revision, when })}</span></h2>
${rules.length > 0 ? rules.map((rule) => card(decisionWords(rule, language), language)) : markup`<div class="card empty">${say('pages.noRules')}</div>`}`;
}

function card(rule: WordedDecision, language: Language): Html {
  const say = textsOf(language);
  const outcome = stateBadge('outcome', rule.outcome, language);
  const matched = rule.outcome === 'matched';
  const severity = severityBadge(rule.severity, language);
  const tone: Tone = matched ? rule.severity : outcome.tone;
  return markup`<section class="card edge edge-${tone}">
<div class="spread"><div><h3><bdi>${oneLine(rule.name, LONGEST_NAME)}</bdi></h3><p class="muted small"><code>${oneLine(rule.rule, LONGEST_NAME)}</code> ${say('pages.version', { version: rule.version })}${rule.mode === 'shadow' && ` · ${say('pages.shadow')}`}</p></div>
<div class="badges">${badge(matched ? rule.severity : 'neutral', severity.symbol, severity.word)}${badge(tone, outcome.symbol, outcome.words)}</div></div>
<p class="sentence">${oneLine(rule.sentence, LONGEST_SENTENCE)}</p>
${rule.trace && markup`<details${rule.outcome !== 'not_matched' && markup` open`}><summary>${say('pages.explanation')}</summary>${traceTree(rule.trace, language)}</details>`}
</section>`;
}

/** Presentation of a result: symbol and word; the colour only repeats them. */
const RESULTS: Readonly<Record<Truth, { readonly symbol: string; readonly tone: Tone }>> = {
  true: { symbol: '✓', tone: 'good' },
  false: { symbol: '✕', tone: 'neutral' },
  unknown: { symbol: '?', tone: 'warning' },
};

/** Rules nest less deeply; a trace that does not is cut here. */
const DEEPEST = 40;

/**
 * Renders a decision's trace as an indented tree: each condition with its result, its requirement and the value that was found.
 */
function traceTree(trace: TraceNode<string>, language: Language): Html {
  return markup`<ul class="trace">${branch(trace, 0, language)}</ul>`;
}

function branch(node: TraceNode<string>, depth: number, language: Language): Html {
  const say = textsOf(language);
  if (depth > DEEPEST) return markup`<li class="muted">${say('pages.tooDeep')}</li>`;
  const inside = (nodes: readonly TraceNode<string>[]): Html =>
    markup`<ul>${nodes.map((each) => branch(each, depth + 1, language))}</ul>`;
  const group = (words: HtmlValue, nodes: readonly TraceNode<string>[]): Html =>
    markup`<li>${mark(node.result, language)}<div><strong>${words}</strong></div>${inside(nodes)}</li>`;
  if ('all' in node) return group(say('pages.all'), node.all);
  if ('any' in node) return group(say('pages.any'), node.any);
  if ('not' in node) return group(say('pages.not'), [node.not]);
  if ('of' in node)
    return group(markup`${say('pages.condition')} <code>${oneLine(node.condition, 120)}</code>`, [node.of]);
  const { fact, details, asked, found } = leafWords(node, language);
  return markup`<li>${mark(node.result, language)}<div><code>${fact}</code>${details && markup` <span class="muted small">(${details})</span>`} ${asked} <span class="found">${found}</span></div></li>`;
}

function mark(result: Truth, language: Language): Html {
  const { symbol, tone } = RESULTS[result];
  return markup`<span class="badge ${tone}"><span aria-hidden="true">${symbol}</span> ${textsOf(language)(`pages.result_${result}`)}</span>`;
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

/** A condition in words: the fact and requirement, and the value that was found. */
interface LeafWords {
  readonly fact: string;
  /** The fact's parameters and path: `type PHONE_USE, window 7d`; empty without. */
  readonly details: string;
  /** `is at least 3`. */
  readonly asked: string;
  /** `was 2`, or why it is unknown. */
  readonly found: string;
}

/** Describes one evaluated condition in words. */
export function leafWords(leaf: TraceLeaf<string>, language: Language = 'en'): LeafWords {
  const say = textsOf(language);
  const parts = [
    missingWords(leaf, language),
    leaf.since_deletion && say('pages.sinceDeletion', { date: oneLine(leaf.since_deletion, 40) }),
    leaf.window_end && say('pages.late', { moment: oneLine(leaf.window_end, 40) }),
    leaf.history_since && say('pages.historySince', { date: oneLine(leaf.history_since, 40) }),
  ];
  const found =
    leaf.actual === undefined
      ? say('pages.unknownBecause', {
          because: oneLine(leaf.unknown_because ?? say('pages.noValue'), LONGEST_VALUE),
        })
      : say('pages.found', { value: leastWords(leaf.actual, leaf.at_least, language) });
  return {
    fact: oneLine(leaf.name ?? leaf.fact, LONGEST_FACT),
    details: detailWords(leaf, language),
    asked: askedWords(leaf, language),
    found: found + parts.filter(Boolean).join(''),
  };
}

function leastWords(value: Json, isAtLeast: true | undefined, language: Language): string {
  const shown = valueWords(value, language);
  return isAtLeast ? textsOf(language)('format.atLeast', { value: shown }) : shown;
}

/** Says why the value is only a lower bound. */
function missingWords(
  { at_least: isAtLeast, trips_without_events: trips, unread_events: isUnread }: TraceLeaf<string>,
  language: Language,
): string {
  if (!isAtLeast) return '';
  const say = textsOf(language);
  if (isUnread) return `; ${say('decisions.because_unreadEvents')}`;
  if (trips === undefined) return say('pages.someEventsMissing');
  return say('pages.eventsMissing', { trips: formatNumber(trips, language), count: trips });
}

function askedWords(leaf: TraceLeaf<string>, language: Language): string {
  const say = textsOf(language);
  const { operator, value } = leaf;
  if (operator === 'isKnown') return say(value === false ? 'pages.isNotKnown' : 'pages.isKnown');
  if (operator === 'between' && Array.isArray(value) && value.length === 2)
    return say('pages.between', {
      low: valueWords(value[0] as Json, language),
      high: valueWords(value[1] as Json, language),
    });
  const other = comparedFact(value);
  const words = other === undefined ? valueWords(value, language) : comparedWords(other, leaf, language);
  const asked = say.known(`pages.asked_${operator}`, { value: words });
  return asked ?? `${oneLine(operator, LONGEST_FACT)} ${words}`;
}

function comparedFact(value: Json): string | undefined {
  if (value === null || typeof value !== 'object' || Array.isArray(value)) return undefined;
  const fact = (value as JsonObject)['fact'];
  return typeof fact === 'string' ? fact : undefined;
}

function comparedWords(
  fact: string,
  { compared, compared_at_least: isAtLeast }: TraceLeaf<string>,
  language: Language,
): string {
  const say = textsOf(language);
  const value = compared === undefined ? say('pages.unknown') : leastWords(compared, isAtLeast, language);
  return say('pages.compared', { fact: oneLine(fact, LONGEST_FACT), value });
}

function detailWords({ fact, name, params, path }: TraceLeaf<string>, language: Language): string {
  const parts = Object.entries(params ?? {}).map(([key, value]) => `${key} ${valueWords(value, language)}`);
  if (name !== undefined && name !== fact) parts.unshift(fact);
  if (path !== undefined) parts.push(textsOf(language)('pages.path', { path }));
  return oneLine(parts.join(', '), LONGEST_VALUE);
}

/** Returns a value on one line: numbers rounded to two decimals, texts in quotation marks, lists with commas. */
function valueWords(value: Json, language: Language): string {
  if (typeof value === 'number') return formatNumber(value, language);
  if (typeof value === 'string') {
    const text = oneLine(value, LONGEST_VALUE);
    return /^[A-Z0-9_]+$|^\d+[smhd]$/.test(value) ? text : textsOf(language)('pages.quoted', { text });
  }
  if (
    Array.isArray(value) &&
    value.length > 0 &&
    value.every((each) => each === null || typeof each !== 'object')
  )
    return oneLine(value.map((each: Json) => valueWords(each, language)).join(', '), LONGEST_VALUE);
  return oneLine(JSON.stringify(value), LONGEST_VALUE);
}
