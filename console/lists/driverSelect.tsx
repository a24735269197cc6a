import { Select } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { read, useFleet } from '../api/index.ts';
import { useSay } from '../language/index.ts';
import { FilterText } from './filters.tsx';

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

function Listed({ value, set }: DriverFilter): ReactNode {
  const say = useSay();
  const { id: fleet } = useFleet();
  const [typed, setTyped] = useState('');
  const [asked] = useDebouncedValue(typed, PAUSE_MS);
  const search = asked.replace(/ \([^()]*\)$/, '').trim() || value || '';
  const { data } = useQuery({
    ...read('/api/v1/fleets/{fleet}/drivers', {
      params: { path: { fleet }, query: { limit: MOST, ...(search !== '' && { search }) } },
    }),
    placeholderData: keepPreviousData,
  });
  const found = (data?.items ?? []).map(({ driver_id: id, name }) => ({
    value: id,
    label: name === undefined ? id : `${name} (${id})`,
  }));
  const isListed = value === undefined || found.some((each) => each.value === value);
  return (
    <Select
      label={say('words.driver')}
      placeholder={say('lists.chooseDriver')}
      searchable
      clearable
      searchValue={typed}
      onSearchChange={setTyped}
      value={value ?? null}
      filter={({ options }) => options}
      data={isListed ? found : [{ value, label: value }, ...found]}
      nothingFoundMessage={say('lists.noDriver')}
      onChange={(next) => set(next ?? undefined)}
    />
  );
}
