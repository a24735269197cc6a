import { Suspense, lazy } from 'react';
import type { ReactNode } from 'react';

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
