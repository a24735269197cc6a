import type { GeneratedAlways } from 'kysely';
import type { JsonObject } from '../../rules/vocabulary/index.ts';

/** A user's role in a fleet. */
export type UserRole = 'viewer' | 'editor' | 'admin';

/** A person whom an identity provider signed in; issuer and subject identify them. */
export interface UsersTable {
  id: string;
  issuer: string;
  subject: string;
  /** The person's unique name in the audit log and timelines. */
  name: string;
  /** Skeleton of the name (UTS 39): unique, so that no name passes for another. */
  skeleton: string;
  /** Null unless the provider verified it. */
  email: string | null;
  createdAt: Date;
  lastSignInAt: Date;
}

/** A user's role in one fleet, as of the newest sign-in. */
export interface UserGrantsTable {
  seq: GeneratedAlways<string>;
  fleetId: string;
  userId: string;
  /** Null: the newest sign-in granted none. */
  role: UserRole | null;
  /** The groups that the user is limited to; null: the whole fleet. */
  groups: string[] | null;
  grantedAt: Date;
  /** Since when an admin of the fleet keeps the user out. */
  disabledAt: Date | null;
}

/** A browser that is signed in, as a user or by a service token. */
export interface SessionsTable {
  /** SHA-256 of the id, which only the cookie holds. */
  idHash: Buffer;
  userId: string | null;
  tokenFleetId: string | null;
  tokenName: string | null;
  tokenProof: Buffer | null;
  /** The provider's own id of the session. */
  providerSid: string | null;
  createdAt: Date;
  lastSeenAt: Date;
  expiresAt: Date;
}

/** An API token that a person made for themselves. */
export interface PersonalTokensTable {
  seq: GeneratedAlways<string>;
  fleetId: string;
  id: string;
  userId: string;
  name: string;
  role: UserRole;
  /** SHA-256 of the token. */
  tokenHash: Buffer;
  createdAt: Date;
  expiresAt: Date;
  lastUsedAt: Date | null;
}

/** A sign-in that waits for the provider's answer. */
export interface SignInAttemptsTable {
  stateHash: Buffer;
  browserHash: Buffer;
  issuer: string;
  nonce: string;
  codeVerifier: string;
  returnTo: string;
  expiresAt: Date;
}

/** A logout token that was carried out. */
export interface SpentLogoutTokensTable {
  issuer: string;
  jtiHash: Buffer;
  expiresAt: Date;
}

/** A code that signs in once. */
export interface OneTimeCodesTable {
  codeHash: Buffer;
  purpose: 'dev' | 'command_line';
  userId: string | null;
  details: JsonObject | null;
  expiresAt: Date;
}
