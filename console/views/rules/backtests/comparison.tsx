import { Table } from '@mantine/core';
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
    <Table.Tr>
      <Table.Th scope="row" fw={400}>
        {label}
      </Table.Th>
      <Table.Td {...CHOSEN}>{figure(FIGURES[name](point))}</Table.Td>
      <Table.Td c="dimmed">{figure(FIGURES[name](today))}</Table.Td>
    </Table.Tr>
  );
  const heading = (label: string): ReactNode => (
    <Table.Tr>
      <Table.Th scope="colgroup" colSpan={3}>
        {label}
      </Table.Th>
    </Table.Tr>
  );
  return (
    <Table className={classes['numbers'] ?? ''} tabularNums aria-label={say('backtests.compared')}>
      <Table.Thead>
        <Table.Tr>
          <Table.Td />
          <Table.Th scope="col" {...CHOSEN} fw={400}>
            {say('backtests.chosen')}
            <br />
            <strong>{value(point.value)}</strong>
          </Table.Th>
          <Table.Th scope="col" fw={400}>
            {say('backtests.today')}
            <br />
            <strong>{value(today.value)}</strong>
          </Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>{row('alertsPerWeek')}</Table.Tbody>
      <Table.Tbody>
        {heading(say('backtests.perRecipientDay'))}
        {row('max')}
        {row('p90', say('backtests.p90Row'))}
        {row('median')}
      </Table.Tbody>
      {hasIncidents && (
        <Table.Tbody>
          {heading(say('backtests.incidents'))}
          {row('confirmed')}
          {row('falseAlarms')}
        </Table.Tbody>
      )}
      <Table.Tbody>{row('unknown', say('backtests.unknownTrips'))}</Table.Tbody>
    </Table>
  );
}

/** The look of the column of the chosen value. */
const CHOSEN = { bg: 'var(--accent-soft)', fw: 650 } as const;
