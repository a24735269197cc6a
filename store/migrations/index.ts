import type { Migration } from 'kysely';
import { trips } from './0001_trips.ts';
import { decisions } from './0002_decisions.ts';
import { documents } from './0003_documents.ts';
import { deletions } from './0004_deletions.ts';
import { noise } from './0006_noise.ts';
import { backtests } from './0007_backtests.ts';
import { trials } from './0009_trials.ts';
import { activity } from './0010_activity.ts';

/**
 * Every migration by its name, in order. A released one never changes; there is no way down: a mistake is corrected by
 * the next one. Each must leave the release before it working (expand first, contract a release later).
 */
export const MIGRATIONS: Readonly<Record<string, Migration>> = {
  '0001_trips': trips,
  '0002_decisions': decisions,
  '0003_documents': documents,
  '0004_deletions': deletions,
  '0006_noise': noise,
  '0007_backtests': backtests,
  '0009_trials': trials,
  '0010_activity': activity,
};
