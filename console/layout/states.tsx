import { Button, Skeleton, Stack, Text } from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { problemOf } from '../api/index.ts';
import type { ApiProblem } from '../api/index.ts';
import { useSay } from '../language/index.ts';
import type { Say } from '../language/index.ts';
import { Icon } from './icons.tsx';
import type { IconName } from './icons.tsx';
import classes from './layout.module.css';

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
    <div className={classes['empty']}>
      <Icon name={props.icon ?? 'check'} size={26} />
      <Text fw={600}>{props.title}</Text>
      {props.children !== undefined && (
        <Text size="sm" c="dimmed">
          {props.children}
        </Text>
      )}
    </div>
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
    <div className={classes['failed']} role="alert">
      <Icon name="warning" />
      <div>
        <Text fw={600}>{say('shell.failed')}</Text>
        <Text size="sm">{wordsOf(problemOf(error), say)}</Text>
      </div>
      {retry && (
        <Button variant="default" size="xs" onClick={retry}>
          {say('shell.retry')}
        </Button>
      )}
    </div>
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
