import type { Migration } from 'kysely';
import { trips } from './0001_trips.ts';
import { decisions } from './0002_decisions.ts';
import { documents } from './0003_documents.ts';
import { deletions } from './0004_deletions.ts';
import { activity } from './0005_activity.ts';
import { groups } from './0006_groups.ts';
import { slackChannels } from './0007_slack_channels.ts';
import { noise } from './0008_noise.ts';
import { backtests } from './0009_backtests.ts';
import { backfills } from './0010_backfills.ts';
import { trials } from './0011_trials.ts';
import { trialUndecided } from './0012_trial_undecided.ts';
import { incidents } from './0013_incidents.ts';
import { baselines } from './0014_baselines.ts';
import { slackPace } from './0015_slack_pace.ts';
import { incidentsDue } from './0016_incidents_due.ts';
import { deletionRevision } from './0017_deletion_revision.ts';
import { incidentMessagesPending } from './0018_incident_messages_pending.ts';
import { windowOrder } from './0019_window_order.ts';
import { digests } from './0020_digests.ts';
import { digestGathering } from './0021_digest_gathering.ts';
import { coverage } from './0022_coverage.ts';
import { retention } from './0023_retention.ts';

/**
 * Every migration by its name, in order. A released one never changes; there is no way down: a mistake is corrected by
 * the next one. Each must leave the release before it working (expand first, contract a release later).
 */
export const MIGRATIONS: Readonly<Record<string, Migration>> = {
  '0001_trips': trips,
  '0002_decisions': decisions,
  '0003_documents': documents,
  '0004_deletions': deletions,
  '0005_activity': activity,
  '0006_groups': groups,
  '0007_slack_channels': slackChannels,
  '0008_noise': noise,
  '0009_backtests': backtests,
  '0010_backfills': backfills,
  '0011_trials': trials,
  '0012_trial_undecided': trialUndecided,
  '0013_incidents': incidents,
  '0014_baselines': baselines,
  '0015_slack_pace': slackPace,
  '0016_incidents_due': incidentsDue,
  '0017_deletion_revision': deletionRevision,
  '0018_incident_messages_pending': incidentMessagesPending,
  '0019_window_order': windowOrder,
  '0020_digests': digests,
  '0021_digest_gathering': digestGathering,
  '0022_coverage': coverage,
  '0023_retention': retention,
};
