import { useInfiniteQuery } from '@tanstack/react-query';
import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query';
import type { PathsWithMethod } from 'openapi-typescript-helpers';
import { client, send, useFleet } from '../api/index.ts';
import type { Answer, ApiProblem, paths } from '../api/index.ts';

/** Paths that answer a list. */
export type ListPath = {
  [Path in PathsWithMethod<paths, 'get'>]: Answer<Path> extends { items: readonly unknown[] } ? Path : never;
}[PathsWithMethod<paths, 'get'>];
/** Query parameters of a list, without its page. */
export type QueryOf<Path extends ListPath> = paths[Path] extends {
  get: { parameters: { query?: infer Query } };
}
  ? Omit<NonNullable<Query>, 'cursor'>
  : never;
/** An item of a list. */
export type ItemOf<Path extends ListPath> =
  Answer<Path> extends { items: readonly (infer Item)[] } ? Item : never;
/** One page of a list. */
interface PageOf<Path extends ListPath> {
  readonly items: readonly ItemOf<Path>[];
  readonly next_cursor?: string;
}

/**
 * Fetches a list of the fleet that is shown, page by page. Its key begins with the path as the API's description has it, so
 * that live events make it stale.
 * @param options.id the parameter of a path that has one
 * @param options.everyMs refetches at this interval, for lists without live events
 */
export function usePages<Path extends ListPath>(
  path: Path,
  query: QueryOf<Path>,
  options: { readonly id?: string; readonly everyMs?: number } = {},
): UseInfiniteQueryResult<InfiniteData<PageOf<Path>, string | undefined>, ApiProblem> {
  const { id: fleet } = useFleet();
  const get = client.GET as unknown as (
    path: string,
    init: object,
  ) => Promise<{ data?: PageOf<Path>; error?: unknown; response: Response }>;
  return useInfiniteQuery<
    PageOf<Path>,
    ApiProblem,
    InfiniteData<PageOf<Path>, string | undefined>,
    readonly unknown[],
    string | undefined
  >({
    queryKey: [path, 'pages', fleet, options.id, query],
    ...(options.everyMs !== undefined && { refetchInterval: options.everyMs }),
    initialPageParam: undefined,
    getNextPageParam: (last) => last.next_cursor,
    queryFn: ({ pageParam, signal }) =>
      send(
        get(path, {
          params: {
            path: { fleet, id: options.id },
            query: { ...query, ...(pageParam !== undefined && { cursor: pageParam }) },
          },
          signal,
        }),
      ),
  });
}
