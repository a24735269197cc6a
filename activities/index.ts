import { createAlarmMessages } from './dispatch/alarmMessage.ts';
import { createAssessment } from './trips/assess.ts';
import { createBacktests } from './backtests/backtest.ts';
import { createBackfills } from './backfill/backfill.ts';
import { createBaselines } from './facts/baseline.ts';
import { createDeletions } from './deletions/deletion.ts';
import { createDeletionAsks } from './deletions/ask.ts';
import { createMessengers } from './dispatch/deliver.ts';
import { createDigestOpening, createDigestSending } from './digests/runs.ts';
import { createDigestSchedules } from './schedules/digestSchedules.ts';
import type { ActivityDependencies } from './connections/dependencies.ts';
import { createDigestComposing } from './digests/compose.ts';
import { createDigestGathering } from './digests/gather.ts';
import { createErasures } from './retention/erasure.ts';
import { createIncidents } from './incidents/incident.ts';
import { createFleetSchedules } from './schedules/fleetSchedules.ts';
import { createLateVerdicts } from './deletions/lateVerdicts.ts';
import { createQuietWatch } from './reconcile/quietFleet.ts';
import { createReconciling } from './reconcile/reconcile.ts';
import { createRuleLoader } from './facts/publishedRules.ts';
import { createRefreshers } from './dispatch/messageRefresh.ts';
import { createReleases } from './releases/release.ts';
import { createRetention } from './retention/retention.ts';
import { createSimulations } from './trips/simulate.ts';

/** Every effect the workflows have, built on one set of dependencies. */
export function createActivities(deps: ActivityDependencies) {
  const loadRules = createRuleLoader();
  return {
    ...createAssessment(deps, loadRules),
    ...createMessengers(deps),
    ...createDeletions(deps, loadRules),
    ...createDeletionAsks(deps),
    ...createLateVerdicts(deps),
    ...createBaselines(deps),
    ...createReleases(deps),
    ...createRefreshers(deps),
    ...createIncidents(deps),
    ...createSimulations(deps, loadRules),
    ...createBacktests(deps),
    ...createBackfills(deps, loadRules),
    ...createDigestGathering(deps),
    ...createDigestComposing(deps),
    ...createDigestSending(deps),
    ...createDigestSchedules(deps),
    ...createDigestOpening(deps),
    ...createReconciling(deps),
    ...createQuietWatch(deps),
    ...createFleetSchedules(deps),
    ...createAlarmMessages(deps),
    ...createRetention(deps),
    ...createErasures(deps),
  };
}

/** The activities as the workflows see them: types only. */
export type Activities = ReturnType<typeof createActivities>;
