import { Flex } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { read, useFleet } from '../../api/index.ts';
import { useSay } from '../../language/index.ts';
import { Empty, IconItem, Loaded, Quiet, Section, useTimes } from '../../layout/index.ts';

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
            <Flex component="ul" direction="column" gap={14}>
              {items.map((each) => (
                <IconItem key={each.rotation} icon="person">
                  <strong>{each.person}</strong>
                  <br />
                  <Quiet>
                    {each.rotation_name ?? each.rotation} ·{' '}
                    {say('overview.onCallUntil', { time: times.dateTime(each.until) })}
                    {each.because === 'override' && ` · ${say('overview.onCallOverride')}`}
                  </Quiet>
                </IconItem>
              ))}
            </Flex>
          );
        }}
      </Loaded>
    </Section>
  );
}
