import type { TraceNode } from '../../rules/evaluation/index.ts';
import type { Truth } from '../../rules/vocabulary/index.ts';
import { markup, oneLine } from '../format/index.ts';
import type { Html, Tone } from '../format/index.ts';
import { leafWords } from './traceWords.ts';

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
export function traceTree(trace: TraceNode): Html {
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
