import { sql } from 'kysely';
import type { Kysely } from 'kysely';

/** Alarms, and the ledger of everything that is sent, with what sending needs. */
export async function createDeliveries(db: Kysely<unknown>): Promise<void> {
  await sql`
    -- One row for each thing that can be wrong for a whole fleet; it can be raised and resolved many times.
    create table fleet_alarms (
      fleet_id text not null,
      kind text not null,
      -- Empty where a kind has one alarm only.
      subject text not null,
      message text not null,
      -- What the message says beside kind and subject, by name: texts in other languages are made of it.
      details jsonb not null default '{}',
      raised_at timestamptz not null,
      last_seen_at timestamptz not null,
      resolved_at timestamptz,
      -- The message that said it was raised; null: none did, or another one has said that it is resolved.
      raised_message_id bigint,
      seq bigint generated always as identity unique,
      primary key (fleet_id, kind, subject)
    );
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
      -- Empty, like trip_id and rule, for digests and alarms.
      driver_id text not null,
      trip_id text not null,
      -- Hash of (fleet, driver, trip, rule, action, receiver), or of what else makes it one.
      delivery_key text not null,
      kind text not null default 'alert' check (kind in ('alert', 'coaching', 'budget_notice', 'budget_summary',
        'incident_page', 'incident_note', 'deletion_request', 'digest', 'alarm')),
      alert_id bigint,
      rule text not null,
      version integer not null,
      -- slack, email, webhook, escalate or delete_trip.
      action text not null,
      action_index integer not null,
      receiver text not null,
      -- Why this receiver: a route's entry, a rotation, the driver record. Null: the document names the receiver itself.
      recipient_reason jsonb,
      revision integer not null,
      state text not null check (state in ('pending', 'sent', 'held', 'skipped', 'unconfirmed', 'failed')),
      reason text,
      -- The newest attempt; 0: none.
      attempt integer not null default 0,
      claimed_at timestamptz,
      -- The claimed attempt while it has sent nothing: if it dies then, its outcome is known.
      unsent_attempt integer,
      -- Attempts whose outcome is not known.
      unknown_outcome_attempts integer[] not null default '{}',
      sent_attempt integer,
      possible_repeat boolean not null default false,
      -- What the channel needs to find or change the message: a Slack timestamp, a message id.
      reference jsonb,
      -- What a sent message is about: its subject, or its first line. It may name the driver.
      title text,
      last_error text,
      last_error_at timestamptz,
      -- Attempts in a row that the receiver refused for a reason that may pass, and when the first of them was.
      refusals integer not null default 0,
      refused_since timestamptz,
      planned_at timestamptz not null,
      settled_at timestamptz,
      -- When quiet hours, the window of a batch, or the day of a budget, end; stays when it was released.
      release_at timestamptz,
      -- The delivery whose message holds this one's alert too.
      grouped_into bigint,
      -- Of a page or note: its incident, and the event of the timeline it is about.
      incident_id bigint,
      incident_seq integer,
      -- Of an approval request.
      deletion_id bigint,
      -- Of a message that is updated in place: the change (incidents.changes) it shows; null: the one it was sent with.
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
      -- A Slack channel as a rule or policy writes it, or mail: and the hash of an address.
      key text not null,
      booked_until timestamptz not null,
      -- Slack asked to wait until then.
      paused_until timestamptz,
      primary key (fleet_id, key)
    );

    -- The ids of Slack channels that rules call by name.
    create table slack_channels (
      fleet_id text not null,
      name text not null,
      channel_id text not null,
      seen_at timestamptz not null,
      primary key (fleet_id, name)
    );

    -- The names of people in a fleet's Slack.
    create table slack_people (
      fleet_id text not null,
      user_id text not null,
      name text not null,
      -- Null unless Slack shows it to the app and confirmed it.
      email text,
      read_at timestamptz not null,
      primary key (fleet_id, user_id)
    );

    -- Addresses of webhooks whose receiver said (410) that they are gone: out of use until a document that names one is published.
    create table gone_addresses (
      fleet_id text not null,
      address text not null,
      gone_at timestamptz not null,
      primary key (fleet_id, address)
    );

    -- Rotations of the secrets that sign outgoing webhooks. No secret is kept: each is derived from WEBHOOK_SIGNING_SECRET,
    -- fleet, origin and generation. Generation 1 has no row.
    create table webhook_secret_generations (
      fleet_id text not null,
      -- https://hooks.example.com, with a port where it is not the scheme's own.
      origin text not null,
      generation integer not null check (generation >= 2),
      began_at timestamptz not null,
      primary key (fleet_id, origin, generation)
    );
  `.execute(db);
}
