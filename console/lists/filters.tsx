import { Select, TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import { useSay } from '../language/index.ts';
import classes from './lists.module.css';

/** The filters above a list. */
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

/** A filter that is a text: it applies when the field is left, or with Enter. */
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

/** A filter with few values, and that none of them is asked for. A value that is not among them is as if it were absent. */
export function FilterSelect({
  label,
  value,
  set,
  options,
  any,
}: FilterProps & {
  readonly options: readonly { readonly value: string; readonly label: string }[];
  /** What no filter is called; `Any` when absent. */
  readonly any?: string;
}): ReactNode {
  const say = useSay();
  return (
    <Select
      label={label}
      value={options.some((each) => each.value === value) ? (value ?? '') : ''}
      allowDeselect={false}
      data={[{ value: '', label: any ?? say('words.any') }, ...options]}
      onChange={(next) => set(next ?? undefined)}
    />
  );
}

/** A filter that is a date. */
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
