import { NativeSelect } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { Suspense, lazy, useEffect, useState } from 'react';
import type { ReactNode } from 'react';
import { useFleet } from '../api/index.ts';
import type { Me } from '../api/index.ts';
import { useSay } from '../language/index.ts';
import type { Connection } from '../live/index.ts';
import { addressOf } from '../navigation/index.ts';
import { Icon } from './icons.tsx';
import classes from './layout.module.css';
import { Navigation } from './navigation.tsx';
import type { NavigationEntry } from './navigation.tsx';
import { useTimes } from './when.tsx';

/** Loaded apart, because menus bring much code that the first load does not need. */
const AccountMenu = lazy(async () => ({ default: (await import('./accountMenu.tsx')).AccountMenu }));

/** Milliseconds until a lost stream is shown, because a restart of the server interrupts it briefly. */
const LOST_AFTER_MS = 4_000;

/** Shows the frame of every view: navigation, fleet, account, and a notice while live events do not arrive. */
export function Shell(props: {
  readonly me: Me;
  readonly connection: Connection;
  readonly entries: readonly NavigationEntry[];
  readonly children: ReactNode;
}): ReactNode {
  const { me, entries } = props;
  const say = useSay();
  const { zone } = useTimes();
  const isLost = useLongLost(props.connection);
  return (
    <div className={classes['shell']}>
      <a className={classes['skip']} href="#content">
        {say('shell.skip')}
      </a>
      <header className={classes['side']}>
        <div className={classes['brand']}>
          <Mark />
          <span>Tripline</span>
        </div>
        <FleetSwitch me={me} />
        <Navigation entries={entries} />
        <div className={classes['sideFoot']}>
          {me.sandbox && <span className={classes['sandbox']}>{say('shell.sandbox')}</span>}
          <span className={classes['zone']}>{say('shell.times', { zone })}</span>
          <a href="/docs/">{say('shell.nav_api')}</a>
        </div>
        <Suspense fallback={<div className={classes['account']} />}>
          <AccountMenu me={me} />
        </Suspense>
      </header>
      <main id="content" className={classes['content']} tabIndex={-1}>
        {isLost && (
          <div className={classes['banner']} role="status">
            <Icon name="lost" size={16} />
            {say('shell.offline')}
          </div>
        )}
        {props.children}
      </main>
    </div>
  );
}

function FleetSwitch({ me }: { readonly me: Me }): ReactNode {
  const say = useSay();
  const fleet = useFleet();
  const navigate = useNavigate();
  if (me.fleets.length < 2) return <div className={classes['fleetName']}>{fleet.name}</div>;
  return (
    <NativeSelect
      className={classes['fleetSwitch'] ?? ''}
      aria-label={say('shell.fleet')}
      value={fleet.id}
      data={me.fleets.map(({ id, name }) => ({ value: id, label: name }))}
      onChange={({ currentTarget }) => void navigate({ to: addressOf(currentTarget.value) })}
    />
  );
}

function useLongLost(connection: Connection): boolean {
  const [isLost, setLost] = useState(false);
  useEffect(() => {
    if (connection === 'open') return setLost(false);
    const timer = setTimeout(() => setLost(true), LOST_AFTER_MS);
    return () => clearTimeout(timer);
  }, [connection]);
  return isLost;
}

function Mark(): ReactNode {
  return (
    <svg width="26" height="26" viewBox="0 0 32 32" aria-hidden="true" focusable="false">
      <rect width="32" height="32" rx="8" fill="#0d766a" />
      <path
        d="M7 21.5c4.5 0 4.5-11 9-11s4.5 11 9 11"
        fill="none"
        stroke="#fff"
        strokeWidth="2.8"
        strokeLinecap="round"
      />
      <circle cx="16" cy="10.5" r="3" fill="#fff" />
    </svg>
  );
}
