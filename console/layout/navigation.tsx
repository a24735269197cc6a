import { Link, useLocation } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import type { ReactNode } from 'react';
import { useFleet } from '../api/index.ts';
import { useSay } from '../language/index.ts';
import type { TextKey } from '../language/index.ts';
import { addressOf } from '../navigation/index.ts';
import { Icon } from './icons.tsx';
import type { IconName } from './icons.tsx';
import classes from './layout.module.css';

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

/** Entries within a thumb's reach on a phone; a button opens the others there. */
const IN_REACH = 4;

/** Shows the main navigation in its groups. A phone shows a bar with the first views of the day, and a menu with all others. */
export function Navigation({ entries }: { readonly entries: readonly NavigationEntry[] }): ReactNode {
  const say = useSay();
  const fleet = useFleet();
  const { pathname } = useLocation();
  const [isOpen, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => setOpen(false), [pathname]);
  const shown = entries.filter(({ isGroupScoped }) => fleet.groups === undefined || isGroupScoped);
  const day = shown.filter(({ group }) => (group ?? 'day') === 'day');
  const behind = shown.filter((entry) => !day.slice(0, IN_REACH).includes(entry));
  const isBehind = behind.some(({ view }) => pathname.startsWith(addressOf(fleet.id, view)));
  return (
    <nav
      className={classes['nav']}
      aria-label={say('shell.navigation')}
      onKeyDown={({ key }) => {
        if (key !== 'Escape' || !isOpen) return;
        setOpen(false);
        button.current?.focus();
      }}
    >
      <ul className={classes['navBar']}>
        {day.slice(0, IN_REACH).map((entry) => (
          <NavigationLink key={entry.view} entry={entry} />
        ))}
      </ul>
      <button
        ref={button}
        type="button"
        className={classes['navMore']}
        data-current={isBehind}
        aria-expanded={isOpen}
        aria-controls="navigation-more"
        onClick={() => setOpen(!isOpen)}
      >
        <Icon name="lists" />
        <span>{say('shell.navMore')}</span>
      </button>
      <div id="navigation-more" className={classes['navRest']} data-open={isOpen}>
        {GROUPS.map((group) => {
          const its = behind.filter((entry) => (entry.group ?? 'day') === group);
          if (its.length === 0) return undefined;
          return (
            <div key={group}>
              {group !== 'day' && (
                <p className={classes['navHeading']} id={`navigation-${group}`}>
                  {say(`shell.navGroup_${group}`)}
                </p>
              )}
              <ul {...(group !== 'day' && { 'aria-labelledby': `navigation-${group}` })}>
                {its.map((entry) => (
                  <NavigationLink key={entry.view} entry={entry} />
                ))}
              </ul>
            </div>
          );
        })}
      </div>
    </nav>
  );
}

function NavigationLink({ entry: { view, label, icon } }: { readonly entry: NavigationEntry }): ReactNode {
  const say = useSay();
  const { id } = useFleet();
  return (
    <li>
      <Link
        to={view === '' ? addressOf(id) : addressOf(id, view)}
        className={classes['navLink']}
        activeOptions={{ exact: view === '' }}
      >
        <Icon name={icon} />
        <span>{say(label)}</span>
      </Link>
    </li>
  );
}
