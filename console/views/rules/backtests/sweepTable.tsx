import { UnstyledButton } from '@mantine/core';
import type { ReactNode } from 'react';
import { LOCALES, useLanguage } from '../../../language/index.ts';
import type { Sweep } from './backtest.ts';
import classes from './backtests.module.css';

/** The numbers of the chart, for keyboards and screen readers and whoever wants to read them exactly. */
export function SweepTable(props: {
  readonly sweep: Sweep;
  readonly marked: number;
  readonly needed: (value: number) => string;
  readonly mark: (value: number) => void;
  /** Absent for whoever may not edit. */
  readonly take: ((value: number) => void) | undefined;
}): ReactNode {
  const { sweep, marked, needed, mark, take } = props;
  const { say, language } = useLanguage();
  const number = new Intl.NumberFormat(LOCALES[language], { maximumFractionDigits: 1 });
  const label = say('backtests.tableLabel');
  return (
    <div className={classes['scroll']} role="region" aria-label={label} tabIndex={0}>
      <table className={classes['table']}>
        <thead>
          <tr>
            <th scope="col">{say('backtests.chooseLabel')}</th>
            <th scope="col">{say('backtests.alertsPerWeek')}</th>
            <th scope="col" data-wide>
              {say('backtests.median')}
            </th>
            <th scope="col" data-wide>
              {say('backtests.p90')}
            </th>
            <th scope="col" data-wide>
              {say('backtests.max')}
            </th>
            <th scope="col">{say('backtests.confirmed')}</th>
            <th scope="col">{say('backtests.falseAlarms')}</th>
            <th scope="col" data-wide>
              {say('backtests.unknown')}
            </th>
          </tr>
        </thead>
        <tbody>
          {sweep.points.map((point) => {
            const { median, p90, max } = point.messages_per_recipient_day;
            const isToday = point.value === sweep.current;
            const isStrictest = point.value === sweep.strictest_with_all_confirmed;
            const words = needed(point.value);
            return (
              <tr
                key={point.value}
                data-marked={point.value === marked}
                onMouseEnter={() => mark(point.value)}
              >
                <th scope="row">
                  {take ? (
                    <UnstyledButton
                      className={classes['takeButton']}
                      aria-label={say('backtests.takeLabel', { words })}
                      onClick={() => take(point.value)}
                      onFocus={() => mark(point.value)}
                    >
                      {words}
                    </UnstyledButton>
                  ) : (
                    words
                  )}
                  {isToday && <span data-mark="today">{say('backtests.today')}</span>}
                  {isStrictest && <span data-mark="strictest">{say('backtests.strictestShort')}</span>}
                </th>
                <td>{number.format(point.alerts_per_week)}</td>
                <td data-wide>{number.format(median)}</td>
                <td data-wide>{number.format(p90)}</td>
                <td data-wide>{number.format(max)}</td>
                <td>{number.format(point.confirmed)}</td>
                <td>{number.format(point.false_alarms)}</td>
                <td data-wide>{number.format(point.unknown)}</td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </div>
  );
}
