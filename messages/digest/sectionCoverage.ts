import { counted, figureWords } from './telling.ts';
import type { Telling } from './telling.ts';
import type { Cell, Section } from './view.ts';

/** How much of what the service knows was looked at. */
export function coverageSection(telling: Telling): Section | undefined {
  const lines = coverageLines(telling);
  return lines.length === 0
    ? undefined
    : {
        id: 'coverage',
        title: telling.words.coverage.title,
        blocks: [{ kind: 'lines', items: lines }],
      };
}

function coverageLines(telling: Telling): readonly Cell[] {
  const { content, words, measures } = telling;
  if (content.coverage === null) return [];
  const { known, lookedAt, parked } = content.coverage;
  const lines: Cell[] = [];
  if (known.value !== null && lookedAt.value !== null) {
    const left = known.value - lookedAt.value;
    lines.push({
      symbol: left > 0 ? '◆' : '✓',
      tone: left > 0 ? 'warning' : 'good',
      text: words.coverage.lookedAt(measures.count(lookedAt.value), measures.count(known.value)),
    });
    if (left > 0) lines.push({ symbol: '●', text: words.coverage.notAll(counted(left, telling)) });
  }
  if (parked.value !== null && parked.value > 0)
    lines.push({ symbol: '●', text: words.coverage.parked(counted(parked.value, telling)) });
  const all = [
    [words.coverage.known, known],
    [words.coverage.lookedAtLabel, lookedAt],
    [words.coverage.parkedLabel, parked],
  ] as const;
  const missing = all.filter(([, figure]) => figure.value === null);
  if (missing.length > 0) {
    const named = all
      .filter(([, figure]) => figure.value === null || known.value === null || lookedAt.value === null)
      .map(([label, figure]) => `${label}: ${figureWords(figure, { words, write: measures.count })}`);
    lines.push({ symbol: '?', text: words.coverage.missing(named.join(', ')) });
  }
  return lines;
}
