import { useQuery } from '@tanstack/react-query';
import { createContext, use } from 'react';
import type { ReactNode } from 'react';
import { meQuery, speaker } from './session.ts';
import type { Me } from './session.ts';

/** The fleet that is shown, and the reader's rights in it. */
export interface Fleet {
  readonly id: string;
  readonly name: string;
  readonly timezone: string;
  readonly language: string;
  readonly role: Me['fleets'][number]['role'];
  /** Whether the reader may answer incidents and write drafts. Views hide each button that the API would answer with 403. */
  readonly mayEdit: boolean;
  readonly mayAdminister: boolean;
  /** The groups that the reader is limited to; absent: the whole fleet. */
  readonly groups?: readonly string[] | undefined;
}

const Context = createContext<Fleet | undefined>(undefined);

/** Gives views their fleet. */
export function FleetProvider(props: {
  readonly fleet: Me['fleets'][number];
  readonly children: ReactNode;
}): ReactNode {
  const { id, name, timezone, language, role, groups } = props.fleet;
  const value = {
    id,
    name,
    timezone,
    language,
    role,
    mayEdit: role !== 'viewer',
    mayAdminister: role === 'admin',
    groups,
  };
  return <Context value={value}>{props.children}</Context>;
}

/** Returns the fleet of the address. */
export function useFleet(): Fleet {
  const fleet = use(Context);
  if (!fleet) throw new Error('There is no FleetProvider.');
  return fleet;
}

/**
 * Returns the name on whose behalf a request acts. A person needs none, because the session names them. A session of a service
 * token, which is no person, sends the name given at sign-in.
 */
export function useSpeaker(): { readonly by?: string } {
  const { data: me } = useQuery(meQuery);
  if (!me || me.user) return {};
  return { by: speaker() || me.name };
}
