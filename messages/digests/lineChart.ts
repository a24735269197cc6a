import type { LineSeriesOption } from 'echarts/charts';
import type { GridComponentOption, TitleComponentOption } from 'echarts/components';
import type { ComposeOption } from 'echarts/core';
import { oneLine } from '../format/index.ts';
import type { DigestScores } from './content.ts';
import type { Rendering } from './rendering.ts';

/** The options of a digest's chart. */
type ChartOption = ComposeOption<LineSeriesOption | GridComponentOption | TitleComponentOption>;

/** A chart's options, and its height in the page's pixels. */
export interface Chart {
  readonly option: ChartOption;
  readonly height: number;
}

/** Width that an e-mail shows, in pixels; drawn twice as wide for sharp screens. */
export const CHART_WIDTH = 536;

/**
 * Colours of charts. They have a light ground of their own, so that they can also be read in a dark e-mail; lines and
 * text keep a contrast of 4.5 to 1 on it.
 */
export const CHART_COLORS = {
  ground: '#f7f9fb',
  ink: '#14202e',
  muted: '#566474',
  grid: '#dfe5ec',
  main: '#12395f',
  quiet: '#98a4b3',
  band: '#d5dde6',
  others: ['#b4540a', '#0c6240', '#7a3e9d', '#0b67bd', '#9b1c4a'],
} as const;

export const CHART_FONT = 'DejaVu Sans';

/** Returns the style of text in a chart. */
function chartText(fontSize: number, color: string = CHART_COLORS.muted) {
  return { fontFamily: CHART_FONT, fontSize, color };
}

/** Groups drawn with a name, a mark and a dash of their own; with more than these a band says how far they reach. */
const GROUPS_NAMED = 5;
const HEIGHT = 276;
const FRAME = { left: 40, top: 36, bottom: 36 };
const MARKS = ['rect', 'triangle', 'diamond', 'roundRect', 'arrow'] as const;
const DASHES = [
  [6, 3],
  [2, 3],
  [8, 3, 2, 3],
  [12, 4],
  [4, 2],
];

/** Draws the scores of eight periods: the fleet's line thick, with its values, and the groups'. */
export function lineChart(scores: DigestScores, rendering: Rendering): Chart {
  const groups = (rendering.content.byGroup ?? []).filter((group) => valuesOf(group).some(isKnown));
  const isNamed = groups.length > 0 && groups.length <= GROUPS_NAMED;
  const main = mainLine(scores, rendering);
  const range = rangeOf([scores, ...groups]);
  const hasGap = valuesOf(scores).some((value) => value === null);
  const frame = { ...FRAME, bottom: FRAME.bottom + (hasGap ? 22 : 0), right: isNamed ? 122 : 20 };
  return {
    height: HEIGHT,
    option: {
      title: groups.length > GROUPS_NAMED ? [bandNote(groups.length, rendering)] : [],
      grid: { ...frame, outerBoundsMode: 'none' },
      xAxis: {
        type: 'category',
        data: scores.line.map((point) => dateLabel(point, rendering)),
        axisTick: { show: false },
        axisLine: { lineStyle: { color: CHART_COLORS.quiet } },
        axisLabel: { ...chartText(11), interval: 0, lineHeight: 13 },
      },
      yAxis: {
        type: 'value',
        ...range,
        axisLabel: chartText(11),
        splitLine: { lineStyle: { color: CHART_COLORS.grid } },
      },
      series: isNamed
        ? [
            ...groups.map((group, index) => namedLine(group, index, rendering)),
            { ...main, ...endName(lineName(scores, rendering), CHART_COLORS.main, 'bold') },
          ]
        : [...bandOf(groups), main],
    },
  };
}

function isKnown(value: number | null): value is number {
  return value !== null;
}

function valuesOf({ line }: DigestScores): (number | null)[] {
  return line.map(({ score }) => score);
}

/** Returns the last date of a period and, below it, words for a missing score. */
function dateLabel({ to, score }: DigestScores['line'][number], { dates, missing }: Rendering): string {
  const below = score === null ? `\n${missing().replaceAll(' ', '\n')}` : '';
  return `${dates.short(to)}${below}`;
}

