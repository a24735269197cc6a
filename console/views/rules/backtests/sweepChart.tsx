import { useComputedColorScheme } from '@mantine/core';
import { useEffect, useRef } from 'react';
import type { ReactNode } from 'react';
import { LOCALES, useLanguage } from '../../../language/index.ts';
import type { Sweep } from './backtest.ts';
import classes from './backtests.module.css';
import { chartOn } from './chart.ts';
import type { Chart } from './chart.ts';
import type { SweptWords } from './sweptWords.ts';
import { heightOf, panelsOf, sweepOption } from './sweepOption.ts';

/**
 * Shows alerts, messages and incidents against the threshold. The pointer marks the nearest value. A click
 * takes the value into the draft; a tap only marks it.
 */
export function SweepChart(props: {
  readonly sweep: Sweep;
  readonly marked: number;
  readonly words: SweptWords;
  readonly mark: (value: number) => void;
  readonly take: ((value: number) => void) | undefined;
}): ReactNode {
  const { sweep, marked, words, mark, take } = props;
  const { say, language } = useLanguage();
  const scheme = useComputedColorScheme();
  const { label, direction } = words;
  const box = useRef<HTMLDivElement>(null);
  const chart = useRef<Chart>(undefined);
  const latest = useRef({ mark, take, sweep });
  useEffect(() => {
    latest.current = { mark, take, sweep };
  });

  useEffect(() => {
    const made = chartOn(box.current!, {
      onPoint: (x) => latest.current.mark(nearest(latest.current.sweep, x)),
      onPick: (x, isTouch) => {
        const { sweep: shown, ...on } = latest.current;
        // A tap only marks the value, because the reader has not seen its figures yet.
        if (isTouch) on.mark(nearest(shown, x));
        else on.take?.(nearest(shown, x));
      },
    });
    chart.current = made;
    return () => made.close();
  }, []);

  useEffect(() => {
    const number = new Intl.NumberFormat(LOCALES[language], { maximumFractionDigits: 1 });
    const panels = panelsOf(sweep, say);
    chart.current?.show((width) => ({
      height: heightOf(panels, width),
      option: sweepOption({
        sweep,
        panels,
        marked,
        say,
        width,
        label: say('backtests.swept', { label, direction }),
        font: getComputedStyle(document.body).fontFamily,
        format: (value) => number.format(value),
        // Colours are read again when the scheme changes, because they are custom properties of the page.
        colorOf: (name) => getComputedStyle(document.documentElement).getPropertyValue(name).trim(),
      }),
    }));
  }, [sweep, marked, label, direction, say, language, scheme]);

  const first = sweep.points[0]!;
  const last = sweep.points.at(-1)!;
  return (
    <div
      ref={box}
      className={classes['chart']}
      data-pick={take !== undefined}
      role="img"
      aria-label={say('backtests.chartLabel', {
        label,
        low: first.value,
        lowAlerts: first.alerts_per_week,
        high: last.value,
        highAlerts: last.alerts_per_week,
        today: sweep.current,
      })}
    />
  );
}

function nearest({ points }: Sweep, x: number): number {
  return points.reduce(
    (best, { value }) => (Math.abs(value - x) < Math.abs(best - x) ? value : best),
    points[0]!.value,
  );
}
