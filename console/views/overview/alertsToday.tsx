import { Space } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { read, useFleet } from '../../api/index.ts';
import type { Answer } from '../../api/index.ts';
import { useSay } from '../../language/index.ts';
import { Bars, Figure, Loaded, Section, useTimes } from '../../layout/index.ts';
import { daysBefore, useNow } from '../../time/index.ts';

const DAYS = 14;
type Statistics = Answer<'/api/v1/fleets/{fleet}/statistics/alerts-by-day'>;

/** Shows the number of today's alerts, compared with the days before. */
export function AlertsToday(): ReactNode {
  const say = useSay();
  const { id: fleet } = useFleet();
  const times = useTimes();
  const days = daysBefore(times.dateOf(useNow(60_000)), DAYS);
  const query = useQuery(
    read('/api/v1/fleets/{fleet}/statistics/alerts-by-day', {
      params: { path: { fleet }, query: { from: days[0]! } },
    }),
  );
  return (
    <Section title={say('overview.today')}>
      <Loaded query={query} rows={2}>
        {(data) => <Today data={data} dates={days} />}
      </Loaded>
    </Section>
  );
}

function Today({ data, dates }: { readonly data: Statistics; readonly dates: readonly string[] }): ReactNode {
  const say = useSay();
  const times = useTimes();
  const days = dates.map(
    (date) =>
      data.items.find((each) => each.date === date) ?? { date, total: 0, by_now: 0, sent: 0, stopped: 0 },
  );
  const last = days.at(-1)!;
  // Today is not over, so its total is compared with the totals of other days up to this time of day.
  const earlier = days.slice(0, -1).map(({ by_now: byNow }) => byNow);
  const sorted = [...earlier].sort((a, b) => a - b);
  const usual = sorted[Math.floor(sorted.length / 2)] ?? 0;
  return (
    <>
      <Figure
        value={String(last.total)}
        note={`${say('overview.usualDay', { count: usual })} · ${say('overview.sent', { count: last.sent })}, ${say('overview.stopped', { count: last.stopped })}`}
      />
      <Space h="sm" />
      <Bars
        height={56}
        isLastMarked
        values={days.map(({ total }) => total)}
        label={say('overview.chart', {
          days: DAYS,
          values: days.map(({ date, total }) => `${times.day(date)} ${total}`).join(', '),
        })}
      />
    </>
  );
}
