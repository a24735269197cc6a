import { notifications } from '@mantine/notifications';
import { client, problemOf, send } from '../api/index.ts';
import { dropKept } from '../kept/index.ts';
import { useSay } from '../language/index.ts';

/** Signs out, here or everywhere, and removes typed texts, because the next person at this computer may be another. */
export function useLeave(): (isEverywhere: boolean) => Promise<void> {
  const say = useSay();
  return async (isEverywhere) => {
    try {
      await send(isEverywhere ? client.DELETE('/api/v1/me/sessions') : client.DELETE('/session'));
    } catch (error) {
      const { status, message } = problemOf(error);
      // With 401 the session has ended already.
      if (status !== 401) {
        notifications.show({ color: 'red', message: status === 0 ? say('shell.unreachable') : message });
        return;
      }
    }
    dropKept();
    location.assign('/sign-in');
  };
}
