import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { client, meQuery, useFleet, useSpeaker } from '../../api/index.ts';
import type { components } from '../../api/index.ts';
import { useSay } from '../../language/index.ts';
import { ToneBadge, When } from '../../layout/index.ts';
import { ActionDialog, List, ListSection, Row, useAct } from '../../lists/index.ts';

type User = components['schemas']['User'];
type Action = 'disable' | 'enable' | 'sign-out';

const TEXT = { disable: 'disable', enable: 'enable', 'sign-out': 'signOut' } as const;

/** Lists the people who have signed in to the fleet. */
export function People(): ReactNode {
  const say = useSay();
  const [asked, setAsked] = useState<{ readonly user: User; readonly action: Action }>();
  return (
    <ListSection title={say('users.people')}>
      <List
        path="/api/v1/fleets/{fleet}/users"
        label={say('users.people')}
        empty={{ icon: 'users', title: say('users.peopleNone'), help: say('users.peopleNoneHelp') }}
        row={(user) => <PersonRow key={user.id} user={user} ask={(action) => setAsked({ user, action })} />}
      />
      <PersonDialog asked={asked} close={() => setAsked(undefined)} />
    </ListSection>
  );
}

function PersonRow({
  user,
  ask,
}: {
  readonly user: User;
  readonly ask: (action: Action) => void;
}): ReactNode {
  const say = useSay();
  const { data: me } = useQuery(meQuery);
  // Readers cannot disable themselves, because the server refuses that.
  const ofActive: readonly Action[] = me?.user?.id === user.id ? ['sign-out'] : ['sign-out', 'disable'];
  const actions: readonly Action[] = user.state === 'disabled' ? ['enable'] : ofActive;
  return (
    <Row
      badge={
        <ToneBadge
          tone={user.state === 'active' ? 'good' : 'info'}
          icon={user.state === 'active' ? 'person' : 'cross'}
          isQuiet
        >
          {user.state === 'active' && user.role !== undefined
            ? say(`users.role_${user.role}`)
            : say(`users.state_${user.state}`)}
        </ToneBadge>
      }
      title={user.name}
      lines={[
        user.email,
        user.groups && say('users.groups', { names: user.groups.join(', ') }),
        say('users.issuer', { issuer: user.issuer }),
      ]}
      time={
        <>
          {say('users.signedIn')} <When at={user.last_sign_in_at} as="relative" />
        </>
      }
      actions={actions.map((action) => (
        <Button
          key={action}
          size="compact-sm"
          variant="default"
          aria-label={`${say(`users.${TEXT[action]}`)}: ${user.name}`}
          onClick={() => ask(action)}
        >
          {say(`users.${TEXT[action]}`)}
        </Button>
      ))}
    />
  );
}

function PersonDialog({
  asked,
  close,
}: {
  readonly asked: { readonly user: User; readonly action: Action } | undefined;
  readonly close: () => void;
}): ReactNode {
  const say = useSay();
  const { id: fleet } = useFleet();
  const by = useSpeaker();
  const act = useAct();
  const action = asked?.action ?? 'sign-out';
  const text = TEXT[action];
  return (
    <ActionDialog
      opened={asked !== undefined}
      close={close}
      title={`${say(`users.${text}`)}: ${asked?.user.name ?? ''}`}
      help={say(`users.${text}Help`)}
      place={`user:${asked?.user.id ?? ''}:${action}`}
      reason={{ label: say('lists.why') }}
      submit={say(`users.${text}`)}
      isDangerous={action === 'disable'}
      run={async (why) => {
        const init = {
          params: { path: { fleet, id: asked?.user.id ?? '' } },
          body: { why, ...by },
        };
        const path = '/api/v1/fleets/{fleet}/users/{id}';
        const call =
          action === 'disable'
            ? client.POST(`${path}/disable`, init)
            : action === 'enable'
              ? client.POST(`${path}/enable`, init)
              : client.POST(`${path}/sign-out`, init);
        return (await act(call, { done: say(`users.${text}Done`), stale: ['/users'] })) !== undefined;
      }}
    />
  );
}
