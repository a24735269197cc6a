import type { EChartsCoreOption } from 'echarts/core';
import type { Say } from '../../../language/index.ts';
import type { Point, Sweep } from './backtest.ts';

/** A line in one panel of the chart. */
interface Line {
  readonly name: string;
  readonly color: string;
  readonly dash?: true;
  readonly fill?: true;
  readonly of: (point: Point) => number;
}

/** A panel of the chart: lines that share an axis, under a heading. */
interface Panel {
  readonly title: string;
  /** Part of the chart's height that the panel gets, relative to the other panels. */
  readonly weight: number;
  readonly lines: readonly Line[];
}

/**
 * Returns the panels that have something to show. The panels of incidents and of unknown trips are left out
 * if there are none.
 */
export function panelsOf({ points }: Sweep, say: Say): readonly Panel[] {
  const hasIncidents = points.some(({ confirmed, false_alarms: falseAlarms }) => confirmed + falseAlarms > 0);
  const hasUnknown = points.some(({ unknown }) => unknown > 0);
  const panels: (Panel | false)[] = [
    {
      title: say('backtests.alertsPerWeek'),
      weight: 1.5,
      lines: [{ name: '', color: '--accent', fill: true, of: (point) => point.alerts_per_week }],
    },
    {
      title: say('backtests.perRecipientDay'),
      weight: 1.1,
      lines: [
        {
          name: say('backtests.max'),
          color: '--info',
          fill: true,
          of: (point) => point.messages_per_recipient_day.max,
        },
        {
          name: say('backtests.p90'),
          color: '--info',
          dash: true,
          of: (point) => point.messages_per_recipient_day.p90,
        },
        {
          name: say('backtests.median'),
          color: '--mantine-color-dimmed',
          of: (point) => point.messages_per_recipient_day.median,
        },
      ],
    },
    hasIncidents && {
      title: say('backtests.incidents'),
      weight: 1,
      lines: [
        { name: say('backtests.confirmed'), color: '--good', of: (point) => point.confirmed },
        {
          name: say('backtests.falseAlarms'),
          color: '--critical',
          dash: true,
          of: (point) => point.false_alarms,
        },
      ],
    },
    hasUnknown && {
      title: say('backtests.unknownTrips'),
      weight: 0.6,
      lines: [{ name: '', color: '--mantine-color-dimmed', dash: true, of: (point) => point.unknown }],
    },
  ];
  return panels.filter((panel) => panel !== false);
}

interface Given {
  readonly sweep: Sweep;
  readonly panels: readonly Panel[];
  readonly marked: number;
  readonly label: string;
  readonly say: Say;
  readonly width: number;
  readonly font: string;
  readonly format: (value: number) => string;
  readonly colorOf: (name: string) => string;
}

/** Height of a panel's title in pixels. */
const TITLE = 40;
/** Height of a title with a second row, which a narrow panel needs for the names of its lines. */
const TITLE_OF_TWO = 58;
/** Height of the labels of the vertical lines, between the first panel and its title. */
const MARKS = 36;
const BOTTOM = 60;
const PANEL = 96;
/** Width in pixels below which texts are shorter. */
const NARROW = 560;
/** Share of the values' range. If the lower half of the values covers less than this share, the axis is logarithmic. */
const SKEWED = 0.15;

/** Returns the height of a panel's title. */
function titleOf({ lines }: Panel, width: number): number {
  return width < NARROW && lines.length > 1 ? TITLE_OF_TWO : TITLE;
}

/** Returns the height of the whole chart at a width. */
export function heightOf(panels: readonly Panel[], width: number): number {
  const rows = panels.map((panel) => titleOf(panel, width) + Math.round(PANEL * panel.weight));
  return rows.reduce((sum, row) => sum + row, MARKS + BOTTOM);
}

