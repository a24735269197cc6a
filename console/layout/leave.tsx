import { notifications } from '@mantine/notifications';
import { Suspense, lazy } from 'react';
import type { ReactNode } from 'react';
import { client, problemOf, send } from '../api/index.ts';
import { forgetKept } from '../kept/index.ts';
import { useSay } from '../language/index.ts';

/** Signs out, here or everywhere, and forgets what was typed: the next one at this computer may be someone else. */
export function useLeave(): (isEverywhere: boolean) => Promise<void> {
  const say = useSay();
  return async (isEverywhere) => {
    try {
      await send(isEverywhere ? client.DELETE('/api/v1/me/sessions') : client.DELETE('/session'));
    } catch (error) {
      const { status, message } = problemOf(error);
      // Whoever is signed out already has nothing to end.
      if (status !== 401) {
        notifications.show({ color: 'red', message: status === 0 ? say('shell.unreachable') : message });
        return;
      }
    }
    forgetKept();
    location.assign('/sign-in');
  };
}

/** Few open it, so that it is no part of the first load. */
const EndSessions = lazy(async () => ({ default: (await import('./leaveDialog.tsx')).EndSessions }));

/** Asks before every session ends, and says which. */
export function LeaveDialog({
  opened,
  close,
}: {
  readonly opened: boolean;
  readonly close: () => void;
}): ReactNode {
  return (
    opened && (
      <Suspense>
        <EndSessions close={close} />
      </Suspense>
    )
  );
}
