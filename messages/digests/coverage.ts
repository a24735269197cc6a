import type { DigestContent } from './content.ts';
import { line } from './model.ts';
import type { Cell, Section } from './model.ts';
import { sourcesOf } from './rendering.ts';
import type { Counted, Rendering } from './rendering.ts';

type Coverage = NonNullable<DigestContent['coverage']>;

/** Returns how much of the service's data was evaluated. */
export function coverageSection(rendering: Rendering): Section | undefined {
  const { content, say } = rendering;
  const { coverage } = content;
  if (coverage === null) return undefined;
  const items = [
    ...shareLines(coverage, rendering),
    ...restLines(coverage, rendering),
    ...comparisonLines(coverage, rendering),
    ...missingLines(coverage, rendering),
  ];
  return {
    id: 'coverage',
    title: say('digests.coverage_title'),
    blocks: [{ kind: 'lines', items }],
    sources: sourcesOf([
      { name: say('digests.coverage_known'), figure: coverage.known },
      { name: say('digests.coverage_known'), figure: coverage.counted },
      { name: say('digests.coverage_evaluatedLabel'), figure: coverage.evaluated },
      { name: say('digests.coverage_parkedLabel'), figure: coverage.parked },
    ]),
  };
}

/** Returns how many of the trips were evaluated, in one sentence. */
export function coverageLine({ content, say, counted, measures }: Rendering): Cell | undefined {
  if (content.coverage === null) return undefined;
  const { known, evaluated, history } = content.coverage;
  if (known.value === null || evaluated.value === null || known.value === 0) return undefined;
  const counts = { evaluated: measures.count(evaluated.value), known: measures.count(known.value) };
  const left = known.value - evaluated.value;
  if (left <= 0) return line('✓', say('digests.short_allEvaluated', counts), 'good');
  if (left !== history.value) return line('◆', say('digests.short_evaluated', counts), 'warning');
  return line(
    '●',
    evaluated.value === 0
      ? say('digests.short_allHistory', counted(left))
      : say('digests.short_evaluatedSince', { ...counts, ...counted(left) }),
  );
}

function shareLines({ known, evaluated, history }: Coverage, rendering: Rendering): readonly Cell[] {
  const { say, counted, measures } = rendering;
  if (known.value === null || evaluated.value === null) return [];
  if (known.value === 0) return [line('●', say('digests.coverage_none'))];
  const counts = { evaluated: measures.count(evaluated.value), known: measures.count(known.value) };
  const text = say('digests.short_allEvaluated', counts);
  const left = known.value - evaluated.value;
  if (left <= 0) return [line('✓', text, 'good')];
  const share = left === history.value ? line('●', text) : line('◆', text, 'warning');
  return [share, line('●', say('digests.coverage_notAll', counted(left)))];
}

/** Returns the state of the trips that were not evaluated, as far as it is known. */
function restLines(coverage: Coverage, rendering: Rendering): readonly Cell[] {
  const { say, counted } = rendering;
  const { known, evaluated, history, waiting, parked } = coverage;
  const named = [history, waiting, parked].reduce((sum, { value }) => sum + (value ?? 0), 0);
  const unnamed = (known.value ?? 0) - (evaluated.value ?? 0) - named;
  const since = sinceOf(coverage, rendering);
  const lines: readonly (readonly [number | null, (trips: Counted) => string])[] = [
    [
      history.value,
      (trips) =>
        since === ''
          ? say('digests.coverage_history', trips)
          : say('digests.coverage_historySince', { ...trips, since }),
    ],
    [waiting.value, (trips) => say('digests.coverage_waiting', trips)],
    [parked.value, (trips) => say('digests.coverage_parked', trips)],
    [unnamed, (trips) => say('digests.coverage_unnamed', trips)],
  ];
  return lines.flatMap(([trips, write]) => ((trips ?? 0) > 0 ? [line('●', write(counted(trips ?? 0)))] : []));
}

/** Returns the UTC date since which the fleet is reconciled, when it is in the period or after it; else empty. */
function sinceOf({ since }: Coverage, { content, dates }: Rendering): string {
  const date = since?.slice(0, 10) ?? '';
  return date > content.period.now.from ? dates.date(date) : '';
}

/** Returns whether the trips were compared with the service's lists. */
function comparisonLines(coverage: Coverage, rendering: Rendering): readonly Cell[] {
  const { say, counted, moment } = rendering;
  const { known, counted: listed, history, comparison } = coverage;
  const { days, compared, at, isOff } = comparison;
  if (compared < days) {
    const since = history.value === 0 ? sinceOf(coverage, rendering) : '';
    const off = isOff ? 'Off' : '';
    const text =
      compared === 0
        ? say(`digests.coverage_notCompared${off}`)
        : say(`digests.coverage_notComparedDays${off}`, counted(days - compared));
    return [
      line('?', text),
      ...(since === '' ? [] : [line('●', say('digests.coverage_since', { date: since }))]),
    ];
  }
  const last = at === null ? undefined : moment(at);
  const more = (listed.value ?? 0) - (known.value ?? 0);
  return [
    line(
      '●',
      last === undefined
        ? say('digests.coverage_compared')
        : say('digests.coverage_comparedOn', { moment: last }),
    ),
    ...(more > 0 ? [line('◆', say('digests.coverage_more', counted(more)), 'warning')] : []),
  ];
}

function missingLines({ known, evaluated, parked }: Coverage, rendering: Rendering): readonly Cell[] {
  const { say, written, measures } = rendering;
  const all = [
    [say('digests.coverage_known'), known],
    [say('digests.coverage_evaluatedLabel'), evaluated],
    [say('digests.coverage_parkedLabel'), parked],
  ] as const;
  if (all.every(([, figure]) => figure.value !== null)) return [];
  const figures = all
    .filter(([, figure]) => figure.value === null || known.value === null || evaluated.value === null)
    .map(([label, figure]) => `${label}: ${written(figure, measures.count)}`);
  return [line('?', say('digests.coverage_missing', { figures: figures.join(', ') }))];
}
