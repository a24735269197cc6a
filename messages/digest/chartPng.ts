import { createRequire } from 'node:module';
import { Resvg } from '@resvg/resvg-js';
import type * as Echarts from 'echarts';
import type { BarSeriesOption, LineSeriesOption, ScatterSeriesOption } from 'echarts/charts';
import type { GridComponentOption, TitleComponentOption } from 'echarts/components';
import type { ComposeOption } from 'echarts/core';

/** What a chart of a digest is made of. */
export type ChartOption = ComposeOption<
  BarSeriesOption | LineSeriesOption | ScatterSeriesOption | GridComponentOption | TitleComponentOption
>;

/** Width that an e-mail shows, in pixels; drawn twice as wide for sharp screens. */
export const CHART_WIDTH = 536;

/**
 * Colours of charts. They stand on a light ground of their own, so that they can also be read in a dark e-mail; lines and
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

const CHART_FONT = 'DejaVu Sans';

/** Text in a chart. */
export function chartText(fontSize: number, color: string = CHART_COLORS.muted) {
  return { fontFamily: CHART_FONT, fontSize, color };
}

const require = createRequire(import.meta.url);
const FONT_FILES = ['DejaVuSans.ttf', 'DejaVuSans-Bold.ttf'].map((file) =>
  require.resolve(`dejavu-fonts-ttf/ttf/${file}`),
);

// Its single file, and with the first chart: 600 modules would cost each start of a process much of a second.
let echarts: typeof Echarts | undefined;

/** A chart as PNG, drawn without a browser and with our own fonts; `height` is in the e-mail's pixels. */
export function chartPng(option: ChartOption, height: number): Uint8Array {
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
