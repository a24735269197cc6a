import { DIGEST_RATINGS } from './content.ts';
import type { ComparedFigure, DigestContent, DigestScores } from './content.ts';
import { hasLine, hasRatings, lineAltText, ratingsAltText } from './pictures.ts';
import { comparedCells, counted, eventName, figureWords, listTable, named } from './rendering.ts';
import type { Block, Cell, Section, SourceNote } from './model.ts';
import type { ChangeStyle, Rendering } from './rendering.ts';

/** The fleet's score and its four ratings, with their change and the line of eight periods. */
export function scoresSection(rendering: Rendering): Section | undefined {
  const { content, words, measures } = rendering;
  const { scores } = content;
  if (scores === null) return undefined;
  const { title, rating, now, change, ratingsNote } = words.scores;
  const table = listTable(
    {
      caption: rating,
      columns: [rating, now, change],
      items: DIGEST_RATINGS,
      most: Infinity,
      row: (each) => ({
        cells: [
          { text: words.ratings[each] },
          ...comparedCells(scores.ratings[each], { write: measures.rating, better: 'up' }, words),
        ],
      }),
    },
    rendering,
  );
  const blocks: Block[] = [...line(scores, rendering), table, { kind: 'quiet', text: ratingsNote }];
  if (hasRatings(content))
    blocks.push({ kind: 'picture', id: 'ratings', alt: ratingsAltText(rendering), isInTable: true });
  return { id: 'scores', title, blocks, sources: scoreSources(scores, title, rendering) };
}

function line(scores: DigestScores, rendering: Rendering): readonly Block[] {
  const { content, words } = rendering;
  if (!hasLine(content)) return [{ kind: 'quiet', text: words.scores.noLine }];
  return [
    { kind: 'heading', text: words.scores.lineTitle },
    { kind: 'picture', id: 'line', alt: lineAltText(scores, rendering), isInTable: false },
  ];
}

function scoreSources(scores: DigestScores, title: string, { words }: Rendering): readonly SourceNote[] {
  return [
    { figure: title, source: scores.score.source },
    ...DIGEST_RATINGS.map((each) => ({
      figure: words.ratings[each],
      source: scores.ratings[each].source,
    })),
    { figure: words.groups.drivers, source: scores.drivers.source },
    { figure: words.groups.distance, source: scores.distanceKm.source },
  ];
}

/** The groups side by side. */
export function groupsSection(rendering: Rendering): Section | undefined {
  const { content, words, measures, limits } = rendering;
  const { byGroup } = content;
  if (byGroup === null || byGroup.length === 0) return undefined;
  const { group, score, change, drivers, distance, title } = words.groups;
  const table = listTable(
    {
      caption: title,
      columns: [group, score, change, drivers, distance],
      items: byGroup,
      most: limits.groups,
      row: (each) => ({
        cells: [
          { text: named(each.group ?? words.head.wholeFleet, rendering) },
          ...comparedCells(each.score, { write: measures.score, better: 'up' }, words),
          { text: figureWords(each.drivers, { words, write: measures.count }) },
          { text: figureWords(each.distanceKm, { words, write: measures.distance }) },
        ],
      }),
    },
    rendering,
  );
  const sources = byGroup.flatMap((each) => scoreSources(each, each.group ?? '', rendering));
  return { id: 'groups', title, blocks: [table], sources };
}

/** Trips, distance, hours, shares, and events per 100 kilometres or miles. */
export function drivingSection(rendering: Rendering): Section | undefined {
  const { content, words, measures } = rendering;
  const { driving } = content;
  if (driving === null) return undefined;
  const { title, measure, event, now, change, ...labels } = words.driving;
  const share: ChangeStyle = {
    write: measures.share,
    writeChange: (value) => words.change.points(measures.points(value)),
    better: 'neither',
  };
  type Row = readonly [string, ComparedFigure, ChangeStyle];
  const row = ([text, figure, style]: Row) => ({
    cells: [{ text }, ...comparedCells(figure, style, words)],
  });
  const items: readonly Row[] = [
    [labels.trips, driving.trips, { write: measures.count, better: 'neither' }],
    [labels.distance, driving.distanceKm, { write: measures.distance, better: 'neither' }],
    [labels.hours, driving.durationSeconds, { write: measures.duration, better: 'neither' }],
    [labels.night, driving.nightShare, share],
    [labels.highway, driving.highwayShare, share],
  ];
  const events = driving.events.map(({ eventType, per100Km }): Row => [
    eventName(eventType, rendering),
    per100Km,
    { write: measures.rate, better: 'down' },
  ]);
  const blocks: Block[] = [
    listTable({ caption: title, columns: [measure, now, change], items, most: Infinity, row }, rendering),
    { kind: 'quiet', text: labels.sharesNote },
  ];
  const caption = `${labels.events} ${measures.perHundred}`;
  if (events.length > 0)
    blocks.push(
      { kind: 'heading', text: caption },
      listTable({ caption, columns: [event, now, change], items: events, row }, rendering),
    );
  return {
    id: 'driving',
    title,
    blocks,
    sources: [
      ...items.map(([figure, { source }]) => ({ figure, source })),
      ...events.map(([, { source }]) => ({ figure: labels.events, source })),
    ],
  };
}

