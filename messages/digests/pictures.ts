import { Resvg } from '@resvg/resvg-js';
import type * as Echarts from 'echarts';
import { createRequire } from 'node:module';
import { DIGEST_RATINGS } from './content.ts';
import type { DigestContent, DigestScores } from './content.ts';
import { CHART_COLORS, CHART_FONT, CHART_WIDTH, chartText, lineChart, lineName } from './lineChart.ts';
import type { Chart } from './lineChart.ts';
import { EMAIL_LEVELS, renderingOf } from './rendering.ts';
import type { PictureId } from './model.ts';
import type { Rendering } from './rendering.ts';

/** A picture that goes with a digest. */
export interface DigestPicture {
  readonly id: PictureId;
  /** Content id in an e-mail: `cid:digest-line`. */
  readonly cid: string;
  readonly fileName: string;
  readonly png: Uint8Array;
  readonly altText: string;
}

/** The content id of a picture. */
export function pictureCid(id: PictureId): string {
  return `digest-${id}`;
}

/** The pictures of a digest: the line of eight periods and the ratings, each only where something is known. */
export function digestPictures(content: DigestContent): readonly DigestPicture[] {
  const { scores } = content;
  if (scores === null) return [];
  const rendering = renderingOf(content, { limits: EMAIL_LEVELS[0] });
  const picture = (id: PictureId, chart: Chart, altText: string): DigestPicture => ({
    id,
    cid: pictureCid(id),
    fileName: `${pictureCid(id)}.png`,
    png: chartPng(chart),
    altText,
  });
  return [
    ...(hasLine(content)
      ? [picture('line', lineChart(scores, rendering), lineAltText(scores, rendering))]
      : []),
    ...(hasRatings(content)
      ? [picture('ratings', ratingsChart(scores, rendering), ratingsAltText(rendering))]
      : []),
  ];
}

/** Whether any score of the eight periods is known, so that there is a line to draw. */
export function hasLine({ scores }: DigestContent): boolean {
  return scores?.line.some(({ score }) => score !== null) ?? false;
}

/** Whether any of the four ratings is known. */
export function hasRatings({ scores }: DigestContent): boolean {
  return scores !== null && DIGEST_RATINGS.some((rating) => scores.ratings[rating].value !== null);
}

/** Groups that are named in a picture's text. */
const GROUPS_SHOWN = 6;

/** Returns the line of scores in words, for those who do not see it. */
export function lineAltText(scores: DigestScores, rendering: Rendering): string {
  const { content, say, named, written, measures, dates } = rendering;
  const said = (value: number | null): string => written({ value }, measures.score);
  const points = scores.line.map(({ to, score }) => `${dates.short(to)} ${said(score)}`).join(', ');
  const groups = (content.byGroup ?? [])
    .slice(0, GROUPS_SHOWN)
    .map(({ group, line }) => `${named(group ?? '')} ${said(line.at(-1)?.score ?? null)}`);
  return [
    say('digests.scores_lineAlt', { who: lineName(scores, rendering), points }),
    ...(groups.length > 0 ? [say('digests.scores_lineAltGroups', { groups: groups.join(', ') })] : []),
  ].join(' ');
}

/** Returns the four ratings in words. */
export function ratingsAltText({ content, say, written, measures }: Rendering): string {
  if (content.scores === null) return '';
  const { ratings } = content.scores;
  const shown = DIGEST_RATINGS.map((rating) => {
    const { before } = ratings[rating];
    const was = before === null ? '' : ` (${say('digests.change_was', { value: measures.rating(before) })})`;
    return `${say(`digests.ratings_${rating}`)} ${written(ratings[rating], measures.rating)}${was}`;
  });
  return say('digests.scores_ratingsAlt', { ratings: shown.join(', ') });
}

const RATINGS_HEIGHT = 184;
const BAR = 16;

/** The four ratings as bars from 0 to 5, with a mark where each stood in the period before. */
function ratingsChart(scores: DigestScores, rendering: Rendering): Chart {
  const { say, missing, measures } = rendering;
  const figures = DIGEST_RATINGS.map((rating) => ({ rating, ...scores.ratings[rating] }));
  const small = chartText(12, CHART_COLORS.ink);
  const rows = { type: 'category', inverse: true, axisTick: { show: false } } as const;
  return {
    height: RATINGS_HEIGHT,
    option: {
      title: {
        text: `{bar|■} ${say('digests.scores_legendNow')}    {mark|┃} ${say('digests.scores_legendBefore')}`,
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
          data: figures.map((each) => {
            const name = say(`digests.ratings_${each.rating}`);
            return each.value === null ? `${name}\n${missing(each.missing)}` : name;
          }),
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
  };
}

const require = createRequire(import.meta.url);
const FONT_FILES = ['DejaVuSans.ttf', 'DejaVuSans-Bold.ttf'].map((file) =>
  require.resolve(`dejavu-fonts-ttf/ttf/${file}`),
);

// Its single file, and with the first chart: 600 modules would cost each start of a process much of a second.
let echarts: typeof Echarts | undefined;

/** A chart as PNG, drawn without a browser and with our own fonts. */
function chartPng({ option, height }: Chart): Uint8Array {
  echarts ??= require('echarts') as typeof Echarts;
  const chart = echarts.init(null, null, { renderer: 'svg', ssr: true, width: CHART_WIDTH, height });
  try {
    chart.setOption({ animation: false, backgroundColor: CHART_COLORS.ground, ...option });
    return pngOf(chart.renderToSVGString());
  } finally {
    chart.dispose();
  }
}

function pngOf(svg: string): Uint8Array {
  const image = new Resvg(svg, {
    fitTo: { mode: 'width', value: CHART_WIDTH * 2 },
    font: { loadSystemFonts: false, fontFiles: FONT_FILES, defaultFontFamily: CHART_FONT },
  });
  return image.render().asPng();
}
