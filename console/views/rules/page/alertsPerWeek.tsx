import { Group, Space } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { read, useFleet } from '../../../api/index.ts';
import { useSay } from '../../../language/index.ts';
import { Bars, Figure, Loaded, Section, useTimes } from '../../../layout/index.ts';
import { daysBefore, useNow } from '../../../time/index.ts';

const WEEKS = 12;
const A_WEEK = 7;

/** Shows the number of alerts that the rule sent in each of the last twelve weeks. The last week ends today. */
export function AlertsPerWeek({ rule }: { readonly rule: string }): ReactNode {
  const say = useSay();
  const { id: fleet } = useFleet();
  const times = useTimes();
  const days = daysBefore(times.dateOf(useNow(60_000)), WEEKS * A_WEEK);
  const range = { from: days[0]!, to: days.at(-1)! };
  const query = useQuery(
    read('/api/v1/fleets/{fleet}/statistics/alerts', {
      params: { path: { fleet }, query: { rule, ...range } },
    }),
  );
  return (
    <Section title={say('rules.perWeek')} aside={say('rules.perWeekRange', { weeks: WEEKS })}>
      <Loaded query={query} rows={2}>
        {({ items }) => {
          const weeks = Array.from({ length: WEEKS }, (_, week) => {
            const of = new Set(days.slice(week * A_WEEK, (week + 1) * A_WEEK));
            const counted = items.filter(({ date }) => of.has(date));
            return {
              sent: counted.reduce((sum, { sent }) => sum + sent, 0),
              stopped: counted.reduce((sum, { stopped }) => sum + stopped, 0),
            };
          });
          const last = weeks.at(-1)!;
          return (
            <>
              <Figure value={last.sent} note={say('rules.lastWeek', { stopped: last.stopped })} />
              <Space h="sm" />
              <Bars
                values={weeks.map(({ sent }) => sent)}
                height={84}
                label={say('rules.weeksChart', { values: weeks.map(({ sent }) => sent).join(', ') })}
              />
              <Group justify="space-between" mt={4} fz="xs" c="dimmed" aria-hidden="true">
                <span>{times.day(range.from)}</span>
                <span>{times.day(range.to)}</span>
              </Group>
            </>
          );
        }}
      </Loaded>
    </Section>
  );
}
