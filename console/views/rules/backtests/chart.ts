import { LineChart } from 'echarts/charts';
import { GridComponent, MarkLineComponent } from 'echarts/components';
import { init, use } from 'echarts/core';
import type { EChartsCoreOption } from 'echarts/core';
import { CanvasRenderer } from 'echarts/renderers';

use([LineChart, GridComponent, MarkLineComponent, CanvasRenderer]);

/** A chart on a canvas: it writes no markup with styles, which the content security policy would refuse. */
export interface Chart {
  /** Shows what an option for the present width says, and again when the width changes. */
  readonly show: (optionFor: (width: number) => EChartsCoreOption) => void;
  readonly close: () => void;
}

/** Draws into an element; what is pointed at and clicked is handed on as a value of the first x axis. */
export function chartOn(
  element: HTMLDivElement,
  on: { readonly onPoint: (x: number) => void; readonly onPick: (x: number) => void },
): Chart {
  const chart = init(element, null, { renderer: 'canvas' });
  let optionFor: ((width: number) => EChartsCoreOption) | undefined;
  const draw = (): void => {
    if (optionFor) chart.setOption(optionFor(chart.getWidth()), { notMerge: true, lazyUpdate: false });
  };
  const at = ({ offsetX }: { readonly offsetX: number }): number | undefined => {
    if (!optionFor) return undefined;
    const x = chart.convertFromPixel({ xAxisIndex: 0 }, offsetX) as unknown as number;
    return Number.isFinite(x) ? x : undefined;
  };
  const canvas = chart.getZr();
  canvas.on('mousemove', (event) => {
    const x = at(event);
    if (x !== undefined) on.onPoint(x);
  });
  canvas.on('click', (event) => {
    const x = at(event);
    if (x !== undefined) on.onPick(x);
  });
  const observer = new ResizeObserver(() => {
    chart.resize();
    draw();
  });
  observer.observe(element);
  return {
    show(next) {
      optionFor = next;
      draw();
    },
    close() {
      observer.disconnect();
      chart.dispose();
    },
  };
}
