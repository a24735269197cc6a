import { createAlarmMessages } from './alarmMessage.ts';
import { createAssessment } from './assess.ts';
import { createBacktests } from './backtest.ts';
import { createBackfills } from './backfill.ts';
import { createBaselines } from './baseline.ts';
import { createDeletions } from './deletion.ts';
import { createDeletionAsks } from './deletionAsk.ts';
import { createMessengers } from './deliver.ts';
import { createDigestOpening, createDigestSending } from './digestRuns.ts';
import { createDigestSchedules } from './digestSchedules.ts';
import type { ActivityDependencies } from './dependencies.ts';
import { createDigestComposing } from './digestCompose.ts';
import { createDigestGathering } from './digestGather.ts';
import { createErasures } from './erasure.ts';
import { createIncidents } from './incident.ts';
import { createFleetSchedules } from './fleetSchedules.ts';
import { createLateVerdicts } from './lateVerdicts.ts';
import { createQuietWatch } from './quietFleet.ts';
import { createReconciling } from './reconcile.ts';
import { createRuleLoader } from './publishedRules.ts';
import { createRefreshers } from './messageRefresh.ts';
import { createReleases } from './release.ts';
import { createRetention } from './retention.ts';
import { createSimulations } from './simulate.ts';

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
