import { sql } from 'kysely';
import type { Kysely } from 'kysely';

/**
 * Creates the tables for sign-in: users with their roles in fleets, sessions, personal tokens. Secrets are stored as hashes only.
 */
export async function createIdentity(db: Kysely<unknown>): Promise<void> {
  await sql`
    -- People whom an identity provider signed in. The provider (issuer) and its name for the person (subject) identify them.
    create table users (
      id uuid primary key,
      issuer text not null,
      subject text not null,
      name text not null,
      skeleton text not null,
      email text,
      created_at timestamptz not null,
      last_sign_in_at timestamptz not null,
      unique (issuer, subject)
    );
    comment on column users.name is 'The person''s unique name in the audit log and timelines.';
    comment on column users.skeleton is 'Skeleton of the name (UTS 39): unique, so that no name passes for another.';
    comment on column users.email is 'Null unless the provider verified it.';
    create unique index users_by_skeleton on users (skeleton);
    -- Users of an address, to match a person of Slack.
    create index users_by_email on users (lower(email)) where email is not null;

    -- What a user may do in a fleet, as the newest sign-in said.
    create table user_grants (
      seq bigint generated always as identity unique,
      fleet_id text not null,
      user_id uuid not null references users on delete cascade,
      role text check (role in ('viewer', 'editor', 'admin')),
      groups text[] check (groups is null or role is null or role = 'viewer'),
      granted_at timestamptz not null,
      disabled_at timestamptz,
      primary key (fleet_id, user_id)
    );
    comment on column user_grants.role is 'Null: the newest sign-in granted none.';
    comment on column user_grants.groups is 'The groups that a viewer is limited to; null: the whole fleet.';
    comment on column user_grants.disabled_at is
      'Since when an admin of the fleet keeps the user out; a sign-in does not change it.';
    create index user_grants_of_user on user_grants (user_id);
    -- The list of a fleet's users, newest first.
    create index user_grants_newest on user_grants (fleet_id, seq);

    create table sessions (
      id_hash bytea primary key,
      user_id uuid references users on delete cascade,
      token_fleet_id text,
      token_name text,
      token_proof bytea,
      provider_sid text,
      created_at timestamptz not null,
      last_seen_at timestamptz not null,
      expires_at timestamptz not null,
      check ((user_id is null) = (token_fleet_id is not null and token_name is not null and token_proof is not null))
    );
    comment on column sessions.id_hash is 'SHA-256 of the id, which only the browser''s cookie holds.';
    comment on column sessions.token_fleet_id is
      'The service token of an admin that began the session, with a proof that it is still the same.';
    comment on column sessions.provider_sid is 'The provider''s own id of the session, for its logout.';
    comment on column sessions.last_seen_at is 'Written at most once a minute.';
    create index sessions_of_user on sessions (user_id) where user_id is not null;
    -- Sessions that are over, to remove them.
    create index sessions_by_end on sessions (expires_at);

    -- API tokens that a person made for themselves.
    create table personal_tokens (
      seq bigint generated always as identity unique,
      fleet_id text not null,
      id uuid not null,
      user_id uuid not null references users on delete cascade,
      name text not null,
      role text not null check (role in ('viewer', 'editor', 'admin')),
      token_hash bytea not null unique,
      created_at timestamptz not null,
      expires_at timestamptz not null,
      last_used_at timestamptz,
      primary key (fleet_id, id)
    );
    comment on column personal_tokens.role is 'The most it may do; less where its owner may do less.';
    comment on column personal_tokens.token_hash is 'SHA-256 of the token, which is shown once.';
    comment on column personal_tokens.last_used_at is 'Written at most once a minute.';
    create index personal_tokens_of_user on personal_tokens (user_id, seq);
    create index personal_tokens_newest on personal_tokens (fleet_id, seq);

    -- Sign-ins that wait for the provider's answer: each is used once.
    create table sign_in_attempts (
      state_hash bytea primary key,
      browser_hash bytea not null,
      issuer text not null,
      nonce text not null,
      code_verifier text not null,
      return_to text not null,
      expires_at timestamptz not null
    );
    comment on column sign_in_attempts.browser_hash is 'SHA-256 of the value of a cookie of the same browser.';
    create index sign_in_attempts_by_end on sign_in_attempts (expires_at);

    -- Logout tokens that were carried out: none is accepted twice.
    create table spent_logout_tokens (
      issuer text not null,
      jti_hash bytea not null,
      expires_at timestamptz not null,
      primary key (issuer, jti_hash)
    );

    -- Codes of links that sign in once, and of the command line's sign-in.
    create table one_time_codes (
      code_hash bytea primary key,
      purpose text not null check (purpose in ('dev', 'command_line')),
      user_id uuid references users on delete cascade,
      details jsonb,
      expires_at timestamptz not null
    );
    comment on column one_time_codes.user_id is
      'For the command line: the person who approved it; details say for what token it is exchanged.';
    create index one_time_codes_by_end on one_time_codes (expires_at);
  `.execute(db);
}
