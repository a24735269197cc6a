import type { EChartsCoreOption } from 'echarts/core';
import type { Say } from '../../../language/index.ts';
import type { Point, Sweep } from './backtest.ts';

/** A line of a panel. */
interface Line {
  readonly name: string;
  readonly color: string;
  readonly dash?: true;
  readonly fill?: true;
  readonly of: (point: Point) => number;
}

/** Lines that share an axis, under a heading. */
interface Panel {
  readonly title: string;
  /** Of the chart's height. */
  readonly weight: number;
  readonly lines: readonly Line[];
}

/** The panels that have something to show: incidents and unknown trips only where there are any. */
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
          dash: true,
          of: (point) => point.messages_per_recipient_day.max,
        },
        { name: say('backtests.p90'), color: '--info', of: (point) => point.messages_per_recipient_day.p90 },
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

/** Heights in pixels. */
const TOP = 70;
const TITLE = 36;
/** Where a panel is too narrow for its title and its lines' names beside each other. */
const TITLE_OF_TWO = 54;
const BOTTOM = 56;
const PANEL = 96;
/** Narrower than this, in pixels, words are shorter. */
const NARROW = 560;
/** A value is skewed, and its axis logarithmic, when half of the values take less than this share of it. */
const SKEWED = 0.15;

/** How much room a panel's title takes above it. */
function titleOf({ lines }: Panel, width: number): number {
  return width < NARROW && lines.length > 1 ? TITLE_OF_TWO : TITLE;
}

/** How high the whole chart is at a width. */
export function heightOf(panels: readonly Panel[], width: number): number {
  const [, ...below] = panels;
  const titles = below.reduce((sum, panel) => sum + titleOf(panel, width), 0);
  return TOP + titles + panels.reduce((sum, { weight }) => sum + Math.round(PANEL * weight), 0) + BOTTOM;
}

/** The chart as an option of ECharts: panels below each other that share the axis of the threshold. */
export function sweepOption(given: Given): EChartsCoreOption {
  const { sweep, panels, label, width, format, colorOf } = given;
  const values = sweep.points.map(({ value }) => value);
  const [low, high] = [values[0]!, values.at(-1)!];
  const middle = values[Math.floor(values.length / 2)]!;
  const isLog = low > 0 && high > low && (middle - low) / (high - low) < SKEWED;
  const text = { color: colorOf('--mantine-color-dimmed'), fontSize: 12, fontFamily: given.font };
  const side = { left: width < NARROW ? 38 : 46, right: 18 };
  let top = TOP;
  const grids = panels.map((panel, at) => {
    if (at > 0) top += titleOf(panel, width);
    const height = Math.round(PANEL * panel.weight);
    const grid = { ...side, top, height };
    top += height;
    return grid;
  });
  const last = panels.length - 1;
  return {
    animation: false,
    textStyle: { fontFamily: given.font },
    grid: grids,
    xAxis: panels.map((_panel, at) => ({
      ...{ gridIndex: at, type: isLog ? 'log' : 'value', min: low, max: high === low ? low + 1 : high },
      axisLine: { lineStyle: { color: colorOf('--line') }, onZero: false },
      axisTick: { show: at === last, lineStyle: { color: colorOf('--line') } },
      splitLine: { show: false },
      axisLabel: { ...text, show: at === last, formatter: format, hideOverlap: true },
      ...(at === last && { name: label, nameLocation: 'middle', nameGap: 30, nameTextStyle: text }),
    })),
    yAxis: panels.map((panel, at) => ({
      ...{ gridIndex: at, type: 'value', min: 0, splitNumber: 3, minInterval: 1 },
      ...titleOption(panel, { given, left: side.left }),
      axisLabel: { ...text, formatter: format },
      axisLine: { show: false },
      axisTick: { show: false },
      splitLine: { lineStyle: { color: colorOf('--line') } },
    })),
    series: panels.flatMap(({ lines }, at) =>
      lines.map((line, index) => ({
        ...{ type: 'line', xAxisIndex: at, yAxisIndex: at, silent: true, clip: false },
        ...{ symbol: 'circle', symbolSize: sweep.points.length > 24 ? 4 : 6 },
        data: sweep.points.map((point) => [point.value, line.of(point)]),
        lineStyle: { color: colorOf(line.color), width: 2, type: line.dash ? 'dashed' : 'solid' },
        itemStyle: { color: colorOf(line.color) },
        ...(line.fill && { areaStyle: { color: colorOf(line.color), opacity: 0.12 } }),
        ...(index === 0 && { markLine: marksOf(given, at === 0) }),
      })),
    ),
  };
}

/** A panel's title above it, with its lines' names in their colours. */
function titleOption(
  { title, lines }: Panel,
  { given, left }: { readonly given: Given; readonly left: number },
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
    nameGap: 10,
    nameTextStyle: {
      ...{ ...style, align: 'left', padding: [0, 0, 0, -left + 4] },
      rich: {
        ...rich,
        title: { ...style, color: colorOf('--mantine-color-text'), fontWeight: 600, lineHeight: 18 },
      },
    },
  };
}

/** Upright lines at today's value, at the strictest one with all confirmed incidents, and at the one that is pointed at. */
function marksOf(given: Given, isLabelled: boolean): object {
  const { sweep, marked, say, width, format, colorOf, font } = given;
  const isNarrow = width < NARROW;
  const { current, strictest_with_all_confirmed: strictest } = sweep;
  const low = sweep.points[0]!.value;
  const high = sweep.points.at(-1)!.value;
  const line = (
    value: number,
    shown: { words: string; color: string; lift: number; type: string },
  ): object => {
    const place = high === low ? 0.5 : (value - low) / (high - low);
    return {
      xAxis: value,
      lineStyle: { color: colorOf(shown.color), type: shown.type, width: 1.5 },
      label: {
        show: isLabelled && shown.words !== '',
        ...{ formatter: shown.words, position: 'end', distance: shown.lift, fontSize: 12 },
        ...{ fontWeight: 600, fontFamily: font },
        ...{ color: colorOf(shown.color), align: place < 0.3 ? 'left' : place > 0.7 ? 'right' : 'center' },
      },
    };
  };
  const isBoth = strictest === current;
  const both = isNarrow ? 'backtests.markBothShort' : 'backtests.markBoth';
  return {
    ...{ silent: true, symbol: 'none', animation: false },
    data: [
      line(marked, { words: '', color: '--mantine-color-dimmed', lift: 0, type: 'dotted' }),
      line(current, {
        words: say(isBoth ? both : 'backtests.markToday', { value: format(current) }),
        ...{ color: '--mantine-color-text', lift: 30, type: 'dashed' },
      }),
      ...(strictest === undefined || isBoth
        ? []
        : [
            line(strictest, {
              words: say(isNarrow ? 'backtests.markStrictestShort' : 'backtests.markStrictest', {
                value: format(strictest),
              }),
              ...{ color: '--good', lift: 48, type: 'solid' },
            }),
          ]),
    ],
  };
}
