import { MultiSelect, Select, TextInput } from '@mantine/core';
import type { MultiSelectProps } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { client, read, useFleet, useSpeaker } from '../../api/index.ts';
import { once } from '../../kept/index.ts';
import { useSay } from '../../language/index.ts';
import { useTimes } from '../../layout/index.ts';
import {
  ActionDialog,
  RulesSelect,
  keep,
  kept,
  useAct,
  useDriverSearch,
  useFirstFit,
} from '../../lists/index.ts';
import { instantOf, useNow } from '../../time/index.ts';
import { ReachWords, useReach } from './reach.tsx';

const HOURS = ['1', '4', '12', '24', '72', '168'] as const;
const PLACE = 'silence:new';

/**
 * Shows the form for the scope, the end and the reason of a silence. Creating the silence empties the fields;
 * unsent fields are kept.
 */
export function NewSilence({
  opened,
  close,
}: {
  readonly opened: boolean;
  readonly close: () => void;
}): ReactNode {
  const say = useSay();
  const times = useTimes();
  const now = useNow();
  const { id: fleet, timezone } = useFleet();
  const by = useSpeaker();
  const act = useAct();
  const [hours, setHours] = useState<string | null>(null);
  const [wall, setWall] = useState('');
  const [rules, setRules] = useKept('rules');
  const [drivers, setDrivers] = useKept('drivers');
  const [groups, setGroups] = useKept('groups');
  const until =
    hours === 'at'
      ? instantOf(wall, timezone)
      : hours === null
        ? undefined
        : new Date(now.getTime() + Number(hours) * 3_600_000);
  const scope = {
    ...(rules.length > 0 && { rules: [...rules] }),
    ...(drivers.length > 0 && { drivers: [...drivers] }),
    ...(groups.length > 0 && { groups: [...groups] }),
  };
  const reach = useReach(scope, opened);
  const clear = (): void => {
    for (const set of [setRules, setDrivers, setGroups]) set([]);
    setHours(null);
    setWall('');
    keep(PLACE, '');
  };
  return (
    <ActionDialog
      opened={opened}
      close={close}
      title={say('silences.create')}
      help={say('silences.scopeHelp')}
      phrase={reach.phrase}
      place={PLACE}
      reason={{ label: say('silences.reason') }}
      submit={say('silences.create')}
      isReady={until !== undefined && until > now}
      run={async (reason) => {
        const made = await act(
          once([fleet, 'silence', reason, scope, hours, wall], async (key) => {
            const id = idOf(reason, key);
            const answer = await client.POST('/api/v1/fleets/{fleet}/silences', {
              params: { path: { fleet } },
              body: { id, reason, until: until!.toISOString(), ...scope, ...by },
            });
            // Only this action has the id. So a stored silence with the id is its own, and only the first
            // answer was lost.
            return answer.response.status === 409
              ? client.GET('/api/v1/fleets/{fleet}/silences/{id}', { params: { path: { fleet, id } } })
              : answer;
          }),
          { done: say('silences.doneCreate'), stale: ['/silences'] },
        );
        if (made) clear();
        return made !== undefined;
      }}
    >
      <RulesSelect label={say('silences.rules')} value={rules} set={setRules} />
      <DriverSelect value={drivers} set={setDrivers} />
      <GroupSelect value={groups} set={setGroups} />
      <Select
        label={say('silences.howLong')}
        placeholder={say('silences.choose')}
        required
        value={hours}
        allowDeselect={false}
        data={[
          ...HOURS.map((each) => ({
            value: each,
            label:
              Number(each) < 24
                ? say('silences.hours', { count: Number(each) })
                : say('silences.days', { count: Number(each) / 24 }),
          })),
          { value: 'at', label: say('silences.untilTime') },
        ]}
        onChange={setHours}
        {...(until &&
          hours !== 'at' && {
            description: say('silences.endsAt', { time: times.dateTime(until.toISOString()) }),
          })}
      />
      {hours === 'at' && (
        <TextInput
          type="datetime-local"
          label={say('silences.untilLabel', { zone: times.zone })}
          value={wall}
          onChange={({ currentTarget }) => setWall(currentTarget.value)}
          {...(until && until <= now && { error: say('silences.isOver') })}
        />
      )}
      <ReachWords reach={reach} />
    </ActionDialog>
  );
}

interface SelectProps {
  readonly value: readonly string[];
  readonly set: (value: readonly string[]) => void;
}

function GroupSelect({ value, set }: SelectProps): ReactNode {
  const say = useSay();
  const { id: fleet } = useFleet();
  const { data } = useQuery(read('/api/v1/fleets/{fleet}/groups', { params: { path: { fleet } } }));
  return (
    <Choice
      label={say('silences.groups')}
      {...useFirstFit()}
      searchable
      data={[...new Set([...(data?.items ?? []).map(({ id }) => id), ...value])]}
      nothingFoundMessage={say('lists.nothingFound')}
      value={value}
      set={set}
    />
  );
}

function DriverSelect({ value, set }: SelectProps): ReactNode {
  const say = useSay();
  return <Choice label={say('silences.drivers')} {...useDriverSearch(value)} value={value} set={set} />;
}

function Choice({
  value,
  set,
  ...given
}: SelectProps & Omit<MultiSelectProps, 'value' | 'onChange'>): ReactNode {
  const say = useSay();
  return (
    <MultiSelect
      {...given}
      placeholder={value.length === 0 ? say('words.any') : ''}
      value={[...value]}
      onChange={set}
      hidePickedOptions
      comboboxProps={{ withinPortal: true }}
    />
  );
}

/** Returns chosen names and the function that sets them. The names survive a reload. */
function useKept(field: string): [readonly string[], (next: readonly string[]) => void] {
  const place = `${PLACE}:${field}`;
  const [value, setValue] = useState<readonly string[]>(() => kept(place).split('\n').filter(Boolean));
  return [
    value,
    (next) => {
      setValue(next);
      keep(place, next.join('\n'));
    },
  ];
}

/**
 * Returns an unused id made from the reason.
 * @param key of the action, which makes the id unique
 */
function idOf(reason: string, key: string): string {
  const words = reason
    .toLowerCase()
    .normalize('NFKD')
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 40);
  return [words, key.slice(0, 8)].filter((part) => part !== '').join('-');
}
