import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { listen } from './stream.ts';
import type { Connection } from './stream.ts';

/** Parts of the API's paths that each kind of event makes stale. */
const STALE: Readonly<Record<string, readonly string[]>> = {
  incident: ['/incidents', '/statistics/answers', '/statistics/dispositions'],
  alert: ['/alerts', '/statistics/alerts', '/trips'],
  delivery: ['/deliveries', '/statistics/deliveries', '/outbox', '/trips/'],
  alarm: ['/alarms', '/setup', '/coverage'],
};
/** Milliseconds in which events are collected, so that they cause one refetch. */
const TOGETHER_MS = 200;
/**
 * Refetches the data of a fleet that live events make stale.
 * @param groups the groups that the reader is limited to; a change of them reconnects, so that everything is refetched
 * @returns the state of the connection: whether events arrive
 */
export function useLive(fleet: string, groups: readonly string[] | undefined): Connection {
  const sight = groups?.join(' ');
  const queries = useQueryClient();
  const [connection, setConnection] = useState<Connection>('connecting');
  useEffect(() => {
    const kinds = new Set<string>();
    let timer: ReturnType<typeof setTimeout> | undefined;
    const renew = (): void => {
      timer = undefined;
      const isAll = kinds.has('reset');
      const parts = [...kinds].flatMap((kind) => STALE[kind] ?? []);
      kinds.clear();
      void queries.invalidateQueries({
        predicate: ({ queryKey: [path] }) =>
          typeof path === 'string' && (isAll || parts.some((part) => path.includes(part))),
      });
    };
    const stop = listen(fleet, {
      onConnection(next) {
        setConnection(next);
        // A stream also ends with its session; this query then leads to the sign-in page.
        if (next === 'lost') void queries.invalidateQueries({ queryKey: ['/api/v1/me'] });
      },
      onEvent(kind) {
        kinds.add(kind);
        timer ??= setTimeout(renew, TOGETHER_MS);
      },
    });
    return () => {
      clearTimeout(timer);
      stop();
    };
  }, [fleet, sight, queries]);
  return connection;
}
