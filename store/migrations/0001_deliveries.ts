import { sql } from 'kysely';
import type { Kysely } from 'kysely';

/** Creates the tables of alarms, of the ledger of everything that is sent, and of other data for sending. */
export async function createDeliveries(db: Kysely<unknown>): Promise<void> {
  await sql`
    -- One row for each thing that can be wrong for a whole fleet; it can be raised and resolved many times.
    create table fleet_alarms (
      fleet_id text not null,
      kind text not null,
      subject text not null,
      message text not null,
      details jsonb not null default '{}',
      raised_at timestamptz not null,
      last_seen_at timestamptz not null,
      resolved_at timestamptz,
      raised_message_id bigint,
      seq bigint generated always as identity unique,
      primary key (fleet_id, kind, subject)
    );
    comment on column fleet_alarms.subject is 'Empty where a kind has one alarm only.';
    comment on column fleet_alarms.details is
      'The message''s values beside kind and subject, by name, from which texts in other languages are made.';
    comment on column fleet_alarms.raised_message_id is
      'The message that reported the open alarm; null: none was sent, or its resolution was reported.';
    -- The list, newest first.
    create index fleet_alarms_by_raising on fleet_alarms (fleet_id, raised_at, seq);

    -- One message about an alarm, whoever receives it.
    create table alarm_messages (
      id bigint generated always as identity primary key,
      fleet_id text not null,
      kind text not null,
      subject text not null,
      event text not null check (event in ('raised', 'resolved')),
      message text not null,
      raised_at timestamptz not null,
      resolved_at timestamptz,
      planned_at timestamptz not null,
      unique (fleet_id, id)
    );
  `.execute(db);

  await sql`
    -- The ledger: one row for each message, escalation or deletion. Planned, claimed, sent, confirmed.
    create table deliveries (
      id bigint generated always as identity primary key,
      fleet_id text not null,
      driver_id text not null,
      trip_id text not null,
      delivery_key text not null,
      kind text not null default 'alert' check (kind in ('alert', 'coaching', 'budget_notice', 'budget_summary',
        'incident_page', 'incident_note', 'deletion_request', 'digest', 'alarm')),
      alert_id bigint,
      rule text not null,
      version integer not null,
      action text not null,
      action_index integer not null,
      receiver text not null,
      recipient_reason jsonb,
      revision integer not null,
      state text not null check (state in ('pending', 'sent', 'held', 'skipped', 'unconfirmed', 'failed')),
      reason text,
      attempt integer not null default 0,
      claimed_at timestamptz,
      unsent_attempt integer,
      unknown_outcome_attempts integer[] not null default '{}',
      sent_attempt integer,
      possible_repeat boolean not null default false,
      reference jsonb,
      title text,
      last_error text,
      last_error_at timestamptz,
      refusals integer not null default 0,
      refused_since timestamptz,
      planned_at timestamptz not null,
      settled_at timestamptz,
      release_at timestamptz,
      grouped_into bigint,
      incident_id bigint,
      incident_seq integer,
      deletion_id bigint,
      shown_change integer,
      digest_run_id bigint,
      alarm_message_id bigint,
      unique (fleet_id, delivery_key),
      unique (fleet_id, id),
      foreign key (fleet_id, alert_id) references alerts (fleet_id, id),
      foreign key (fleet_id, grouped_into) references deliveries (fleet_id, id),
      foreign key (fleet_id, incident_id) references incidents (fleet_id, id),
      foreign key (fleet_id, digest_run_id) references digest_runs (fleet_id, id),
      foreign key (fleet_id, alarm_message_id) references alarm_messages (fleet_id, id)
    );
    comment on column deliveries.driver_id is 'Empty, like trip_id and rule, for digests and alarms.';
    comment on column deliveries.delivery_key is
      'Hash of (fleet, driver, trip, rule, action, receiver), or of what else makes it one.';
    comment on column deliveries.action is 'slack, email, webhook, escalate or delete_trip.';
    comment on column deliveries.recipient_reason is
      'Why this receiver: a route''s entry, a rotation, the driver record. Null: the document names the receiver itself.';
    comment on column deliveries.attempt is 'The newest attempt; 0: none.';
    comment on column deliveries.unsent_attempt is
      'The attempt that has sent nothing yet, and will say so before it does: dying meanwhile, its outcome is known.';
    comment on column deliveries.unknown_outcome_attempts is 'Attempts whose outcome is not known.';
    comment on column deliveries.reference is
      'Data with which the channel finds or changes the message: a Slack timestamp, a message id.';
    comment on column deliveries.title is 'The subject or the first line of a sent message. It may name the driver.';
    comment on column deliveries.refusals is
      'Attempts in a row that the receiver refused for a reason that may pass, and when the first of them was.';
    comment on column deliveries.release_at is
      'When quiet hours, the window of a batch, or the day of a budget, end; stays when it was released.';
    comment on column deliveries.grouped_into is 'The delivery into whose message this one''s alert is grouped.';
    comment on column deliveries.incident_id is 'The incident of a page or note, and the entry of the timeline that it reports.';
    comment on column deliveries.deletion_id is 'The deletion of a request for approval.';
    comment on column deliveries.shown_change is
      'The change (incidents.changes) that a message updated in place shows; null: the one it was sent with.';
    comment on column deliveries.digest_run_id is 'The run of a digest.';
    comment on column deliveries.alarm_message_id is 'The message of a delivery about an alarm.';
    -- What belongs to one trip, alert, incident, deletion, digest run or alarm.
    create index deliveries_of_trip on deliveries (fleet_id, driver_id, trip_id);
    create index deliveries_of_alert on deliveries (fleet_id, alert_id);
    create index deliveries_of_incident on deliveries (fleet_id, incident_id) where incident_id is not null;
    create index deliveries_of_deletion on deliveries (fleet_id, deletion_id) where deletion_id is not null;
    create index deliveries_of_digest_run on deliveries (fleet_id, digest_run_id) where digest_run_id is not null;
    create index deliveries_of_alarm on deliveries (fleet_id, alarm_message_id) where alarm_message_id is not null;
    -- What one message groups.
    create index deliveries_grouped on deliveries (fleet_id, grouped_into) where grouped_into is not null;
    -- Alerts that wait for one receiver, to group them.
    create index deliveries_waiting_for_receiver on deliveries (fleet_id, receiver)
      where state = 'pending' and kind = 'alert';
    -- What is released at a moment.
    create index deliveries_to_release on deliveries (fleet_id, release_at) where state in ('held', 'pending');
    -- Deliveries of a period.
    create index deliveries_by_planning on deliveries (fleet_id, planned_at);
    -- What was sent, and what was held since a moment, for the feed.
    create index deliveries_by_settling on deliveries (fleet_id, settled_at, id) where settled_at is not null;
    -- The list of one channel, newest first, and of what needs a person.
    create index deliveries_by_channel on deliveries (fleet_id, action, id);
    create index deliveries_failed on deliveries (fleet_id, id) where state = 'failed';
    create index deliveries_held on deliveries (fleet_id, planned_at, id) where state = 'held';
    -- Incidents' messages that are overdue, of all fleets.
    create index incident_messages_pending on deliveries (planned_at)
      where incident_id is not null and state = 'pending';

    -- Messages of channels that are not configured: shown instead of sent.
    create table outbox (
      id bigint generated always as identity primary key,
      fleet_id text not null,
      channel text not null,
      receiver text not null,
      subject text,
      text text not null,
      blocks jsonb,
      html text,
      picture bytea,
      delivery_id bigint,
      delivery_key text,
      possible_repeat boolean not null default false,
      at timestamptz not null,
      unique (fleet_id, delivery_id)
    );
    -- The list, newest first.
    create index outbox_newest on outbox (fleet_id, id);
  `.execute(db);

  await sql`
    -- How far ahead the slots of a rate limit are acquired, for all workers together.
    create table rate_limits (
      fleet_id text not null,
      key text not null,
      booked_until timestamptz not null,
      paused_until timestamptz,
      primary key (fleet_id, key)
    );
    comment on column rate_limits.key is 'A Slack channel as a rule or policy writes it, or mail: and the hash of an address.';
    comment on column rate_limits.paused_until is 'Until then Slack asked to wait.';

    -- The ids of Slack channels that rules call by name.
    create table slack_channels (
      fleet_id text not null,
      name text not null,
      channel_id text not null,
      seen_at timestamptz not null,
      primary key (fleet_id, name)
    );
    comment on column slack_channels.name is 'As a rule writes it: #fleet-safety.';

    -- The names of people in a fleet's Slack.
    create table slack_people (
      fleet_id text not null,
      user_id text not null,
      name text not null,
      email text,
      read_at timestamptz not null,
      primary key (fleet_id, user_id)
    );
    comment on column slack_people.email is 'Only if Slack confirmed it, and shows it to the app.';

    -- Addresses of webhooks whose receiver said (410) that they are gone: out of use until a document that names one is published.
    create table gone_addresses (
      fleet_id text not null,
      address text not null,
      gone_at timestamptz not null,
      primary key (fleet_id, address)
    );
    comment on column gone_addresses.gone_at is 'When it said so, the last time.';

    -- Rotations of the secrets that sign outgoing webhooks. No secret is kept: each is derived from WEBHOOK_SIGNING_SECRET,
    -- fleet, origin and generation. Generation 1 has no row.
    create table webhook_secret_generations (
      fleet_id text not null,
      origin text not null,
      generation integer not null check (generation >= 2),
      began_at timestamptz not null,
      primary key (fleet_id, origin, generation)
    );
    comment on column webhook_secret_generations.origin is
      'https://hooks.example.com, with a port where it is not the scheme''s own.';
    comment on column webhook_secret_generations.generation is '2 for the first rotation: generation 1 has no row.';
  `.execute(db);
}
