import { AppShell, Burger, Group, NativeSelect, Space, Stack, Text } from '@mantine/core';
import { useLocation, useNavigate } from '@tanstack/react-router';
import { Suspense, lazy, useEffect, useRef, useState } from 'react';
import type { ReactNode } from 'react';
import { useFleet } from '../api/index.ts';
import type { Me } from '../api/index.ts';
import { useSay } from '../language/index.ts';
import type { Connection } from '../live/index.ts';
import { addressOf } from '../navigation/index.ts';
import classes from './layout.module.css';
import { Navigation } from './navigation.tsx';
import type { NavigationEntry } from './navigation.tsx';
import { Notice } from './states.tsx';
import { useTimes } from './when.tsx';

/** Loaded apart, because menus bring much code that the first load does not need. */
const AccountMenu = lazy(async () => ({ default: (await import('./accountMenu.tsx')).AccountMenu }));

/** Milliseconds until a lost stream is shown, because a restart of the server interrupts it briefly. */
const LOST_AFTER_MS = 4_000;

const LINE = { borderColor: 'var(--line)' };
const AT_ONCE = { transition: 'none' } as const;

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
  const { name } = useFleet();
  const { pathname } = useLocation();
  const isLost = useLongLost(props.connection);
  const [isOpen, setOpen] = useState(false);
  const burger = useRef<HTMLButtonElement>(null);
  useEffect(() => setOpen(false), [pathname]);
  return (
    <AppShell
      header={{ height: { base: 56, sm: 0 } }}
      navbar={{ width: 232, breakpoint: 'sm' }}
      padding={{ base: 'md', sm: 'xl' }}
      // Without a transition a rotated phone shows its layout at once, also in the frame in between.
      styles={{ header: { ...LINE, ...AT_ONCE }, navbar: { ...LINE, ...AT_ONCE }, main: AT_ONCE }}
      onKeyDown={({ key }) => {
        if (key !== 'Escape' || !isOpen) return;
        setOpen(false);
        burger.current?.focus();
      }}
    >
      <a className={classes['skip']} href="#content">
        {say('shell.skip')}
      </a>
      <AppShell.Header hiddenFrom="sm" bg="var(--surface)">
        <Group h="100%" px="md" gap="sm" wrap="nowrap">
          <Burger
            ref={burger}
            opened={isOpen}
            onClick={() => setOpen(!isOpen)}
            size="sm"
            aria-label={say('shell.navigation')}
            aria-expanded={isOpen}
            aria-controls="navigation"
          />
          <Mark />
          <Text fw={600} truncate>
            {name}
          </Text>
        </Group>
      </AppShell.Header>
      <AppShell.Navbar
        id="navigation"
        aria-label={say('shell.navigation')}
        // A narrow screen draws it only while it is open, so that its links are not reached behind the view.
        {...(!isOpen && { visibleFrom: 'sm' as const })}
        bg="var(--surface)"
        p="sm"
      >
        <Group gap={10} px={8} py={6} mb="xs" fw={680} fz={17} visibleFrom="sm">
          <Mark />
          Tripline
        </Group>
        <FleetSwitch me={me} />
        <AppShell.Section grow my="sm" style={{ overflowY: 'auto' }}>
          <Navigation entries={entries} />
        </AppShell.Section>
        <Stack gap={6} px={8} mb="sm" fz="xs" c="dimmed" align="flex-start">
          {me.sandbox && (
            <Text span inherit px={8} py={2} bdrs="sm" c="var(--warning)" bg="var(--warning-soft)">
              {say('shell.sandbox')}
            </Text>
          )}
          <span>{say('shell.times', { zone })}</span>
          <a href="/docs/">{say('shell.nav_api')}</a>
        </Stack>
        <Suspense fallback={<Space h={36} />}>
          <AccountMenu me={me} />
        </Suspense>
      </AppShell.Navbar>
      <AppShell.Main id="content" maw={1712} tabIndex={-1} style={{ outline: 'none' }}>
        {isLost && (
          <Notice tone="warning" icon="lost" role="status">
            {say('shell.offline')}
          </Notice>
        )}
        {props.children}
      </AppShell.Main>
    </AppShell>
  );
}

function FleetSwitch({ me }: { readonly me: Me }): ReactNode {
  const say = useSay();
  const fleet = useFleet();
  const navigate = useNavigate();
  if (me.fleets.length < 2)
    return (
      <Text px={8} size="sm" c="dimmed" visibleFrom="sm">
        {fleet.name}
      </Text>
    );
  return (
    <NativeSelect
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
