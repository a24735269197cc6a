import { Button } from '@mantine/core';
import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useSay } from '../language/index.ts';
import { Card, Empty, Loaded } from '../layout/index.ts';
import type { IconName } from '../layout/index.ts';
import classes from './lists.module.css';

const TRIES = 3;

/**
 * Fetches a list's next page. Retries when a live event refetched the list meanwhile, because the next page then does not
 * arrive.
 */
export async function showMore(
  query: Pick<UseInfiniteQueryResult<InfiniteData<unknown>>, 'data' | 'fetchNextPage'>,
): Promise<void> {
  const shown = query.data?.pages.length ?? 0;
  for (let tried = 0; tried < TRIES; tried += 1) {
    const { data, isError } = await query.fetchNextPage();
    if (isError || (data?.pages.length ?? 0) > shown) return;
  }
}

/** Shows the items of a list, a text when there are none, and a button for the next page. */
export function List<Item>(props: {
  readonly label: string;
  readonly query: UseInfiniteQueryResult<InfiniteData<{ readonly items: readonly Item[] }, unknown>>;
  readonly empty: { readonly icon: IconName; readonly title: string; readonly help: ReactNode };
  readonly children: (item: Item) => ReactNode;
}): ReactNode {
  const say = useSay();
  const { query, empty } = props;
  return (
    <>
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
            return (
              <ul className={classes['rows']} aria-label={props.label}>
                {items.map((item) => props.children(item))}
              </ul>
            );
          }}
        </Loaded>
      </Card>
      {query.hasNextPage && (
        <Button
          variant="default"
          mt="md"
          loading={query.isFetchingNextPage}
          onClick={() => void showMore(query)}
        >
          {say('shell.more')}
        </Button>
      )}
    </>
  );
}
