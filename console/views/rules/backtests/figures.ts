import { LOCALES, useLanguage } from '../../../language/index.ts';
import type { Point } from './backtest.ts';

/** Figures of one value of a sweep, in the order of the table. Their names are also keys of the texts in `backtests`. */
export const FIGURES = {
  alertsPerWeek: (point) => point.alerts_per_week,
  median: (point) => point.messages_per_recipient_day.median,
  p90: (point) => point.messages_per_recipient_day.p90,
  max: (point) => point.messages_per_recipient_day.max,
  confirmed: (point) => point.confirmed,
  falseAlarms: (point) => point.false_alarms,
  unknown: (point) => point.unknown,
} as const satisfies Readonly<Record<string, (point: Point) => number>>;

/** The name of a figure. */
export type FigureName = keyof typeof FIGURES;

/** Returns a function that formats a figure in the reader's language. */
export function useFigure(): (value: number) => string {
  const { language } = useLanguage();
  const number = new Intl.NumberFormat(LOCALES[language], { maximumFractionDigits: 1 });
  return (value) => number.format(value);
}
