import { NavLink, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useFleet } from '../api/index.ts';
import { useSay } from '../language/index.ts';
import type { TextKey } from '../language/index.ts';
import { addressOf } from '../navigation/index.ts';
import { Icon } from './icons.tsx';
import type { IconName } from './icons.tsx';

const GROUPS = ['day', 'rules', 'administration'] as const;

/** An entry of the main navigation; `view` is the part of the address after the fleet, empty for the overview. */
export interface NavigationEntry {
  readonly view: string;
  readonly label: TextKey;
  readonly icon: IconName;
  /** The heading above the entry; the daily work when absent. */
  readonly group?: (typeof GROUPS)[number];
  /** Present when readers who are limited to groups can use the view. */
  readonly isGroupScoped?: true;
}

/** Shows the links to all views in their groups. */
export function Navigation({ entries }: { readonly entries: readonly NavigationEntry[] }): ReactNode {
  const say = useSay();
  const fleet = useFleet();
  const shown = entries.filter(({ isGroupScoped }) => fleet.groups === undefined || isGroupScoped);
  return GROUPS.map((group) => {
    const its = shown.filter((entry) => (entry.group ?? 'day') === group);
    if (its.length === 0) return undefined;
    const heading = group === 'day' ? undefined : `navigation-${group}`;
    return (
      <div key={group}>
        {group !== 'day' && (
          <Text id={heading} size="xs" fw={600} c="dimmed" mx={10} mt="md" mb={4}>
            {say(`shell.navGroup_${group}`)}
          </Text>
        )}
        <ul aria-labelledby={heading}>
          {its.map((entry) => (
            <NavigationLink key={entry.view} entry={entry} />
          ))}
        </ul>
      </div>
    );
  });
}

function NavigationLink({ entry: { view, label, icon } }: { readonly entry: NavigationEntry }): ReactNode {
  const say = useSay();
  const { id } = useFleet();
  return (
    <li>
      <NavLink
        renderRoot={(props) => (
          <Link
            {...props}
            to={view === '' ? addressOf(id) : addressOf(id, view)}
            activeOptions={{ exact: view === '' }}
          />
        )}
        label={say(label)}
        leftSection={<Icon name={icon} />}
        px={10}
        bdrs="md"
      />
    </li>
  );
}
