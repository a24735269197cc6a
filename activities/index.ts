import { createBackfills } from './backfill/index.ts';
import { createBacktests } from './backtests/index.ts';
import type { ActivityDependencies } from './dependencies/index.ts';
import { createDeletionAsks, createDeletions, createLateDecisionReplies } from './deletions/index.ts';
import {
  createDigestComposing,
  createDigestGathering,
  createDigestOpening,
  createDigestSending,
} from './digests/index.ts';
import { createAlarmMessages, createMessengers, createRefreshers, createReleases } from './dispatch/index.ts';
import { createBaselines, createRuleLoader } from './facts/index.ts';
import { createIncidents } from './incidents/index.ts';
import { createNotificationGapCheck, createReconciling } from './reconcile/index.ts';
import { createErasures, createRetention } from './retention/index.ts';
import { createDigestSchedules, createFleetSchedules } from './schedules/index.ts';
import { createAssessment, createSimulations, createSuppressedAdmission } from './trips/index.ts';

/** Creates the activities of all workflows from one set of dependencies. */
export function createActivities(deps: ActivityDependencies) {
  const loadRules = createRuleLoader();
  return {
    ...createAssessment(deps, loadRules),
    ...createSuppressedAdmission(deps, loadRules),
    ...createMessengers(deps),
    ...createDeletions(deps, loadRules),
    ...createDeletionAsks(deps),
    ...createLateDecisionReplies(deps),
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
    ...createNotificationGapCheck(deps),
    ...createFleetSchedules(deps),
    ...createAlarmMessages(deps),
    ...createRetention(deps),
    ...createErasures(deps),
  };
}

/** Types of all activities, for the workflows, which must not import the code. */
export type Activities = ReturnType<typeof createActivities>;
