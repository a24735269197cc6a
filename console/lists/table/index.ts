/** Tables whose rows are sorted by a press on a column's heading; the address holds the order. */
export { Table } from './table.tsx';
export type { Column } from './table.tsx';
export { useOrder } from './order.ts';