type Coverage = NonNullable<DigestContent['coverage']>;

/** How much of what the service knows was checked. */
export function coverageSection(rendering: Rendering): Section | undefined {
  const { coverage } = rendering.content;
  if (coverage === null) return undefined;
  const { title, known, evaluatedLabel, parkedLabel } = rendering.words.coverage;
  const items = [
    ...shareLines(coverage, rendering),
    ...restLines(coverage, rendering),
    ...comparisonLines(coverage, rendering),
    ...missingLines(coverage, rendering),
  ];
  return {
    id: 'coverage',
    title,
    blocks: [{ kind: 'lines', items }],
    sources: [
      { figure: known, source: coverage.known.source },
      { figure: known, source: coverage.counted.source },
      { figure: evaluatedLabel, source: coverage.evaluated.source },
      { figure: parkedLabel, source: coverage.parked.source },
    ],
  };
}

function shareLines({ known, evaluated, history }: Coverage, rendering: Rendering): readonly Cell[] {
  const { words, measures } = rendering;
  if (known.value === null || evaluated.value === null) return [];
  if (known.value === 0) return [{ symbol: '●', text: words.coverage.none }];
  const text = words.coverage.evaluated(measures.count(evaluated.value), measures.count(known.value));
  const left = known.value - evaluated.value;
  if (left <= 0) return [{ symbol: '✓', tone: 'good', text }];
  const share: Cell = left === history.value ? { symbol: '●', text } : { symbol: '◆', tone: 'warning', text };
  return [share, { symbol: '●', text: words.coverage.notAll(counted(left, rendering)) }];
}

/** What became of the trips that were not checked, or what is known of them. */
function restLines(coverage: Coverage, rendering: Rendering): readonly Cell[] {
  const { words } = rendering;
  const { known, evaluated, history, waiting, parked } = coverage;
  const named = [history, waiting, parked].reduce((sum, { value }) => sum + (value ?? 0), 0);
  const unnamed = (known.value ?? 0) - (evaluated.value ?? 0) - named;
  const lines: readonly (readonly [number | null, (trips: ReturnType<typeof counted>) => string])[] = [
    [history.value, (trips) => words.coverage.history(trips, sinceOf(coverage, rendering))],
    [waiting.value, (trips) => words.coverage.waiting(trips)],
    [parked.value, (trips) => words.coverage.parked(trips)],
    [unnamed, (trips) => words.coverage.unnamed(trips)],
  ];
  return lines.flatMap(([trips, write]) =>
    trips !== null && trips > 0 ? [{ symbol: '●', text: write(counted(trips, rendering)) }] : [],
  );
}

/** The UTC date since which the fleet is reconciled, when that lies in the period or behind it; else empty. */
function sinceOf({ since }: Coverage, { content, dates }: Rendering): string {
  const date = since?.slice(0, 10) ?? '';
  return date > content.period.now.from ? dates.date(date) : '';
}

/** Whether the trips are known by name, or as far as they were received. */
function comparisonLines(coverage: Coverage, rendering: Rendering): readonly Cell[] {
  const { words, dates, zone } = rendering;
  const { known, counted: listed, history, comparison } = coverage;
  const { days, compared, at, isOff } = comparison;
  if (compared < days) {
    const missing = compared === 0 ? undefined : counted(days - compared, rendering);
    const since = history.value === 0 ? sinceOf(coverage, rendering) : '';
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
      ? [{ symbol: '◆', tone: 'warning' as const, text: words.coverage.more(counted(more, rendering)) }]
      : []),
  ];
}

function missingLines({ known, evaluated, parked }: Coverage, rendering: Rendering): readonly Cell[] {
  const { words, measures } = rendering;
  const all = [
    [words.coverage.known, known],
    [words.coverage.evaluatedLabel, evaluated],
    [words.coverage.parkedLabel, parked],
  ] as const;
  if (all.every(([, figure]) => figure.value !== null)) return [];
  const named = all
    .filter(([, figure]) => figure.value === null || known.value === null || evaluated.value === null)
    .map(([label, figure]) => `${label}: ${figureWords(figure, { words, write: measures.count })}`);
  return [{ symbol: '?', text: words.coverage.missing(named.join(', ')) }];
}
