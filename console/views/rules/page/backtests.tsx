import { Button, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { read, useFleet } from '../../../api/index.ts';
import { useSay } from '../../../language/index.ts';
import { Icon, Loaded, Quiet, Section, When, useTimes } from '../../../layout/index.ts';
import { Items } from '../../../lists/index.ts';
import { FleetLink } from '../../../navigation/index.ts';
import classes from './page.module.css';

const SHOWN = 8;
const EVERY_MS = 3_000;

/** Lists the rule's latest back-tests. */
export function Backtests({ rule, start }: { readonly rule: string; readonly start: () => void }): ReactNode {
  const say = useSay();
  const times = useTimes();
  const { id: fleet, mayEdit } = useFleet();
  const query = useQuery({
    ...read('/api/v1/fleets/{fleet}/backtests', {
      params: { path: { fleet }, query: { rule, limit: SHOWN } },
    }),
    refetchInterval: ({ state }) =>
      state.data?.items.some((each) => each.state === 'waiting' || each.state === 'running') === true
        ? EVERY_MS
        : false,
  });
  return (
    <Section title={say('rules.backtests')} flush>
      <Loaded query={query}>
        {({ items }) =>
          items.length === 0 ? (
            <Stack align="flex-start" gap="sm" px={18} pb={18}>
              <Text size="sm" c="dimmed">
                {say('rules.backtestsNone')}
              </Text>
              {mayEdit && (
                <Button variant="default" leftSection={<Icon name="chart" />} onClick={start}>
                  {say('rules.backtest')}
                </Button>
              )}
            </Stack>
          ) : (
            <Items>
              {items.map((each) => (
                <li key={each.id}>
                  <FleetLink to={['rules', rule, 'backtests', each.id]} className={classes['backtest']}>
                    <strong>
                      {times.day(each.from)} – {times.day(each.to)}
                    </strong>
                    <Quiet>
                      {each.version === 0
                        ? say('rules.ofDraft')
                        : say('rules.version', { version: each.version })}
                      {each.sweep !== undefined && ` · ${say('backtests.withSweep')}`}
                      {' · '}
                      {each.state === 'done' ? (
                        <When at={each.created_at} as="relative" />
                      ) : (
                        say(`backtests.state_${each.state}`)
                      )}
                    </Quiet>
                  </FleetLink>
                </li>
              ))}
            </Items>
          )
        }
      </Loaded>
    </Section>
  );
}
