import type { ReactNode } from 'react';
import { LOCALES, useLanguage } from '../../../language/index.ts';
import type { Point, Sweep } from './backtest.ts';
import classes from './backtests.module.css';

/** The chosen value beside today's, a figure a row. */
export function Comparison(props: {
  readonly sweep: Sweep;
  readonly point: Point;
  readonly today: Point;
  readonly value: (value: number) => string;
}): ReactNode {
  const { sweep, point, today, value } = props;
  const { say, language } = useLanguage();
  const number = new Intl.NumberFormat(LOCALES[language], { maximumFractionDigits: 1 });
  const hasIncidents = sweep.points.some((each) => each.confirmed + each.false_alarms > 0);
  const row = (label: string, of: (each: Point) => number): ReactNode => (
    <tr>
      <th scope="row">{label}</th>
      <td>{number.format(of(point))}</td>
      <td>{number.format(of(today))}</td>
    </tr>
  );
  const heading = (label: string): ReactNode => (
    <tr>
      <th scope="colgroup" colSpan={3} data-heading>
        {label}
      </th>
    </tr>
  );
  return (
    <table className={classes['comparison']} aria-label={say('backtests.compared')}>
      <thead>
        <tr>
          <td />
          <th scope="col">
            {say('backtests.chosen')}
            <strong>{value(point.value)}</strong>
          </th>
          <th scope="col">
            {say('backtests.today')}
            <strong>{value(today.value)}</strong>
          </th>
        </tr>
      </thead>
      <tbody>{row(say('backtests.alertsPerWeek'), (each) => each.alerts_per_week)}</tbody>
      <tbody>
        {heading(say('backtests.perRecipientDay'))}
        {row(say('backtests.max'), (each) => each.messages_per_recipient_day.max)}
        {row(say('backtests.p90Row'), (each) => each.messages_per_recipient_day.p90)}
        {row(say('backtests.median'), (each) => each.messages_per_recipient_day.median)}
      </tbody>
      {hasIncidents && (
        <tbody>
          {heading(say('backtests.incidents'))}
          {row(say('backtests.confirmed'), (each) => each.confirmed)}
          {row(say('backtests.falseAlarms'), (each) => each.false_alarms)}
        </tbody>
      )}
      <tbody>{row(say('backtests.unknownTrips'), (each) => each.unknown)}</tbody>
    </table>
  );
}
