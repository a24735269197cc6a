/** The schema, step by step, each step once and in order. */
import { trips } from './0001_trips.ts';
import { decisions } from './0002_decisions.ts';
import { documents } from './0003_documents.ts';
import { deletions } from './0004_deletions.ts';
import { activity } from './0005_activity.ts';
import { groups } from './0006_groups.ts';
import { slackChannels } from './0007_slack_channels.ts';
import { noise, noiseOnline } from './0008_noise.ts';
import { backtests, backtestsOnline } from './0009_backtests.ts';
import { backfills } from './0010_backfills.ts';
import { trials, trialsOnline } from './0011_trials.ts';
import { trialUndecided } from './0012_trial_undecided.ts';
import { incidents, incidentsOnline } from './0013_incidents.ts';
import { baselines, baselinesOnline } from './0014_baselines.ts';
import { slackPace, slackPaceOnline } from './0015_slack_pace.ts';
import { incidentsDue } from './0016_incidents_due.ts';
import { deletionRevision } from './0017_deletion_revision.ts';
import { incidentMessagesPending } from './0018_incident_messages_pending.ts';
import { windowOrder } from './0019_window_order.ts';
import { digests, digestsOnline } from './0020_digests.ts';
import { digestGathering } from './0021_digest_gathering.ts';
import { coverage, coverageOnline } from './0022_coverage.ts';
import { retention, retentionOnline } from './0023_retention.ts';
import { alarmMessages, alarmMessagesOnline } from './0024_alarm_messages.ts';
import { sendingBegun } from './0025_sending_begun.ts';
import { scoresListed, scoresListedOnline } from './0026_scores_listed.ts';
import { askedInRun } from './0027_asked_in_run.ts';
import { backfillRefusals } from './0028_backfill_refusals.ts';
import { scoresLooked } from './0029_scores_looked.ts';
import { digestRescheduled, digestRescheduledOnline } from './0030_digest_rescheduled.ts';
import { webhookNotesSince } from './0031_webhook_notes_since.ts';
import { webhookGenerations } from './0032_webhook_generations.ts';
import { temporalRequests } from './0033_temporal_requests.ts';
import { documentsInForce } from './0034_documents_in_force.ts';
import { digestRunsByPeriod } from './0035_digest_runs_by_period.ts';
import type { SchemaStep } from './online.ts';

/**
 * Every migration by its name, in order. A released one never changes; there is no way down: a mistake is corrected by
 * the next one. Each must leave the release before it working (expand first, contract a release later), and keep nobody from
 * a table for longer than a moment: what takes long is `online`. test/store/migrations/migrationRules.int.test.ts holds them to it. Record
 * a new one with `npm run record:schema`.
 */
export const MIGRATIONS: Readonly<Record<string, SchemaStep>> = {
  '0001_trips': trips,
  '0002_decisions': decisions,
  '0003_documents': documents,
  '0004_deletions': deletions,
  '0005_activity': activity,
  '0006_groups': groups,
  '0007_slack_channels': slackChannels,
  '0008_noise': noise,
  '0008_noise_online': noiseOnline,
  '0009_backtests': backtests,
  '0009_backtests_online': backtestsOnline,
  '0010_backfills': backfills,
  '0011_trials': trials,
  '0011_trials_online': trialsOnline,
  '0012_trial_undecided': trialUndecided,
  '0013_incidents': incidents,
  '0013_incidents_online': incidentsOnline,
  '0014_baselines': baselines,
  '0014_baselines_online': baselinesOnline,
  '0015_slack_pace': slackPace,
  '0015_slack_pace_online': slackPaceOnline,
  '0016_incidents_due': incidentsDue,
  '0017_deletion_revision': deletionRevision,
  '0018_incident_messages_pending': incidentMessagesPending,
  '0019_window_order': windowOrder,
  '0020_digests': digests,
  '0020_digests_online': digestsOnline,
  '0021_digest_gathering': digestGathering,
  '0022_coverage': coverage,
  '0022_coverage_online': coverageOnline,
  '0023_retention': retention,
  '0023_retention_online': retentionOnline,
  '0024_alarm_messages': alarmMessages,
  '0024_alarm_messages_online': alarmMessagesOnline,
  '0025_sending_begun': sendingBegun,
  '0026_scores_listed': scoresListed,
  '0026_scores_listed_online': scoresListedOnline,
  '0027_asked_in_run': askedInRun,
  '0028_backfill_refusals': backfillRefusals,
  '0029_scores_looked': scoresLooked,
  '0030_digest_rescheduled': digestRescheduled,
  '0030_digest_rescheduled_online': digestRescheduledOnline,
  '0031_webhook_notes_since': webhookNotesSince,
  '0032_webhook_generations': webhookGenerations,
  '0033_temporal_requests': temporalRequests,
  '0034_documents_in_force': documentsInForce,
  '0035_digest_runs_by_period': digestRunsByPeriod,
};
export { online } from './online.ts';
export type { SchemaStep } from './online.ts';
