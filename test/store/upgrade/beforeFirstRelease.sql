-- The database of a version from before the first release, shortened: the names of its migrations, and some of its tables.
CREATE TABLE fleets (
    fleet_id text NOT NULL,
    name text NOT NULL,
    timezone text NOT NULL,
    updated_at timestamp with time zone NOT NULL
);
CREATE TABLE kysely_migration (
    name character varying(255) NOT NULL,
    "timestamp" character varying(255) NOT NULL
);
CREATE TABLE kysely_migration_lock (
    id character varying(255) NOT NULL,
    is_locked integer DEFAULT 0 NOT NULL
);
CREATE TABLE slack_pace (
    fleet_id text NOT NULL,
    channel text NOT NULL,
    booked_until timestamp with time zone NOT NULL,
    paused_until timestamp with time zone
);
INSERT INTO kysely_migration VALUES ('0001_trips', '2026-11-20T08:00:00.000Z');
INSERT INTO kysely_migration VALUES ('0002_decisions', '2026-11-20T08:00:00.000Z');
INSERT INTO kysely_migration VALUES ('0003_documents', '2026-11-20T08:00:00.000Z');
INSERT INTO kysely_migration VALUES ('0004_deletions', '2026-11-20T08:00:00.000Z');
INSERT INTO kysely_migration VALUES ('0005_activity', '2026-11-20T08:00:00.000Z');
INSERT INTO kysely_migration VALUES ('0006_groups', '2026-11-20T08:00:00.000Z');
INSERT INTO kysely_migration VALUES ('0007_slack_channels', '2026-11-20T08:00:00.000Z');
INSERT INTO kysely_migration VALUES ('0008_noise', '2026-11-20T08:00:00.000Z');
INSERT INTO kysely_migration VALUES ('0008_noise_online', '2026-11-20T08:00:00.000Z');
INSERT INTO kysely_migration VALUES ('0009_backtests', '2026-11-20T08:00:00.000Z');
INSERT INTO kysely_migration VALUES ('0009_backtests_online', '2026-11-20T08:00:00.000Z');
INSERT INTO kysely_migration VALUES ('0010_backfills', '2026-11-20T08:00:00.000Z');
INSERT INTO kysely_migration VALUES ('0011_trials', '2026-11-20T08:00:00.000Z');
INSERT INTO kysely_migration VALUES ('0011_trials_online', '2026-11-20T08:00:00.000Z');
INSERT INTO kysely_migration VALUES ('0012_trial_undecided', '2026-11-20T08:00:00.000Z');
INSERT INTO kysely_migration VALUES ('0013_incidents', '2026-11-20T08:00:00.000Z');
INSERT INTO kysely_migration VALUES ('0013_incidents_online', '2026-11-20T08:00:00.000Z');
INSERT INTO kysely_migration VALUES ('0014_baselines', '2026-11-20T08:00:00.000Z');
INSERT INTO kysely_migration VALUES ('0014_baselines_online', '2026-11-20T08:00:00.000Z');
INSERT INTO kysely_migration VALUES ('0015_slack_pace', '2026-11-20T08:00:00.000Z');
INSERT INTO kysely_migration VALUES ('0015_slack_pace_online', '2026-11-20T08:00:00.000Z');
INSERT INTO kysely_migration VALUES ('0016_incidents_due', '2026-11-20T08:00:00.000Z');
INSERT INTO kysely_migration VALUES ('0017_deletion_revision', '2026-11-20T08:00:00.000Z');
INSERT INTO kysely_migration VALUES ('0018_incident_messages_pending', '2026-11-20T08:00:00.000Z');
INSERT INTO kysely_migration VALUES ('0019_window_order', '2026-11-20T08:00:00.000Z');
INSERT INTO kysely_migration VALUES ('0020_digests', '2026-11-20T08:00:00.000Z');
INSERT INTO kysely_migration VALUES ('0020_digests_online', '2026-11-20T08:00:00.000Z');
INSERT INTO kysely_migration VALUES ('0021_digest_gathering', '2026-11-20T08:00:00.000Z');
INSERT INTO kysely_migration VALUES ('0022_coverage', '2026-11-20T08:00:00.000Z');
INSERT INTO kysely_migration VALUES ('0022_coverage_online', '2026-11-20T08:00:00.000Z');
INSERT INTO kysely_migration VALUES ('0023_retention', '2026-11-20T08:00:00.000Z');
INSERT INTO kysely_migration VALUES ('0023_retention_online', '2026-11-20T08:00:00.000Z');
INSERT INTO kysely_migration VALUES ('0024_alarm_messages', '2026-11-20T08:00:00.000Z');
INSERT INTO kysely_migration VALUES ('0024_alarm_messages_online', '2026-11-20T08:00:00.000Z');
INSERT INTO kysely_migration VALUES ('0025_sending_begun', '2026-11-20T08:00:00.000Z');
INSERT INTO kysely_migration VALUES ('0026_scores_listed', '2026-11-20T08:00:00.000Z');
INSERT INTO kysely_migration VALUES ('0026_scores_listed_online', '2026-11-20T08:00:00.000Z');
INSERT INTO kysely_migration VALUES ('0027_asked_in_run', '2026-11-20T08:00:00.000Z');
INSERT INTO kysely_migration VALUES ('0028_backfill_refusals', '2026-11-20T08:00:00.000Z');
INSERT INTO kysely_migration VALUES ('0029_scores_looked', '2026-11-20T08:00:00.000Z');
INSERT INTO kysely_migration VALUES ('0030_digest_rescheduled', '2026-11-20T08:00:00.000Z');
INSERT INTO kysely_migration VALUES ('0030_digest_rescheduled_online', '2026-11-20T08:00:00.000Z');
INSERT INTO kysely_migration VALUES ('0031_webhook_notes_since', '2026-11-20T08:00:00.000Z');
INSERT INTO kysely_migration VALUES ('0032_webhook_generations', '2026-11-20T08:00:00.000Z');
INSERT INTO kysely_migration VALUES ('0033_temporal_requests', '2026-11-20T08:00:00.000Z');
INSERT INTO kysely_migration VALUES ('0034_documents_in_force', '2026-11-20T08:00:00.000Z');
INSERT INTO kysely_migration VALUES ('0035_digest_runs_by_period', '2026-11-20T08:00:00.000Z');
INSERT INTO fleets VALUES ('default', 'Default', 'Europe/Berlin', '2026-11-20 08:00:00+00');
INSERT INTO kysely_migration_lock VALUES ('migration_lock', 0);
ALTER TABLE ONLY fleets
    ADD CONSTRAINT fleets_pkey PRIMARY KEY (fleet_id);
ALTER TABLE ONLY kysely_migration_lock
    ADD CONSTRAINT kysely_migration_lock_pkey PRIMARY KEY (id);
ALTER TABLE ONLY kysely_migration
    ADD CONSTRAINT kysely_migration_pkey PRIMARY KEY (name);
ALTER TABLE ONLY slack_pace
    ADD CONSTRAINT slack_pace_pkey PRIMARY KEY (fleet_id, channel);
