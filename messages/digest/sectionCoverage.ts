import type { DigestContent } from './content.ts';
import { counted, figureWords } from './telling.ts';
import type { Telling } from './telling.ts';
import type { Cell, Section } from './view.ts';

type Coverage = NonNullable<DigestContent['coverage']>;

/** How much of what the service knows was looked at. */
export function coverageSection(telling: Telling): Section | undefined {
  const { coverage } = telling.content;
  if (coverage === null) return undefined;
  const items = [
    ...shareLines(coverage, telling),
    ...restLines(coverage, telling),
    ...comparisonLines(coverage, telling),
    ...missingLines(coverage, telling),
  ];
  return { id: 'coverage', title: telling.words.coverage.title, blocks: [{ kind: 'lines', items }] };
}

function shareLines({ known, lookedAt, history }: Coverage, telling: Telling): readonly Cell[] {
  const { words, measures } = telling;
  if (known.value === null || lookedAt.value === null) return [];
  if (known.value === 0) return [{ symbol: '●', text: words.coverage.none }];
  const text = words.coverage.lookedAt(measures.count(lookedAt.value), measures.count(known.value));
  const left = known.value - lookedAt.value;
  if (left <= 0) return [{ symbol: '✓', tone: 'good', text }];
  const share: Cell = left === history.value ? { symbol: '●', text } : { symbol: '◆', tone: 'warning', text };
  return [share, { symbol: '●', text: words.coverage.notAll(counted(left, telling)) }];
}

/** What became of the trips that were not looked at, or what is known of them. */
function restLines(coverage: Coverage, telling: Telling): readonly Cell[] {
  const { words } = telling;
  const { known, lookedAt, history, waiting, parked } = coverage;
  const named = [history, waiting, parked].reduce((sum, { value }) => sum + (value ?? 0), 0);
  const unnamed = (known.value ?? 0) - (lookedAt.value ?? 0) - named;
  const lines: readonly (readonly [number | null, (trips: ReturnType<typeof counted>) => string])[] = [
    [history.value, (trips) => words.coverage.history(trips, sinceOf(coverage, telling))],
    [waiting.value, (trips) => words.coverage.waiting(trips)],
    [parked.value, (trips) => words.coverage.parked(trips)],
    [unnamed, (trips) => words.coverage.unnamed(trips)],
  ];
  return lines.flatMap(([trips, write]) =>
    trips !== null && trips > 0 ? [{ symbol: '●', text: write(counted(trips, telling)) }] : [],
  );
}

/** The UTC date since which the fleet is looked after, when that lies in the period or behind it; else empty. */
function sinceOf({ since }: Coverage, { content, dates }: Telling): string {
  const date = since?.slice(0, 10) ?? '';
  return date > content.period.now.from ? dates.date(date) : '';
}

/** Whether the trips are known by name, or as far as they were announced. */
function comparisonLines(coverage: Coverage, telling: Telling): readonly Cell[] {
  const { words, dates, zone } = telling;
  const { known, counted: listed, history, comparison } = coverage;
  const { days, compared, at, isOff } = comparison;
  if (compared < days) {
    const missing = compared === 0 ? undefined : counted(days - compared, telling);
    const since = history.value === 0 ? sinceOf(coverage, telling) : '';
    return [
      { symbol: '?', text: words.coverage.notCompared({ days: missing, isOff }) },
      ...(since === '' ? [] : [{ symbol: '●', text: words.coverage.since(since) }]),
    ];
  }
  const moment = (at === null ? undefined : dates.moment(at, zone)) ?? '';
  const more = (listed.value ?? 0) - (known.value ?? 0);
  return [
    { symbol: '●', text: words.coverage.compared(moment) },
    ...(more > 0
      ? [{ symbol: '◆', tone: 'warning' as const, text: words.coverage.more(counted(more, telling)) }]
      : []),
  ];
}

function missingLines({ known, lookedAt, parked }: Coverage, telling: Telling): readonly Cell[] {
  const { words, measures } = telling;
  const all = [
    [words.coverage.known, known],
    [words.coverage.lookedAtLabel, lookedAt],
    [words.coverage.parkedLabel, parked],
  ] as const;
  if (all.every(([, figure]) => figure.value !== null)) return [];
  const named = all
    .filter(([, figure]) => figure.value === null || known.value === null || lookedAt.value === null)
    .map(([label, figure]) => `${label}: ${figureWords(figure, { words, write: measures.count })}`);
  return [{ symbol: '?', text: words.coverage.missing(named.join(', ')) }];
}
