import { notifications } from '@mantine/notifications';
import { useQueryClient } from '@tanstack/react-query';
import { problemOf, send } from '../api/index.ts';
import { useSay } from '../language/index.ts';

/** What is said and asked again after an action. */
interface Outcome {
  /** Said when it was carried out. */
  readonly done: string;
  /** Parts of the API's paths whose queries it makes old. */
  readonly stale: readonly string[];
}

/**
 * Carries an action out, says how it went, and has the lists asked again that it changes.
 * @returns what the API answered; undefined when it refused
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
