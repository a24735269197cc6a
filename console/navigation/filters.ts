import { useNavigate, useSearch } from '@tanstack/react-router';

/**
 * Returns the filters of a view from its address, so that a link to a list shows the list as its sender saw it. Values are
 * texts; an absent filter is undefined.
 * @param names the filters that the view knows
 */
export function useFilters<Name extends string>(
  names: readonly Name[],
): [
  filters: Readonly<Partial<Record<Name, string>>>,
  set: (next: Readonly<Partial<Record<Name, string | undefined>>>) => void,
] {
  const search: Readonly<Record<string, unknown>> = useSearch({ strict: false });
  const navigate = useNavigate();
  const filters = Object.fromEntries(
    names.flatMap((name) => {
      const value = search[name];
      return typeof value === 'string' && value !== '' ? [[name, value]] : [];
    }),
  ) as Partial<Record<Name, string>>;
  return [
    filters,
    (next) => {
      const merged = { ...search, ...next };
      const kept = Object.fromEntries(
        Object.entries(merged).filter(([, value]) => value !== undefined && value !== ''),
      );
      void navigate({ to: '.', search: kept, replace: true, resetScroll: false });
    },
  ];
}
