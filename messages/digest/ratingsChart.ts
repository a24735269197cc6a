import { CHART_COLORS, chartPng, chartText } from './chartPng.ts';
import { DIGEST_RATINGS } from './content.ts';
import type { DigestScores } from './content.ts';
import type { Telling } from './telling.ts';

const HEIGHT = 184;
const BAR = 16;

/** The four ratings as bars from 0 to 5, with a mark where each stood in the period before. */
export function ratingsPng(scores: DigestScores, telling: Telling): Uint8Array {
  const { words, measures } = telling;
  const figures = DIGEST_RATINGS.map((rating) => ({ rating, ...scores.ratings[rating] }));
  const small = chartText(12, CHART_COLORS.ink);
  const rows = { type: 'category', inverse: true, axisTick: { show: false } } as const;
  return chartPng(
    {
      title: {
        text: `{bar|■} ${words.scores.legendNow}    {mark|┃} ${words.scores.legendBefore}`,
        left: 136,
        top: 6,
        textStyle: {
          ...small,
          fontWeight: 'normal',
          color: CHART_COLORS.muted,
          rich: {
            bar: { ...small, color: CHART_COLORS.main },
            mark: { ...small, fontWeight: 'bold', color: CHART_COLORS.others[0] },
          },
        },
      },
      grid: { left: 144, right: 56, top: 30, bottom: 26, outerBoundsMode: 'none' },
      yAxis: [
        {
          ...rows,
          data: figures.map(({ rating, value, missing }) =>
            value === null
              ? `${words.ratings[rating]}\n${words.missing[missing ?? 'not_known']}`
              : words.ratings[rating],
          ),
          axisLine: { lineStyle: { color: CHART_COLORS.quiet } },
          axisLabel: { ...small, lineHeight: 15 },
        },
        {
          ...rows,
          position: 'right',
          data: figures.map(({ value }) => (value === null ? '' : measures.rating(value))),
          axisLine: { show: false },
          axisLabel: { ...small, fontWeight: 'bold' },
        },
      ],
      xAxis: {
        type: 'value',
        min: 0,
        max: 5,
        interval: 1,
        axisLabel: { ...small, fontSize: 11, color: CHART_COLORS.muted },
        splitLine: { lineStyle: { color: CHART_COLORS.grid } },
      },
      series: [
        {
          type: 'bar',
          data: figures.map(({ value }) => value),
          barWidth: BAR,
          itemStyle: { color: CHART_COLORS.main, borderRadius: [0, 3, 3, 0] },
        },
        {
          type: 'scatter',
          data: figures.map(({ before }) => before),
          symbol: 'rect',
          symbolSize: [4, BAR + 10],
          z: 5,
          itemStyle: {
            opacity: 1,
            color: CHART_COLORS.others[0],
            borderColor: CHART_COLORS.ground,
            borderWidth: 1,
          },
        },
      ],
    },
    HEIGHT,
  );
}
