import { notifications } from '@mantine/notifications';
import { useQueryClient } from '@tanstack/react-query';
import { problemOf, send } from '../api/index.ts';
import { useSay } from '../language/index.ts';

/** The message after an action, and the queries to refetch. */
interface Outcome {
  /** Message after a success. */
  readonly done: string;
  /** Parts of the API's paths whose queries the action makes stale. */
  readonly stale: readonly string[];
}

/**
 * Returns a function that carries out an action, reports the result, and refetches the lists that the action changes.
 * @returns the API's answer; undefined when it refused
 */
export function useAct(): <T>(
  call: Promise<{ readonly data?: T; readonly error?: unknown; readonly response: Response }>,
  outcome: Outcome,
) => Promise<{ readonly answer: T } | undefined> {
  const say = useSay();
  const queries = useQueryClient();
  return async (call, { done, stale }) => {
    try {
      const answer = await send(call);
      notifications.show({ message: done, color: 'accent' });
      return { answer };
    } catch (error) {
      const { status, message, errors } = problemOf(error);
      const reasons = errors.map((each) => `${each.pointer.slice(1)}: ${each.message}`);
      notifications.show({
        color: 'red',
        title: say('lists.refused'),
        message: status === 0 ? say('shell.unreachable') : [message, ...reasons].join(' '),
      });
      return undefined;
    } finally {
      await queries.invalidateQueries({
        predicate: ({ queryKey: [path] }) =>
          typeof path === 'string' && stale.some((part) => path.includes(part)),
      });
    }
  };
}
