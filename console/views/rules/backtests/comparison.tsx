import type { ReactNode } from 'react';
import { useSay } from '../../../language/index.ts';
import type { Point, Sweep } from './backtest.ts';
import classes from './backtests.module.css';
import { FIGURES, useFigure } from './figures.ts';
import type { FigureName } from './figures.ts';

/** Shows the figures of the chosen value beside those of today's value, one figure in each row. */
export function Comparison(props: {
  readonly sweep: Sweep;
  readonly point: Point;
  readonly today: Point;
  readonly value: (value: number) => string;
}): ReactNode {
  const { sweep, point, today, value } = props;
  const say = useSay();
  const figure = useFigure();
  const hasIncidents = sweep.points.some((each) => each.confirmed + each.false_alarms > 0);
  const row = (name: FigureName, label = say(`backtests.${name}`)): ReactNode => (
    <tr>
      <th scope="row">{label}</th>
      <td>{figure(FIGURES[name](point))}</td>
      <td>{figure(FIGURES[name](today))}</td>
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
      <tbody>{row('alertsPerWeek')}</tbody>
      <tbody>
        {heading(say('backtests.perRecipientDay'))}
        {row('max')}
        {row('p90', say('backtests.p90Row'))}
        {row('median')}
      </tbody>
      {hasIncidents && (
        <tbody>
          {heading(say('backtests.incidents'))}
          {row('confirmed')}
          {row('falseAlarms')}
        </tbody>
      )}
      <tbody>{row('unknown', say('backtests.unknownTrips'))}</tbody>
    </table>
  );
}
