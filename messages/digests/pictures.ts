import { Resvg } from '@resvg/resvg-js';
import type * as Echarts from 'echarts';
import { createRequire } from 'node:module';
import type { DigestContent, DigestScores } from './content.ts';
import { CHART_COLORS, CHART_FONT, CHART_WIDTH, lineChart, lineName } from './lineChart.ts';
import type { Chart } from './lineChart.ts';
import { EMAIL_LEVELS, renderingOf } from './rendering.ts';
import type { Rendering } from './rendering.ts';

/** The content id of the line of scores. */
export const LINE_CID = 'digest-line';

/** Returns the line of eight periods as PNG, where a score is known. */
export function linePicture(content: DigestContent): Uint8Array | undefined {
  if (content.scores === null || !hasLine(content)) return undefined;
  return chartPng(lineChart(content.scores, renderingOf(content, { limits: EMAIL_LEVELS[0] })));
}

/** Returns whether any score of the eight periods is known, so that there is a line to draw. */
export function hasLine({ scores }: DigestContent): boolean {
  return scores?.line.some(({ score }) => score !== null) ?? false;
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

const require = createRequire(import.meta.url);
const FONT_FILES = ['DejaVuSans.ttf', 'DejaVuSans-Bold.ttf'].map((file) =>
  require.resolve(`dejavu-fonts-ttf/ttf/${file}`),
);

// Its single file, and with the first chart: 600 modules would cost each start of a process much of a second.
let echarts: typeof Echarts | undefined;

/** Renders a chart as PNG, without a browser and with our own fonts. */
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
