import type { ReactNode } from 'react';
import { useSay } from '../language/index.ts';
import { useFilters } from '../navigation/index.ts';
import { useDays } from './days.ts';
import { DriverSelect } from './driverSelect.tsx';
import { FilterDays, FilterSelect, FilterText, Filters } from './filters.tsx';
import { RuleSelect } from './ruleSelect.tsx';

/** A filter with few values; its name in the address is the parameter of the API, unless `query` says otherwise. */
interface Choice {
  readonly name: string;
  readonly label: string;
  readonly options: readonly { readonly value: string; readonly label: string }[];
  /** The label of the option for any value; `Any` when absent. */
  readonly any?: string | undefined;
  /** The parameters of the API for a chosen value, or for none. */
  readonly query?: (value: string | undefined) => Readonly<Record<string, string>>;
}

/** A filter of a list: by a driver or rule chosen by name or typed as it is, by days, or with few values. */
export type ListFilter = 'driver' | 'rule' | 'days' | 'typedDriver' | 'typedRule' | Choice;

/** Shows the filters above a list. Their values stand in the address. */
export function ListFilters({ filters }: { readonly filters: readonly ListFilter[] }): ReactNode {
  if (filters.length === 0) return undefined;
  return (
    <Filters>
      {filters.map((each) => (
        <FilterField key={typeof each === 'string' ? each : each.name} filter={each} />
      ))}
    </Filters>
  );
}

/** Returns the parameters of the API for the filters as the address has them. */
export function useFilterQuery(filters: readonly ListFilter[]): Values {
  const [values] = useFilters(filters.flatMap(namesOf));
  const days = useDays(values);
  return Object.fromEntries(filters.flatMap((each) => Object.entries(queryOf(each, values, days))));
}

type Values = Readonly<Record<string, string | undefined>>;

/** Returns the names of a filter in the address. */
function namesOf(filter: ListFilter): readonly string[] {
  if (filter === 'days') return ['from', 'to'];
  if (typeof filter !== 'string') return [filter.name];
  return [filter === 'driver' || filter === 'typedDriver' ? 'driver' : 'rule'];
}

/** Returns the parameters of the API for a filter. A value that is not among a filter's options is treated as absent. */
function queryOf(filter: ListFilter, values: Values, days: Values): Values {
  if (filter === 'days') return days;
  const name = namesOf(filter)[0]!;
  const value = values[name];
  if (typeof filter === 'string')
    return value === undefined ? {} : { [name === 'driver' ? 'driver_id' : name]: value };
  const known = filter.options.find((each) => each.value === value)?.value;
  if (filter.query) return filter.query(known);
  return known === undefined ? {} : { [name]: known };
}

function FilterField({ filter }: { readonly filter: ListFilter }): ReactNode {
  const say = useSay();
  const [values, set] = useFilters(namesOf(filter));
  const name = namesOf(filter)[0]!;
  const field = { value: values[name], set: (next: string | undefined) => set({ [name]: next }) };
  switch (filter) {
    case 'driver':
      return <DriverSelect {...field} />;
    case 'rule':
      return <RuleSelect {...field} />;
    case 'typedDriver':
      return <FilterText label={say('words.driver')} {...field} />;
    case 'typedRule':
      return <FilterText label={say('words.rule')} {...field} />;
    case 'days':
      return <FilterDays from={values['from']} to={values['to']} set={set} />;
    default:
      return <FilterSelect label={filter.label} options={filter.options} any={filter.any} {...field} />;
  }
}
