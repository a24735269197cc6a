import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { listen } from './stream.ts';
import type { Connection } from './stream.ts';

/** What each kind of event makes old, by parts of the API's paths. */
const STALE: Readonly<Record<string, readonly string[]>> = {
  incident: ['/incidents', '/statistics/answers', '/statistics/dispositions'],
  alert: ['/alerts', '/statistics/alerts', '/trips'],
  delivery: ['/deliveries', '/statistics/deliveries', '/outbox', '/trips/'],
  alarm: ['/alarms', '/setup', '/coverage'],
};
/** Events that come together are answered by asking once. */
const TOGETHER_MS = 200;
/**
 * Keeps what is shown of a fleet current.
 * @param groups the groups that the reader is limited to: with other ones, everything is asked again
 * @returns whether events arrive
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
        // A stream also ends with its session: then whoever is here is asked to sign in.
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
