import { Suspense, lazy } from 'react';
import type { ReactNode } from 'react';

/** Loaded apart from the first load, because few readers open it. */
const EndSessions = lazy(async () => ({ default: (await import('./leaveDialog.tsx')).EndSessions }));

/** Confirms the end of all sessions, and says how many end. */
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