/** Returns the options of the chart for ECharts. The panels are below each other and share the axis of the threshold. */
export function sweepOption(given: Given): EChartsCoreOption {
  const { sweep, panels, label, width, format, colorOf } = given;
  const values = sweep.points.map(({ value }) => value);
  const [low, high] = [values[0]!, values.at(-1)!];
  const middle = values[Math.floor(values.length / 2)]!;
  const isLog = low > 0 && high > low && (middle - low) / (high - low) < SKEWED;
  const text = { color: colorOf('--mantine-color-dimmed'), fontSize: 12, fontFamily: given.font };
  const side = { left: width < NARROW ? 38 : 46, right: 18 };
  let top = MARKS;
  const grids = panels.map((panel) => {
    top += titleOf(panel, width);
    const height = Math.round(PANEL * panel.weight);
    const grid = { ...side, top, height, outerBoundsMode: 'none' };
    top += height;
    return grid;
  });
  const last = panels.length - 1;
  return {
    animation: false,
    textStyle: { fontFamily: given.font },
    grid: grids,
    xAxis: panels.map((_panel, at) => ({
      gridIndex: at,
      type: isLog ? 'log' : 'value',
      min: low,
      max: high === low ? low + 1 : high,
      axisLine: { lineStyle: { color: colorOf('--line') }, onZero: false },
      axisTick: { show: at === last, lineStyle: { color: colorOf('--line') } },
      splitLine: { show: false },
      axisLabel: { ...text, show: at === last, formatter: format, hideOverlap: true },
      ...(at === last && {
        name: label,
        nameLocation: 'middle',
        nameGap: 36,
        nameTextStyle: { ...text, fontWeight: 600 },
      }),
    })),
    yAxis: panels.map((panel, at) => ({
      gridIndex: at,
      type: 'value',
      min: 0,
      splitNumber: 3,
      minInterval: 1,
      ...titleOption(panel, { given, left: side.left, gap: at === 0 ? 10 + MARKS : 10 }),
      axisLabel: { ...text, formatter: format },
      axisLine: { show: false },
      axisTick: { show: false },
      splitLine: { lineStyle: { color: colorOf('--line') } },
    })),
    series: panels.flatMap(({ lines }, at) =>
      lines.map((line, index) => ({
        type: 'line',
        xAxisIndex: at,
        yAxisIndex: at,
        silent: true,
        clip: false,
        symbol: 'circle',
        data: sweep.points.map((point) => ({
          value: [point.value, line.of(point)],
          symbolSize: point.value === given.marked ? 11 : sweep.points.length > 24 ? 4 : 5,
        })),
        lineStyle: { color: colorOf(line.color), width: 2, type: line.dash ? 'dashed' : 'solid' },
        itemStyle: { color: colorOf(line.color) },
        ...(line.fill && { areaStyle: { color: colorOf(line.color), opacity: 0.12 } }),
        ...(index === 0 && { markLine: marksOf(given, { isFirst: at === 0, isLast: at === last }) }),
      })),
    ),
  };
}

/**
 * Returns the options of a panel's title, which is above the panel. It includes the names of the lines in
 * their colours.
 */
function titleOption(
  { title, lines }: Panel,
  { given, left, gap }: { readonly given: Given; readonly left: number; readonly gap: number },
): object {
  const { colorOf, font: fontFamily, width } = given;
  const style = { fontSize: 12, fontFamily };
  const named = lines.filter(({ name }) => name !== '');
  const names = named.map(({ name, dash }, at) => `{n${at}|${dash ? '╌╌' : '──'} ${name}}`).join('   ');
  const rich = Object.fromEntries(
    named.map(({ color }, at) => [`n${at}`, { ...style, color: colorOf(color), lineHeight: 18 }]),
  );
  return {
    name: `{title|${title}}${width < NARROW ? '\n' : '    '}${names}`.trim(),
    nameGap: gap,
    nameTextStyle: {
      ...style,
      align: 'left',
      padding: [0, 0, 0, -left + 4],
      rich: {
        ...rich,
        title: { ...style, color: colorOf('--mantine-color-text'), fontWeight: 600, lineHeight: 18 },
      },
    },
  };
}

/**
 * Returns vertical lines at three values: today's, the chosen one, and the strictest one that keeps all
 * confirmed incidents.
 */
function marksOf(given: Given, { isFirst, isLast }: { isFirst: boolean; isLast: boolean }): object {
  const { sweep, marked, say, width, format, colorOf, font } = given;
  const isNarrow = width < NARROW;
  const { current, strictest_with_all_confirmed: strictest } = sweep;
  const low = sweep.points[0]!.value;
  const high = sweep.points.at(-1)!.value;
  const style = { fontSize: 12, fontWeight: 600, fontFamily: font };
  const line = (value: number, shown: { color: string; type: string; label: object }): object => ({
    xAxis: value,
    lineStyle: { color: colorOf(shown.color), type: shown.type, width: shown.type === 'solid' ? 2 : 1.5 },
    label: { ...style, ...shown.label },
  });
  // Each label has its own row above the first panel, so that labels do not overlap.
  const above = (
    value: number,
    { words, color, row }: { words: string; color: string; row: number },
  ): object => {
    const place = high === low ? 0.5 : (value - low) / (high - low);
    const align = place < 0.3 ? 'left' : place > 0.7 ? 'right' : 'center';
    return {
      show: isFirst,
      formatter: words,
      position: 'end',
      distance: 4 + row * 18,
      color: colorOf(color),
      align,
    };
  };
  const chip = {
    show: isLast,
    formatter: format(marked),
    position: 'start',
    distance: 3,
    padding: [3, 7],
    borderRadius: 5,
    color: colorOf('--surface'),
    backgroundColor: colorOf('--accent'),
  };
  const isBoth = strictest === current;
  const both = isNarrow ? 'backtests.markBothShort' : 'backtests.markBoth';
  const today = say(isBoth ? both : 'backtests.markToday', { value: format(current) });
  const text = '--mantine-color-text';
  return {
    silent: true,
    symbol: 'none',
    animation: false,
    data: [
      line(current, {
        color: text,
        type: 'dashed',
        label: above(current, { words: today, color: text, row: 0 }),
      }),
      ...(strictest === undefined || isBoth
        ? []
        : [
            line(strictest, {
              color: '--good',
              type: 'dashed',
              label: above(strictest, {
                words: say(isNarrow ? 'backtests.markStrictestShort' : 'backtests.markStrictest', {
                  value: format(strictest),
                }),
                color: '--good',
                row: 1,
              }),
            }),
          ]),
      line(marked, { color: '--accent', type: 'solid', label: chip }),
    ],
  };
}
