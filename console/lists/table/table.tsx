import { Table as MantineTable, UnstyledButton } from '@mantine/core';
import type { TableProps, TableTrProps } from '@mantine/core';
import { getCoreRowModel, getSortedRowModel, useReactTable } from '@tanstack/react-table';
import type { ColumnDef, Column as TableColumn } from '@tanstack/react-table';
import type { ReactNode } from 'react';
import { LOCALES, useLanguage } from '../../language/index.ts';
import { Icon } from '../../layout/index.ts';
import { useOrder } from './order.ts';
import type { Order } from './order.ts';
import classes from './table.module.css';

/** A column of a table. The first one names its row. */
export interface Column<Item> {
  readonly id: string;
  readonly label: string;
  readonly cell: (item: Item) => ReactNode;
  /** Returns the value to sort rows by; without it the column cannot be sorted. A row without a value is last. */
  readonly by?: (item: Item) => number | string | undefined;
  /** Whether the first press shows the largest first. */
  readonly isLargestFirst?: boolean;
  /** Whether the column is left out on a narrow screen. */
  readonly isWide?: boolean;
}

/** Leaves a column out on a narrow screen. */
const WIDE = { visibleFrom: 'sm' } as const;

/**
 * Shows rows of figures, sorted by the columns that can be compared. Its roles are explicit, because browsers drop them from a
 * table that is laid out as cards on a narrow screen.
 */
export function Table<Item>({
  label,
  columns,
  rows,
  keyOf,
  start,
  rowProps,
  ...look
}: {
  readonly label?: string;
  readonly columns: readonly Column<Item>[];
  readonly rows: readonly Item[];
  readonly keyOf: (item: Item) => string;
  /** The order while the address has none; equal rows keep the given order. */
  readonly start?: Order;
  readonly rowProps?: (item: Item) => TableTrProps;
} & Pick<
  TableProps,
  'className' | 'highlightOnHover' | 'stickyHeader' | 'tabularNums' | 'verticalSpacing'
>): ReactNode {
  const { language } = useLanguage();
  const [order = start, setOrder] = useOrder();
  const sorted = columns.some(({ id, by }) => by && id === order?.id) ? order : start;
  const compare = new Intl.Collator(LOCALES[language], { numeric: true }).compare;
  const table = useReactTable<Item>({
    data: rows as Item[],
    columns: columns.map(({ id, by, isLargestFirst = false }): ColumnDef<Item> => ({
      id,
      ...(by && { accessorFn: by }),
      sortDescFirst: isLargestFirst,
      sortUndefined: false,
      // The package's own way to keep these rows last gives two of them no order, and shuffles them.
      sortingFn(one, other) {
        const [a, b] = [one, other].map((row) => row.getValue<number | string | undefined>(id));
        if (a === undefined || b === undefined)
          return (Number(a === undefined) - Number(b === undefined)) * (sorted?.desc ? -1 : 1);
        return typeof a === 'number' && typeof b === 'number' ? a - b : compare(String(a), String(b));
      },
    })),
    state: { sorting: sorted ? [sorted] : [] },
    onSortingChange(update) {
      const [next] = typeof update === 'function' ? update(sorted ? [sorted] : []) : update;
      if (next) setOrder(next);
    },
    enableSortingRemoval: false,
    enableMultiSort: false,
    autoResetAll: false,
    getRowId: keyOf,
    getCoreRowModel: getCoreRowModel(),
    getSortedRowModel: getSortedRowModel(),
  });
  return (
    <MantineTable role="table" aria-label={label} {...look}>
      <MantineTable.Thead role="rowgroup">
        <MantineTable.Tr role="row">
          {columns.map((column) => (
            <Heading key={column.id} {...column} sorting={table.getColumn(column.id)} />
          ))}
        </MantineTable.Tr>
      </MantineTable.Thead>
      <MantineTable.Tbody role="rowgroup">
        {table.getRowModel().rows.map(({ id: row, original }) => (
          <MantineTable.Tr key={row} role="row" {...rowProps?.(original)}>
            {columns.map(({ id, cell, isWide }, at) =>
              at === 0 ? (
                <MantineTable.Th key={id} role="rowheader" scope="row" fw={400}>
                  {cell(original)}
                </MantineTable.Th>
              ) : (
                <MantineTable.Td key={id} role="cell" {...(isWide === true && WIDE)}>
                  {cell(original)}
                </MantineTable.Td>
              ),
            )}
          </MantineTable.Tr>
        ))}
      </MantineTable.Tbody>
    </MantineTable>
  );
}

/** Shows a column's heading: a button where rows can be sorted by it. */
function Heading<Item>(props: Column<Item> & { readonly sorting: TableColumn<Item> | undefined }): ReactNode {
  const { label, by, isWide, sorting } = props;
  const sorted = sorting?.getIsSorted() ?? false;
  return (
    <MantineTable.Th
      {...{ role: 'columnheader', scope: 'col', fz: 'xs', fw: 600, c: 'dimmed' }}
      {...(isWide === true && WIDE)}
      aria-sort={sorted === false ? undefined : sorted === 'asc' ? 'ascending' : 'descending'}
    >
      {by ? (
        <UnstyledButton
          className={classes['sort'] ?? ''}
          data-sorted={sorted}
          onClick={sorting?.getToggleSortingHandler()}
        >
          {label}
          <Icon name="up" size={12} />
        </UnstyledButton>
      ) : (
        label
      )}
    </MantineTable.Th>
  );
}
