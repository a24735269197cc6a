import { SHORTEST_QUIET_MS, isUnusuallyQuiet, sameStretchBefore } from '../../rules/reconcile/index.ts';
import { resolveAlarm, openAlarm } from '../../store/alarms/index.ts';
import { arrivals, countArrivals } from '../../store/trips/index.ts';
import type { NotificationGapInput } from '../../workflows/contracts/index.ts';
import type { ActivityDependencies } from '../dependencies/index.ts';

/** Creates the activity that notices when a fleet's notifications have stopped. */
export function createNotificationGapCheck(deps: ActivityDependencies) {
  return {
    /**
     * Returns whether the fleet has received no notification for much longer than usual at this time of the week. If so, raises
     * the alarm, if `alert` is set. Resolves the alarm once a notification arrived after it was raised.
     *
     * Returns false for a fleet that is no longer configured, because no notifications are expected for it.
     */
    async checkNotificationGap({
      fleet,
      alert,
    }: NotificationGapInput & { readonly alert: boolean }): Promise<boolean> {
      if (!deps.fleets.has(fleet)) return false;
      const came = await arrivals(deps.db, fleet);
      if (came === undefined) return false;
      const now = deps.now();
      await clearWhenHeard(deps, fleet, came.lastAt);
      const quietMs = now.getTime() - came.lastAt.getTime();
      if (quietMs < SHORTEST_QUIET_MS) return false;
      const stretches = sameStretchBefore({ from: came.lastAt, to: now }, came.firstAt);
      const counts = await countArrivals(deps.db, { fleetId: fleet, stretches });
      const isQuiet = isUnusuallyQuiet(quietMs, counts);
      if (isQuiet && alert) await deps.alarms.raise(fleet, 'notifications_quiet');
      return isQuiet;
    },
  };
}

async function clearWhenHeard(deps: ActivityDependencies, fleet: string, lastAt: Date): Promise<void> {
  const key = { fleetId: fleet, kind: 'notifications_quiet' } as const;
  const alarm = await openAlarm(deps.db, key);
  if (!alarm || lastAt <= alarm.raisedAt) return;
  if (await resolveAlarm(deps.db, { ...key, at: deps.now() }))
    deps.log.info({ fleet, alarm: key.kind }, 'alarm resolved');
}
