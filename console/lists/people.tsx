import { Autocomplete } from '@mantine/core';
import type { AutocompleteProps } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { ReactNode } from 'react';
import { read, useFleet } from '../api/index.ts';
import { useSay } from '../language/index.ts';

const MOST = 200;

/** People whom the fleet knows, by source. */
interface People {
  /** The person now on call in each rotation. */
  readonly onCall: readonly string[];
  /** Other people of rotations, and users; only an admin sees the users. */
  readonly others: readonly string[];
}

/**
 * Returns the known people. Readers who are limited to groups get none, because rotations and users belong to the whole fleet.
 */
function usePeople(): People {
  const { id: fleet, groups, mayAdminister } = useFleet();
  const path = { path: { fleet } };
  const isWhole = groups === undefined;
  const now = useQuery({
    ...read('/api/v1/fleets/{fleet}/on-call', { params: path }),
    enabled: isWhole,
  });
  const rotations = useQuery({
    ...read('/api/v1/fleets/{fleet}/rotations', { params: { ...path, query: { limit: MOST } } }),
    enabled: isWhole,
  });
  const users = useQuery({
    ...read('/api/v1/fleets/{fleet}/users', { params: { ...path, query: { limit: MOST } } }),
    enabled: isWhole && mayAdminister,
  });
  return useMemo(() => {
    const onCall = distinct((now.data?.items ?? []).map(({ person }) => person));
    const inRotations = (rotations.data?.items ?? []).flatMap(({ rotation }) => namesIn(rotation));
    const others = [...inRotations, ...(users.data?.items ?? []).map(({ name }) => name)];
    return {
      onCall,
      others: distinct(others)
        .filter((name) => !onCall.includes(name))
        .sort((a, b) => a.localeCompare(b)),
    };
  }, [now.data, rotations.data, users.data]);
}

function namesIn(rotation: unknown): readonly string[] {
  const { people } = (rotation ?? {}) as { readonly people?: readonly { readonly name?: unknown }[] };
  return (people ?? []).flatMap(({ name }) => (typeof name === 'string' ? [name] : []));
}

function distinct(names: readonly string[]): readonly string[] {
  return [...new Set(names)];
}

/** Shows a field for a person: it offers known people, those on call first, and accepts any other name. */
export function PersonInput(props: Omit<AutocompleteProps, 'data'>): ReactNode {
  const say = useSay();
  const { onCall, others } = usePeople();
  const data = [
    ...(onCall.length > 0 ? [{ group: say('lists.onCall'), items: [...onCall] }] : []),
    ...(others.length > 0 ? [{ group: say('lists.people'), items: [...others] }] : []),
  ];
  return <Autocomplete {...props} data={data} limit={50} />;
}
