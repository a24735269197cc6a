import { Button, Center } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Navigate, Outlet, useParams, useRouter } from '@tanstack/react-router';
import type { ErrorComponentProps } from '@tanstack/react-router';
import { useEffect } from 'react';
import type { ReactNode } from 'react';
import { FleetProvider, meQuery, problemOf, useFleet } from '../api/index.ts';
import { useLanguage, useSay } from '../language/index.ts';
import { Empty, Failed, Loading, Shell } from '../layout/index.ts';
import { onLeft } from '../kept/index.ts';
import { useLive } from '../live/index.ts';
import type { Me } from '../api/index.ts';
import { addressOf } from '../navigation/index.ts';
import { NAVIGATION } from './views.ts';

/** Shows a view within the fleet of the address. A session that ends leads to the sign-in page, and back to this address. */
export function FleetFrame(): ReactNode {
  const { fleet: id }: { fleet?: string } = useParams({ strict: false });
  const query = useQuery(meQuery);
  const me = query.data;
  if (me === null) {
    const search = { return_to: location.pathname + location.search, ended: '1' };
    return <Navigate to="/sign-in" search={search} replace />;
  }
  if (me === undefined)
    return query.error ? <Failed error={query.error} retry={() => void query.refetch()} /> : <Loading />;
  const fleet = me.fleets.find((each) => each.id === id);
  if (!fleet) return <Missing />;
  return (
    <FleetProvider fleet={fleet} key={fleet.id}>
      <Framed me={me} fleet={fleet} />
    </FleetProvider>
  );
}

function Framed({ me, fleet }: { readonly me: Me; readonly fleet: Me['fleets'][number] }): ReactNode {
  const connection = useLive(fleet.id, fleet.groups);
  const { suggest } = useLanguage();
  useEffect(() => onLeft(() => location.assign('/sign-in')), []);
  useEffect(() => {
    localStorage.setItem('tripline.fleet', fleet.id);
    suggest(fleet.language);
  }, [fleet.id, fleet.language, suggest]);
  return (
    <Shell me={me} connection={connection} entries={NAVIGATION}>
      <Outlet />
    </Shell>
  );
}

/**
 * Replaces a view of the whole fleet for readers who are limited to groups. The fleet's start leads to the incidents, which
 * they may see.
 */
export function WholeFleetOnly({ isStart }: { readonly isStart: boolean }): ReactNode {
  const say = useSay();
  const { id, groups = [] } = useFleet();
  if (isStart) return <Navigate to={addressOf(id, 'incidents')} replace />;
  return (
    <Empty icon="person" title={say('shell.wholeFleet')}>
      {say('shell.wholeFleetHelp', { groups: groups.join(', ') })}
    </Empty>
  );
}

/** Shows that an address leads nowhere. */
export function Missing(): ReactNode {
  const say = useSay();
  return (
    <Center p="lg" mih="50dvh">
      <Empty icon="warning" title={say('shell.missing')}>
        <a href="/">{say('shell.toOverview')}</a>
      </Empty>
    </Center>
  );
}

/** Shows that the person who is signed in may see no fleet. */
export function NoFleet(): ReactNode {
  const say = useSay();
  return (
    <Center component="main" p="lg" mih="50dvh">
      <Empty icon="person" title={say('shell.noFleet')}>
        <a href="/sign-in">{say('signIn.title')}</a>
      </Empty>
    </Center>
  );
}

/** Shows that a view threw: an answer did not come, or the console has a defect. */
export function Broken({ error, reset }: ErrorComponentProps): ReactNode {
  const say = useSay();
  const router = useRouter();
  const retry = (): void => {
    reset();
    void router.invalidate();
  };
  if (problemOf(error) === error) return <Failed error={error} retry={retry} />;
  return (
    <Center p="lg" mih="50dvh" role="alert">
      <Empty icon="warning" title={say('shell.broken')}>
        <Button variant="default" mt="sm" onClick={() => location.reload()}>
          {say('shell.retry')}
        </Button>
      </Empty>
    </Center>
  );
}
