import { Code, Flex, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { read, useFleet } from '../../api/index.ts';
import type { Answer } from '../../api/index.ts';
import { useLanguage, useSay } from '../../language/index.ts';
import type { Say } from '../../language/index.ts';
import { IconItem, Loaded, Quiet, Section } from '../../layout/index.ts';

type Step = Answer<'/api/v1/fleets/{fleet}/setup'>['steps'][number];

/** Steps that have a title of their own. A channel that is added later is named by its id until it has a title. */
const NAMED = ['analytics_service', 'webhook', 'slack', 'email', 'rules', 'people'] as const;
const ICONS = { done: 'resolved', open: 'open', failed: 'critical' } as const;
const TONES = { done: 'good', open: undefined, failed: 'critical' } as const;
const EVERY_MS = 10_000;

/** Shows the steps of the first day, each checked against real events. Shows nothing once all steps are done. */
export function Setup(): ReactNode {
  const { say, language } = useLanguage();
  const { id: fleet } = useFleet();
  const query = useQuery({
    ...read('/api/v1/fleets/{fleet}/setup', { params: { path: { fleet }, query: { language } } }),
    refetchInterval: ({ state }) =>
      state.data?.steps.every(({ state: its }) => its === 'done') ? false : EVERY_MS,
  });
  const steps = query.data?.steps;
  const done = steps?.filter(({ state }) => state === 'done').length ?? 0;
  if (steps && done === steps.length) return undefined;
  return (
    <Section
      title={say('overview.setup')}
      aside={steps && say('overview.setupProgress', { done, total: steps.length })}
    >
      <Loaded query={query} rows={5}>
        {(data) => (
          <Flex component="ol" direction="column" gap={14}>
            {data.steps.map((step) => (
              <SetupStep key={step.id} step={step} />
            ))}
          </Flex>
        )}
      </Loaded>
    </Section>
  );
}

function SetupStep({ step: { id, state, detail, settings } }: { readonly step: Step }): ReactNode {
  const say = useSay();
  return (
    <IconItem icon={ICONS[state]} tone={TONES[state]}>
      <strong>{nameOf(id, say)}</strong> <Quiet>{say(`overview.setupState_${state}`)}</Quiet>
      {state !== 'done' && (
        <Text size="xs" c="dimmed">
          {detail}
        </Text>
      )}
      {settings && settings.length > 0 && (
        <>
          <Text size="xs" c="dimmed">
            {say('overview.settings')}
          </Text>
          <Code block mt={4}>
            {settings.join('\n')}
          </Code>
        </>
      )}
    </IconItem>
  );
}

function nameOf(id: string, say: Say): string {
  const known = NAMED.find((each) => each === id);
  return known === undefined ? id : say(`overview.setup_${known}`);
}
