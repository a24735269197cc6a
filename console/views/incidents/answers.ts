import { notifications } from '@mantine/notifications';
import { useQueryClient } from '@tanstack/react-query';
import { client, problemOf, send, useFleet, useSpeaker } from '../../api/index.ts';
import type { Answer } from '../../api/index.ts';
import { once } from '../../kept/index.ts';
import { useSay } from '../../language/index.ts';

/** An incident in the list. */
export type Incident = Answer<'/api/v1/fleets/{fleet}/incidents'>['items'][number];
/** An incident with its alerts and timeline. */
export type WholeIncident = Answer<'/api/v1/fleets/{fleet}/incidents/{id}'>;
/** A finding with which an incident is resolved. */
export type Disposition = NonNullable<Incident['disposition']>;

/** An answer that a person gives to an incident, with its fields. */
export type Given =
  | { readonly kind: 'acknowledge' | 'escalate' | 'reopen'; readonly note?: string | undefined }
  | { readonly kind: 'snooze'; readonly minutes: number; readonly note?: string | undefined }
  | { readonly kind: 'resolve'; readonly disposition: Disposition; readonly note?: string | undefined }
  | { readonly kind: 'reassign'; readonly to: string; readonly note?: string | undefined }
  | { readonly kind: 'notes'; readonly note: string };

/** Returns the answers that an incident accepts in its state. The most likely answer is the first. */
export function answersOf(state: Incident['state']): readonly Given['kind'][] {
  if (state === 'resolved') return ['reopen', 'notes'];
  const both = ['resolve', 'escalate', 'reassign', 'snooze', 'notes'] as const;
  return state === 'open' ? ['acknowledge', ...both] : both;
}

/**
 * Returns a function that answers an incident, reports the result, and shows the incident's new state. If
 * another person answered first, the report names that person.
 * @returns whether the answer was accepted
 */
export function useAnswer(): (id: string, given: Given) => Promise<boolean> {
  const say = useSay();
  const { id: fleet } = useFleet();
  const by = useSpeaker();
  const queries = useQueryClient();
  return async (id, { kind, ...words }) => {
    const { note, ...rest } = words as typeof words & { readonly note?: string };
    const body = { ...by, ...rest, ...(note !== undefined && note !== '' && { note }) };
    const call = client.POST as unknown as (
      path: string,
      init: object,
    ) => Promise<{ data?: WholeIncident; error?: unknown; response: Response }>;
    try {
      const now = await send(
        once([fleet, id, kind, body], (key) =>
          call(`/api/v1/fleets/{fleet}/incidents/{id}/${kind}`, {
            params: { path: { fleet, id }, header: { 'Idempotency-Key': key } },
            body,
          }),
        ),
      );
      queries.setQueryData(
        ['/api/v1/fleets/{fleet}/incidents/{id}', { params: { path: { fleet, id } } }],
        now,
      );
      notifications.show({ message: say(`incidents.done_${kind}`), color: 'accent' });
      return true;
    } catch (error) {
      const { status, message } = problemOf(error);
      notifications.show({
        color: 'red',
        title: say(status === 409 ? 'incidents.late' : 'shell.failed'),
        message: status === 0 ? say('shell.unreachable') : message,
      });
      return false;
    } finally {
      void queries.invalidateQueries({
        predicate: ({ queryKey: [path] }) => typeof path === 'string' && path.includes('/incidents'),
      });
    }
  };
}
