import { MultiSelect, Select } from '@mantine/core';
import type { MultiSelectProps } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import type { ReactNode } from 'react';
import { read, useFleet } from '../api/index.ts';
import { useSay } from '../language/index.ts';
import { FilterText } from './filters.tsx';
import { useFirstFit } from './firstFit.ts';

const MOST = 20;
const PAUSE_MS = 250;

interface DriverFilter {
  readonly value: string | undefined;
  readonly set: (driver: string | undefined) => void;
}

/** Chooses a driver by a part of the name or the id; only by the id where the fleet's drivers are not listed. */
export function DriverSelect(filter: DriverFilter): ReactNode {
  const say = useSay();
  const { groups } = useFleet();
  return groups === undefined ? (
    <Listed {...filter} />
  ) : (
    <FilterText label={say('words.driver')} {...filter} />
  );
}

/**
 * Returns the props of a searched list of drivers, because there are too many to load. It offers those whose name or id
 * contains the typed text.
 * @param chosen ids that are always listed
 * @param named the chosen id whose name is not known yet
 * @param takesIds whether an unknown id can be chosen as it is typed
 */
export function useDriverSearch(
  chosen: readonly string[],
  { named = '', takesIds = false }: { readonly named?: string; readonly takesIds?: boolean } = {},
) {
  const say = useSay();
  // Names from earlier searches, so that a driver keeps the name when the next search does not find them.
  const names = useRef(new Map<string, string>());
  const { id: fleet } = useFleet();
  const [typed, setTyped] = useState('');
  const [asked] = useDebouncedValue(typed, PAUSE_MS);
  const search = asked.replace(/ \([^()]*\)$/, '').trim() || named;
  const { data, isPlaceholderData } = useQuery({
    ...read('/api/v1/fleets/{fleet}/drivers', {
      params: { path: { fleet }, query: { limit: MOST, ...(search !== '' && { search }) } },
    }),
    placeholderData: keepPreviousData,
  });
  const found = (data?.items ?? []).map(({ driver_id: id, name }) => ({
    value: id,
    label: name === undefined ? id : `${name} (${id})`,
  }));
  for (const { value, label } of found) names.current.set(value, label);
  const others = chosen.filter((id) => !found.some(({ value }) => value === id));
  const isAnswered = asked === typed && data !== undefined && !isPlaceholderData;
  const id = typed.trim();
  const isNew = takesIds && isAnswered && id !== '' && !chosen.includes(id);
  const asTyped = isNew && !found.some(({ value }) => value === id) ? [id] : [];
  return {
    ...useFirstFit(data),
    searchable: true,
    data: [
      ...others.map((each) => ({ value: each, label: names.current.get(each) ?? each })),
      ...found,
      ...asTyped.map((each) => ({ value: each, label: say('lists.driverAsTyped', { id: each }) })),
    ],
    nothingFoundMessage: isAnswered ? say('lists.noDriver') : undefined,
    onSearchChange: setTyped,
  };
}

function Listed({ value, set }: DriverFilter): ReactNode {
  const say = useSay();
  return (
    <Select
      {...useDriverSearch(value === undefined ? [] : [value], { named: value ?? '' })}
      label={say('words.driver')}
      placeholder={say('lists.chooseDriver')}
      clearable
      value={value ?? null}
      onChange={(next) => set(next ?? undefined)}
    />
  );
}

/**
 * Chooses drivers by a part of their names or ids. Any typed id is accepted, because a rule may name a driver before the first
 * trip.
 */
export function DriversSelect({
  value,
  set,
  ...given
}: {
  readonly value: readonly string[];
  readonly set: (drivers: string[]) => void;
} & Omit<MultiSelectProps, 'value' | 'onChange' | 'data'>): ReactNode {
  const search = useDriverSearch(value, { takesIds: true });
  const isAnswered = search.nothingFoundMessage !== undefined;
  return (
    <MultiSelect
      {...given}
      {...search}
      // Until the answer arrives, the options are filtered here, so that Enter cannot choose a driver who does not match. Then
      // they are not, because the API also finds names without accents.
      {...(isAnswered && { filter: ({ options }) => options })}
      value={[...value]}
      hidePickedOptions
      onChange={set}
      comboboxProps={{ withinPortal: true }}
    />
  );
}
