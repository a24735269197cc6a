import { SHORTEST_QUIET_MS, isUnusuallyQuiet, sameStretchBefore } from '../../rules/reconcile/index.ts';
import { resolveAlarm, openAlarm } from '../../store/alarms/index.ts';
import { arrivals, countArrivals } from '../../store/trips/index.ts';
import type { NotificationGapInput } from '../../workflows/contracts/index.ts';
import type { ActivityDependencies } from '../dependencies/index.ts';

/** Creates the activity that notices that notifications have ceased. */
export function createNotificationGapCheck(deps: ActivityDependencies) {
  return {
    /**
     * Returns whether no notification of the fleet has come for much longer than usual at this hour of the week. Raises the
     * alarm then, if `alert` is set. Returns false for a fleet that is no longer configured, because none are expected of it.
     * The alarm is resolved once a notification came after it was raised.
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
