import { sql } from 'kysely';
import type { Kysely } from 'kysely';

/** Who signs in: users with their roles by fleet, sessions, personal tokens. Secrets are stored as hashes only. */
export async function createIdentity(db: Kysely<unknown>): Promise<void> {
  await sql`
    -- People whom an identity provider signed in. The provider (issuer) and its name for the person (subject) identify them.
    create table users (
      id uuid primary key,
      issuer text not null,
      subject text not null,
      -- What audit log and timelines call the person; no two have the same.
      name text not null,
      -- The name with letters that are drawn alike made one.
      skeleton text not null,
      -- Null unless the provider verified it.
      email text,
      created_at timestamptz not null,
      last_sign_in_at timestamptz not null,
      unique (issuer, subject)
    );
    create unique index users_by_skeleton on users (skeleton);
    -- Users of an address, to match a person of Slack.
    create index users_by_email on users (lower(email)) where email is not null;

    -- What a user may do in a fleet, as the newest sign-in said.
    create table user_grants (
      seq bigint generated always as identity unique,
      fleet_id text not null,
      user_id uuid not null references users on delete cascade,
      -- Null: the newest sign-in granted none.
      role text check (role in ('viewer', 'editor', 'admin')),
      -- The groups that a viewer is limited to; null: the whole fleet.
      groups text[] check (groups is null or role is null or role = 'viewer'),
      granted_at timestamptz not null,
      -- Since when an admin of the fleet keeps the user out; a sign-in does not change it.
      disabled_at timestamptz,
      primary key (fleet_id, user_id)
    );
    create index user_grants_of_user on user_grants (user_id);
    -- The list of a fleet's users, newest first.
    create index user_grants_newest on user_grants (fleet_id, seq);

    create table sessions (
      -- SHA-256 of the id, which only the browser's cookie holds.
      id_hash bytea primary key,
      user_id uuid references users on delete cascade,
      -- Of a session that an admin's service token began: the token, and a proof that it is still the same.
      token_fleet_id text,
      token_name text,
      token_proof bytea,
      -- The provider's own id of the session, for its logout.
      provider_sid text,
      created_at timestamptz not null,
      -- Written at most once a minute.
      last_seen_at timestamptz not null,
      expires_at timestamptz not null,
      check ((user_id is null) = (token_fleet_id is not null and token_name is not null and token_proof is not null))
    );
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
      -- The most it may do; less where its owner may do less.
      role text not null check (role in ('viewer', 'editor', 'admin')),
      -- SHA-256 of the token, which is shown once.
      token_hash bytea not null unique,
      created_at timestamptz not null,
      expires_at timestamptz not null,
      -- Written at most once a minute.
      last_used_at timestamptz,
      primary key (fleet_id, id)
    );
    create index personal_tokens_of_user on personal_tokens (user_id, seq);
    create index personal_tokens_newest on personal_tokens (fleet_id, seq);

    -- Sign-ins that wait for the provider's answer: each is used once.
    create table sign_in_attempts (
      state_hash bytea primary key,
      -- SHA-256 of what a cookie of the same browser holds.
      browser_hash bytea not null,
      issuer text not null,
      nonce text not null,
      code_verifier text not null,
      return_to text not null,
      expires_at timestamptz not null
    );
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
      -- Of the command line: who approved it, and what token it is exchanged for.
      user_id uuid references users on delete cascade,
      details jsonb,
      expires_at timestamptz not null
    );
    create index one_time_codes_by_end on one_time_codes (expires_at);
  `.execute(db);
}
