import { Button, Group } from '@mantine/core';
import type { ReactNode } from 'react';
import { useLanguage } from '../../../language/index.ts';
import { ToneBadge } from '../../../layout/index.ts';
import { Table } from '../../../lists/table/index.ts';
import type { Column } from '../../../lists/table/index.ts';
import type { Point, Sweep } from './backtest.ts';
import classes from './backtests.module.css';
import { FIGURES, useFigure } from './figures.ts';
import type { FigureName } from './figures.ts';

const NAMES = Object.keys(FIGURES) as readonly FigureName[];
const ON_A_PHONE: ReadonlySet<FigureName> = new Set(['alertsPerWeek', 'confirmed', 'falseAlarms']);

/** Shows the exact numbers of the chart, also for keyboards and screen readers. */
export function SweepTable(props: {
  readonly sweep: Sweep;
  readonly marked: number;
  readonly needed: (value: number) => string;
  readonly mark: (value: number) => void;
  /** Takes a value into the draft; undefined for readers who may not edit. */
  readonly take: ((value: number) => void) | undefined;
}): ReactNode {
  const { sweep, marked, mark } = props;
  const { say } = useLanguage();
  const figure = useFigure();
  const label = say('backtests.tableLabel');
  const columns: readonly Column<Point>[] = [
    {
      id: 'value',
      label: say('backtests.chooseLabel'),
      by: ({ value }) => value,
      cell: ({ value }) => <Value {...props} value={value} />,
    },
    ...NAMES.map((id): Column<Point> => ({
      id,
      label: say(`backtests.${id}`),
      by: FIGURES[id],
      isLargestFirst: true,
      isWide: !ON_A_PHONE.has(id),
      cell: (point) => figure(FIGURES[id](point)),
    })),
  ];
  return (
    <div className={classes['scroll']} role="region" aria-label={label} tabIndex={0}>
      <Table
        className={classes['numbers'] ?? ''}
        stickyHeader
        tabularNums
        {...{ columns, rows: sweep.points, start: { id: 'value', desc: false } }}
        keyOf={({ value }) => String(value)}
        rowProps={({ value }) => ({
          ...(value === marked && { bg: 'var(--accent-soft)' }),
          onMouseEnter: () => mark(value),
        })}
      />
    </div>
  );
}

/** Shows a value that was tried. For editors it is a button that takes the value into the draft. */
function Value(props: Parameters<typeof SweepTable>[0] & { readonly value: number }): ReactNode {
  const { sweep, value, needed, mark, take } = props;
  const { say } = useLanguage();
  const words = needed(value);
  return (
    <Group gap="2px 8px">
      {take ? (
        <Button
          variant="transparent"
          size="compact-sm"
          p={0}
          aria-label={say('backtests.takeLabel', { words })}
          onClick={() => take(value)}
          onFocus={() => mark(value)}
        >
          {words}
        </Button>
      ) : (
        words
      )}
      {value === sweep.current && <Mark of="today">{say('backtests.today')}</Mark>}
      {value === sweep.strictest_with_all_confirmed && (
        <Mark of="strictest">{say('backtests.strictestShort')}</Mark>
      )}
    </Group>
  );
}

/** Marks the value of today, or the strictest one that keeps every confirmed incident. */
export function Mark(props: { readonly of: 'today' | 'strictest'; readonly children: string }): ReactNode {
  return (
    <ToneBadge
      {...(props.of === 'today' ? { tone: 'info', icon: 'clock' } : { tone: 'good', icon: 'check' })}
    >
      {props.children}
    </ToneBadge>
  );
}
