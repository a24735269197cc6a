import { Box, Button, Flex, Skeleton, Stack, Text } from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { problemOf } from '../api/index.ts';
import type { ApiProblem } from '../api/index.ts';
import { useSay } from '../language/index.ts';
import type { Say } from '../language/index.ts';
import { toneProps } from './badges.tsx';
import type { Tone } from './badges.tsx';
import { Icon } from './icons.tsx';
import type { IconName } from './icons.tsx';

/** Shows that something is loading, as large as the result, so that the page does not jump. */
export function Loading({ rows = 3 }: { readonly rows?: number }): ReactNode {
  const say = useSay();
  return (
    <Stack gap="xs" role="status" aria-label={say('shell.loading')}>
      {Array.from({ length: rows }, (_, at) => (
        <Skeleton key={at} height={34} radius="sm" />
      ))}
    </Stack>
  );
}

/** Shows that there is nothing, why, and what to do. */
export function Empty(props: {
  readonly icon?: IconName;
  readonly title: string;
  readonly children?: ReactNode;
}): ReactNode {
  return (
    <Stack align="center" gap={6} px={18} py="xl" ta="center" c="dimmed">
      <Icon name={props.icon ?? 'check'} size={26} />
      <Text fw={600} c="var(--mantine-color-text)">
        {props.title}
      </Text>
      {props.children !== undefined && <Text size="sm">{props.children}</Text>}
    </Stack>
  );
}

/** Shows a message in the colours of its state, with the actions that it offers. */
export function Notice(props: {
  readonly tone: Tone;
  /** The icon of the tone when absent. */
  readonly icon?: IconName;
  readonly title?: ReactNode;
  readonly role?: 'alert' | 'status';
  readonly actions?: ReactNode;
  readonly children?: ReactNode;
}): ReactNode {
  const { tone, icon = tone === 'good' ? 'check' : tone } = props;
  return (
    <Flex gap="sm" px="md" py={10} mb="md" bdrs={10} fz="sm" role={props.role} {...toneProps(tone)}>
      <Box flex="none" lh={1}>
        <Icon name={icon} />
      </Box>
      <Flex flex={1} miw={0} wrap="wrap" align="center" justify="space-between" gap="8px 16px">
        <Box flex="1 1 220px" miw={0}>
          {props.title !== undefined && (
            <Text inherit fw={600}>
              {props.title}
            </Text>
          )}
          <div>{props.children}</div>
        </Box>
        {props.actions}
      </Flex>
    </Flex>
  );
}

/** Shows an error, and what to do. */
export function Failed({
  error,
  retry,
}: {
  readonly error: unknown;
  readonly retry?: () => void;
}): ReactNode {
  const say = useSay();
  return (
    <Notice
      tone="critical"
      icon="warning"
      role="alert"
      title={say('shell.failed')}
      actions={
        retry && (
          <Button variant="default" size="xs" onClick={retry}>
            {say('shell.retry')}
          </Button>
        )
      }
    >
      {wordsOf(problemOf(error), say)}
    </Notice>
  );
}

function wordsOf(problem: ApiProblem, say: Say): string {
  if (problem.status === 0) return say('shell.unreachable');
  if (problem.status === 403) return say('shell.forbidden');
  if (problem.status === 404) return say('shell.missing');
  return problem.message;
}

/** Shows the data of a query once it has arrived; until then a loading state, or the error. */
export function Loaded<T>(props: {
  readonly query: UseQueryResult<T, Error>;
  readonly rows?: number;
  readonly children: (data: T) => ReactNode;
}): ReactNode {
  const { query, rows } = props;
  if (query.data !== undefined) return props.children(query.data);
  if (query.error) return <Failed error={query.error} retry={() => void query.refetch()} />;
  return <Loading {...(rows !== undefined && { rows })} />;
}
