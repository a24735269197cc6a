import { Select } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
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

/** Chooses a driver by a part of the name or the id; by the id where the fleet's drivers are not listed. */
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
 * Props of a list of drivers, who are too many to load: those whose name or id holds what is typed.
 * @param chosen ids that are listed in any case
 * @param named one of them whose name is not known yet
 */
export function useDriverSearch(chosen: readonly string[], named = '') {
  const say = useSay();
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
  const others = chosen.filter((id) => !found.some(({ value }) => value === id));
  const isAnswered = asked === typed && data !== undefined && !isPlaceholderData;
  return {
    ...useFirstFit(data),
    searchable: true,
    data: [...others.map((id) => ({ value: id, label: id })), ...found],
    nothingFoundMessage: isAnswered ? say('lists.noDriver') : undefined,
    onSearchChange: setTyped,
  };
}

function Listed({ value, set }: DriverFilter): ReactNode {
  const say = useSay();
  return (
    <Select
      {...useDriverSearch(value === undefined ? [] : [value], value)}
      label={say('words.driver')}
      placeholder={say('lists.chooseDriver')}
      clearable
      value={value ?? null}
      onChange={(next) => set(next ?? undefined)}
    />
  );
}
