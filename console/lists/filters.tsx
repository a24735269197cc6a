import { Select, SimpleGrid, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { useSay } from '../language/index.ts';
import classes from './lists.module.css';
import { PersonInput } from './people.tsx';
import { useFirstFit } from './firstFit.ts';

/** Shows the filters above a list. */
export function Filters({ children }: { readonly children: ReactNode }): ReactNode {
  const say = useSay();
  return (
    <div className={classes['filters']} role="search" aria-label={say('lists.filters')}>
      {children}
    </div>
  );
}

interface FilterProps {
  readonly label: string;
  readonly value: string | undefined;
  readonly set: (value: string | undefined) => void;
}

/** Shows a text filter, which applies when the field is left, or with Enter. */
export function FilterText({ label, value, set }: FilterProps): ReactNode {
  return (
    <TextInput
      key={value ?? ''}
      label={label}
      defaultValue={value ?? ''}
      onBlur={({ currentTarget }) => {
        if (currentTarget.value.trim() !== (value ?? '')) set(currentTarget.value.trim());
      }}
      onKeyDown={({ key, currentTarget }) => key === 'Enter' && set(currentTarget.value.trim())}
    />
  );
}

/** Shows a filter by a person, chosen or typed: it applies when a name is chosen, when the field is left, or with Enter. */
export function FilterPerson(props: FilterProps): ReactNode {
  return <TypedPerson key={props.value ?? ''} {...props} />;
}

function TypedPerson({ label, value = '', set }: FilterProps): ReactNode {
  const [typed, setTyped] = useState(value);
  const apply = (name: string): void => {
    if (name.trim() !== value) set(name.trim());
  };
  return (
    <PersonInput
      label={label}
      value={typed}
      onChange={setTyped}
      onOptionSubmit={apply}
      onBlur={() => apply(typed)}
      onKeyDown={({ key }) => key === 'Enter' && apply(typed)}
    />
  );
}

/** Shows a filter with few values and an option for any. A value that is not among them is treated as absent. */
export function FilterSelect({
  label,
  value,
  set,
  options,
  any,
}: FilterProps & {
  readonly options: readonly { readonly value: string; readonly label: string }[];
  /** The label of the option for any value; `Any` when absent. */
  readonly any?: string | undefined;
}): ReactNode {
  const say = useSay();
  const firstFit = useFirstFit();
  return (
    <Select
      {...firstFit}
      label={label}
      value={options.some((each) => each.value === value) ? (value ?? '') : ''}
      allowDeselect={false}
      searchable={options.length > MANY}
      nothingFoundMessage={say('lists.nothingFound')}
      data={[{ value: '', label: any ?? say('words.any') }, ...options]}
      onChange={(next) => set(next ?? undefined)}
    />
  );
}

/** With more options than this, which no glance takes in, the filter is searchable. */
const MANY = 12;

/** Shows a filter that is a date. */
export function FilterDate({ label, value, set }: FilterProps): ReactNode {
  return (
    <TextInput
      type="date"
      label={label}
      value={value ?? ''}
      onChange={({ currentTarget }) => set(currentTarget.value)}
    />
  );
}

/** Shows the filter of a list by its days, both included: two dates that stay side by side. */
export function FilterDays(props: {
  readonly from: string | undefined;
  readonly to: string | undefined;
  readonly set: (next: { readonly from?: string | undefined } | { readonly to?: string | undefined }) => void;
}): ReactNode {
  const say = useSay();
  const { from, to, set } = props;
  return (
    <SimpleGrid cols={2} spacing="sm" className={classes['days'] ?? ''}>
      <FilterDate label={say('lists.from')} value={from} set={(next) => set({ from: next })} />
      <FilterDate label={say('lists.to')} value={to} set={(next) => set({ to: next })} />
    </SimpleGrid>
  );
}
