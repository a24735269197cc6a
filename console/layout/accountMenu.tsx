import { Button, Menu, useMantineColorScheme } from '@mantine/core';
import type { MantineColorScheme } from '@mantine/core';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { useFleet } from '../api/index.ts';
import type { Me } from '../api/index.ts';
import { LANGUAGES, useLanguage } from '../language/index.ts';
import { Icon } from './icons.tsx';
import { LeaveDialog } from './askToLeave.tsx';
import { useLeave } from './leave.ts';

const SCHEMES: readonly MantineColorScheme[] = ['light', 'dark', 'auto'];

/** Shows the name and role of the session, and offers language, appearance and signing out. */
export function AccountMenu({ me }: { readonly me: Me }): ReactNode {
  const { say, language, choose } = useLanguage();
  const { role } = useFleet();
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const leave = useLeave();
  const [isLeaving, setLeaving] = useState(false);
  return (
    <>
      <Menu position="top-start" width={240} withinPortal>
        <Menu.Target>
          <Button
            variant="default"
            justify="flex-start"
            fw={400}
            leftSection={<Icon name="person" />}
            aria-label={say('shell.account', { name: me.name })}
          >
            {me.name}
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Label>
            {me.name} · {say('shell.role', { role: say(`shell.role_${role}`) })}
          </Menu.Label>
          <Menu.Divider />
          <Menu.Label>{say('shell.language')}</Menu.Label>
          {LANGUAGES.map((each) => (
            <Menu.Item
              key={each}
              lang={each}
              aria-current={each === language}
              onClick={() => choose(each)}
              rightSection={each === language && <Icon name="check" size={15} />}
            >
              {say(`shell.language_${each}`)}
            </Menu.Item>
          ))}
          <Menu.Label>{say('shell.appearance')}</Menu.Label>
          {SCHEMES.map((each) => (
            <Menu.Item
              key={each}
              aria-current={each === colorScheme}
              onClick={() => setColorScheme(each)}
              rightSection={each === colorScheme && <Icon name="check" size={15} />}
            >
              {say(`shell.appearance_${each}`)}
            </Menu.Item>
          ))}
          <Menu.Divider />
          <Menu.Item onClick={() => void leave(false)}>{say('shell.signOut')}</Menu.Item>
          <Menu.Item onClick={() => setLeaving(true)}>{say('shell.signOutEverywhere')}</Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <LeaveDialog opened={isLeaving} close={() => setLeaving(false)} />
    </>
  );
}
