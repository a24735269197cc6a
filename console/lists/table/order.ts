import { useFilters } from '../../navigation/index.ts';

/** The column that a table is sorted by. */
export interface Order {
  readonly id: string;
  readonly desc: boolean;
}

/**
 * Returns the order of a view's table from its address: `?sort=name`, and `?sort=-name` for the reverse. Undefined means the
 * order that the view begins with.
 */
export function useOrder(): [order: Order | undefined, setOrder: (next: Order) => void] {
  const [{ sort }, setFilters] = useFilters(['sort']);
  const desc = sort?.startsWith('-') === true;
  return [
    sort === undefined ? undefined : { id: desc ? sort.slice(1) : sort, desc },
    (next) => setFilters({ sort: `${next.desc ? '-' : ''}${next.id}` }),
  ];
}
