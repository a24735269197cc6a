import { Box, Button, Group, Title } from '@mantine/core';
import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useSay } from '../language/index.ts';
import { Card, Empty, Loaded } from '../layout/index.ts';
import type { IconName } from '../layout/index.ts';
import { ListFilters, useFilterQuery } from './listFilters.tsx';
import type { ListFilter } from './listFilters.tsx';
import { usePages } from './pages.ts';
import type { ItemOf, ListPath, QueryOf } from './pages.ts';
import { Items } from './row.tsx';

const TRIES = 3;

/**
 * Fetches a list's next page. Retries when a live event refetched the list meanwhile, because the next page then does not
 * arrive.
 */
export async function showMore(
  query: Pick<UseInfiniteQueryResult<InfiniteData<unknown>, unknown>, 'data' | 'fetchNextPage'>,
): Promise<void> {
  const shown = query.data?.pages.length ?? 0;
  for (let tried = 0; tried < TRIES; tried += 1) {
    const { data, isError } = await query.fetchNextPage();
    if (isError || (data?.pages.length ?? 0) > shown) return;
  }
}

interface ListProps<Path extends ListPath> {
  /** Where the API answers the list. */
  readonly path: Path;
  readonly label: string;
  /** Parameters of the API beside those of the filters. */
  readonly query?: QueryOf<Path>;
  /** Milliseconds between two polls, for lists without live events. */
  readonly everyMs?: number;
  readonly filters?: readonly ListFilter[];
  readonly empty: { readonly icon: IconName; readonly title: string; readonly help: ReactNode };
  readonly row: (item: ItemOf<Path>) => ReactNode;
}

/** Shows one of several lists of a view, with a heading of its own. */
export function ListSection(props: {
  readonly title: string;
  readonly actions?: ReactNode;
  readonly children: ReactNode;
}): ReactNode {
  return (
    <Box component="section" mb={28} aria-label={props.title}>
      <Group justify="space-between" gap="xs" mb={10}>
        <Title order={2}>{props.title}</Title>
        {props.actions}
      </Group>
      {props.children}
    </Box>
  );
}

/** Shows a list of the API: its filters, its items, a text when there are none, and a button for the next page. */
export function List<Path extends ListPath>(props: ListProps<Path>): ReactNode {
  const { path, everyMs, filters = [], empty } = props;
  const asked = { ...props.query, ...useFilterQuery(filters) } as QueryOf<Path>;
  const query = usePages(path, asked, everyMs === undefined ? {} : { everyMs });
  return (
    <>
      <ListFilters filters={filters} />
      <Card flush>
        <Loaded query={query} rows={6}>
          {({ pages }) => {
            const items = pages.flatMap((page) => page.items);
            if (items.length === 0)
              return (
                <Empty icon={empty.icon} title={empty.title}>
                  {empty.help}
                </Empty>
              );
            return <Items label={props.label}>{items.map((item) => props.row(item))}</Items>;
          }}
        </Loaded>
      </Card>
      <MoreButton query={query} />
    </>
  );
}

/** Shows the button that fetches a list's next page, while there is one. */
export function MoreButton({
  query,
}: {
  readonly query: UseInfiniteQueryResult<InfiniteData<unknown>, unknown>;
}): ReactNode {
  const say = useSay();
  if (!query.hasNextPage) return undefined;
  return (
    <Button variant="default" mt="md" loading={query.isFetchingNextPage} onClick={() => void showMore(query)}>
      {say('shell.more')}
    </Button>
  );
}
