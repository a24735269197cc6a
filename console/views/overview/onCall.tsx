import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { read, useFleet } from '../../api/index.ts';
import { useSay } from '../../language/index.ts';
import { Empty, Icon, Loaded, Section, useTimes } from '../../layout/index.ts';
import classes from './overview.module.css';

/** Shows the person on call now in each rotation. */
export function OnCall(): ReactNode {
  const say = useSay();
  const times = useTimes();
  const { id: fleet } = useFleet();
  const query = useQuery(read('/api/v1/fleets/{fleet}/on-call', { params: { path: { fleet } } }));
  return (
    <Section title={say('overview.onCall')}>
      <Loaded query={query} rows={2}>
        {({ items }) => {
          if (items.length === 0)
            return (
              <Empty icon="person" title={say('overview.onCallNone')}>
                {say('overview.onCallNoneHelp')}
              </Empty>
            );
          return (
            <ul className={classes['people']}>
              {items.map((each) => (
                <li key={each.rotation}>
                  <span className={classes['personIcon']}>
                    <Icon name="person" />
                  </span>
                  <span className={classes['rowMain']}>
                    <strong>{each.person}</strong>
                    <span>
                      {each.rotation_name ?? each.rotation} ·{' '}
                      {say('overview.onCallUntil', { time: times.dateTime(each.until) })}
                      {each.because === 'override' && ` · ${say('overview.onCallOverride')}`}
                    </span>
                  </span>
                </li>
              ))}
            </ul>
          );
        }}
      </Loaded>
    </Section>
  );
}
