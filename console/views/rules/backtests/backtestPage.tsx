import { Button, Progress, Stack, Text } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { client, read, send, useFleet } from '../../../api/index.ts';
import { useLanguage, useSay } from '../../../language/index.ts';
import { BackLink, Card, Empty, Icon, Loaded, PageHeader, When, useTimes } from '../../../layout/index.ts';
import { nameOf } from '../parts/index.ts';
import { StartBacktest } from '../start/index.ts';
import { useStoredRule } from '../stored/index.ts';
import type { Backtest } from './backtest.ts';
import { ResultView } from './result.tsx';
import { SweepView } from './sweep.tsx';

const EVERY_MS = 1_000;

/** Shows a back-test: first its progress, then its result. */
export function BacktestPage(): ReactNode {
  const { backtest: id = '' }: { backtest?: string } = useParams({ strict: false });
  const { id: fleet } = useFleet();
  const { language } = useLanguage();
  const query = useQuery({
    ...read('/api/v1/fleets/{fleet}/backtests/{id}', {
      params: { path: { fleet, id }, query: { language } },
    }),
    refetchInterval: ({ state }) => (state.data && isAtWork(state.data) ? EVERY_MS : false),
  });
  return (
    <Loaded query={query} rows={8}>
      {(backtest) => <Shown backtest={backtest} />}
    </Loaded>
  );
}

function Shown({ backtest }: { readonly backtest: Backtest }): ReactNode {
  const say = useSay();
  const times = useTimes();
  const { mayEdit } = useFleet();
  const stored = useStoredRule(backtest.rule);
  const [isStarting, setStarting] = useState(false);
  const name = backtest.result?.rule.name ?? (stored.data ? nameOf(stored.data) : backtest.rule);
  const { result } = backtest;
  return (
    <>
      <BackLink to={['rules', backtest.rule]}>{name}</BackLink>
      <PageHeader
        title={say('backtests.title', { name })}
        lead={
          <>
            {say('backtests.range', { from: times.day(backtest.from), to: times.day(backtest.to) })}
            {' · '}
            {backtest.version === 0
              ? say('rules.ofDraft')
              : say('rules.version', { version: backtest.version })}
            {' · '}
            {say('words.by', { name: backtest.who })}, <When at={backtest.created_at} as="relative" />
          </>
        }
        actions={
          mayEdit &&
          stored.data && (
            <Button variant="default" leftSection={<Icon name="chart" />} onClick={() => setStarting(true)}>
              {say('backtests.again')}
            </Button>
          )
        }
      />
      {isAtWork(backtest) && <AtWork backtest={backtest} />}
      {(backtest.state === 'failed' || backtest.state === 'cancelled') && (
        <Card>
          <Empty icon="warning" title={say(`backtests.state_${backtest.state}`)}>
            {backtest.error ?? say('backtests.endedHelp')}
          </Empty>
        </Card>
      )}
      {result && (
        <Stack gap={18}>
          {result.sweep && <SweepView backtest={backtest} result={result} sweep={result.sweep} />}
          <ResultView result={result} />
        </Stack>
      )}
      {stored.data && (
        <StartBacktest
          stored={stored.data}
          opened={isStarting}
          close={() => setStarting(false)}
          pointer={backtest.sweep?.pointer}
        />
      )}
    </>
  );
}

function isAtWork({ state }: Backtest): boolean {
  return state === 'waiting' || state === 'running';
}

/** Shows the progress of a back-test, with a button that cancels it. */
function AtWork({ backtest }: { readonly backtest: Backtest }): ReactNode {
  const say = useSay();
  const { id: fleet, mayEdit } = useFleet();
  const queries = useQueryClient();
  const { trips_done: done, trips_total: total } = backtest.progress;
  const share = total === undefined ? 0 : total === 0 ? 1 : done / total;
  const words = total === undefined ? say('backtests.counting') : say('backtests.progress', { done, total });
  const cancel = async (): Promise<void> => {
    const params = { path: { fleet, id: backtest.id } };
    await send(client.POST('/api/v1/fleets/{fleet}/backtests/{id}/cancel', { params })).catch(
      () => undefined,
    );
    await queries.invalidateQueries({ queryKey: ['/api/v1/fleets/{fleet}/backtests/{id}'] });
  };
  return (
    <Card>
      <Stack gap={10} role="status">
        <Text fw={600}>{say(`backtests.state_${backtest.state}`)}</Text>
        <Progress value={share * 100} animated={total === undefined} aria-label={words} size="lg" />
        <Text size="sm" c="dimmed">
          {words}
        </Text>
      </Stack>
      {mayEdit && (
        <Button variant="default" mt="md" onClick={() => void cancel()}>
          {say('backtests.cancel')}
        </Button>
      )}
    </Card>
  );
}