/**
 * Returns an axis in whole steps that holds all scores. It is at least fifteen points high, so that a small change looks small.
 */
function rangeOf(all: readonly DigestScores[]): {
  readonly min: number;
  readonly max: number;
  readonly interval: number;
} {
  const known = all.flatMap(valuesOf).filter(isKnown);
  const [low, high] = [Math.min(...known) - 1, Math.max(...known) + 3];
  const interval = high - low > 25 ? 10 : 5;
  const top = Math.max(0, Math.min(Math.ceil(high / interval) * interval, 100));
  const bottom = Math.max(0, Math.min(Math.floor(low / interval) * interval, top - 15));
  return { min: bottom, max: Math.max(top, bottom + 15), interval };
}

function mainLine(scores: DigestScores, { measures }: Rendering): LineSeriesOption {
  return {
    type: 'line',
    data: valuesOf(scores),
    symbol: 'circle',
    symbolSize: 8,
    showAllSymbol: true,
    z: 5,
    lineStyle: { width: 3.5, color: CHART_COLORS.main },
    itemStyle: { color: CHART_COLORS.main },
    label: {
      show: true,
      position: 'top',
      distance: 6,
      ...chartText(11, CHART_COLORS.ink),
      fontWeight: 'bold',
      textBorderColor: CHART_COLORS.ground,
      textBorderWidth: 3,
      formatter: ({ value }) => (typeof value === 'number' ? measures.score(value) : ''),
    },
  };
}

/** Makes the line of a named group. Its name, mark and dash distinguish it without colour. */
function namedLine(scores: DigestScores, index: number, { named }: Rendering): LineSeriesOption {
  const color = CHART_COLORS.others[index % CHART_COLORS.others.length] ?? CHART_COLORS.muted;
  return {
    ...endName(named(scores.group ?? ''), color),
    type: 'line',
    data: valuesOf(scores),
    symbol: MARKS[index % MARKS.length] ?? 'rect',
    symbolSize: 7,
    showAllSymbol: true,
    lineStyle: { width: 1.8, color, type: DASHES[index % DASHES.length] ?? 'solid' },
    itemStyle: { color },
  };
}

/** Returns the band from the lowest to the highest group of each period. */
function bandOf(groups: readonly DigestScores[]): readonly LineSeriesOption[] {
  if (groups.length === 0) return [];
  const reach = (groups[0]?.line ?? []).map((_, index) => {
    const known = groups.map((group) => valuesOf(group)[index] ?? null).filter(isKnown);
    return known.length === 0 ? undefined : { low: Math.min(...known), high: Math.max(...known) };
  });
  const bare = { type: 'line', stack: 'band', symbol: 'none', lineStyle: { opacity: 0 } } as const;
  return [
    { ...bare, data: reach.map((each) => each?.low ?? null) },
    {
      ...bare,
      data: reach.map((each) => (each ? each.high - each.low : null)),
      areaStyle: { color: CHART_COLORS.band, opacity: 1 },
    },
  ];
}

function bandNote(groups: number, rendering: Rendering) {
  return {
    text: rendering.say('digests.scores_band', { groups: rendering.measures.count(groups) }),
    left: FRAME.left,
    top: 8,
    textStyle: { ...chartText(12), fontWeight: 'normal' as const },
  };
}

/** Returns the name of the thick line: the group, the fleet, or several groups together. */
export function lineName({ group }: DigestScores, { content, say, named }: Rendering): string {
  if (group !== null) return named(group);
  return say(content.groups === null ? 'digests.scores_fleet' : 'digests.scores_together');
}

const LONGEST_LABEL = 15;

/** Returns the name of a line beside its last known value, moved where it would overlap another name. */
function endName(name: string, color: string, fontWeight: 'bold' | 'normal' = 'normal'): LineSeriesOption {
  return {
    endLabel: {
      show: true,
      ...chartText(12, color),
      fontWeight,
      formatter: () => oneLine(name, LONGEST_LABEL),
    },
    // The values of the thick line, which have an index, stay where they are.
    labelLayout: ({ dataIndex }) => (dataIndex === undefined ? { moveOverlap: 'shiftY' } : {}),
  };
}
