import { LineChart } from 'echarts/charts';
import { GridComponent, MarkLineComponent } from 'echarts/components';
import { init, use } from 'echarts/core';
import type { EChartsCoreOption } from 'echarts/core';
import { CanvasRenderer } from 'echarts/renderers';

use([LineChart, GridComponent, MarkLineComponent, CanvasRenderer]);

/** The options of a chart, and its height in pixels. */
export interface Drawing {
  readonly option: EChartsCoreOption;
  readonly height: number;
}

/** A chart on a canvas, because the content security policy would refuse markup with styles. */
export interface Chart {
  /** Draws the chart for the present width, and again when the width changes. */
  readonly show: (drawingFor: (width: number) => Drawing) => void;
  readonly close: () => void;
}

/** Creates a chart in an element. Reports where the pointer is and where it clicks, as values of the first x axis. */
export function chartOn(
  element: HTMLDivElement,
  on: { readonly onPoint: (x: number) => void; readonly onPick: (x: number, isTouch: boolean) => void },
): Chart {
  const chart = init(element, null, { renderer: 'canvas' });
  let drawingFor: ((width: number) => Drawing) | undefined;
  const draw = (): void => {
    const drawing = drawingFor?.(element.clientWidth);
    if (!drawing) return;
    if (drawing.height !== chart.getHeight() || element.clientWidth !== chart.getWidth()) {
      element.style.height = `${drawing.height}px`;
      chart.resize();
    }
    chart.setOption(drawing.option, { notMerge: true });
  };
  const at = ({ offsetX }: { readonly offsetX: number }): number | undefined => {
    if (!drawingFor) return undefined;
    const x = chart.convertFromPixel({ xAxisIndex: 0 }, offsetX);
    return Number.isFinite(x) ? x : undefined;
  };
  const canvas = chart.getZr();
  canvas.on('mousemove', (event) => {
    const x = at(event);
    if (x !== undefined) on.onPoint(x);
  });
  canvas.on('click', (event) => {
    const x = at(event);
    if (x !== undefined) on.onPick(x, event.event.type.startsWith('touch'));
  });
  const observer = new ResizeObserver(draw);
  observer.observe(element);
  return {
    show(next) {
      drawingFor = next;
      draw();
    },
    close() {
      observer.disconnect();
      chart.dispose();
    },
  };
}
