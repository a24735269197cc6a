import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { listAudit } from '../../../store/db/index.ts';
import {
  SESSION_IDLE_MS,
  SESSION_LONGEST_MS,
  beginTokenSession,
  beginUserSession,
  createPersonalToken,
  deletePersonalToken,
  endProviderSessions,
  findPersonalToken,
  findSession,
  isTokenOfSession,
  listUserTokens,
  recordSignIn,
  setDisabled,
  spendCode,
  spendLogoutToken,
  storeAttempt,
  storeCode,
  takeAttempt,
  withdrawGrants,
} from '../../../store/identity/index.ts';
import { useDatabase } from '../../support/store/useDatabase.ts';

const inTest = useDatabase();
const at = new Date('2026-11-20T10:00:00Z');
const later = (ms: number): Date => new Date(at.getTime() + ms);
const MINUTE = 60_000;
const DAY = 86_400_000;

let people = 0;
async function signedIn(more: Partial<Parameters<typeof recordSignIn>[1]> = {}) {
  people += 1;
  return recordSignIn(inTest.db, {
    issuer: 'https://id.example',
    subject: `s-${people}`,
    name: `Person ${people}`,
    at,
    grants: [{ fleetId: 'north', role: 'editor' as const }],
    reservedNames: ['dev'],
    ...more,
  });
}

describe('a user', () => {
  it('is issuer and subject: a changed name is the same user, the same subject elsewhere another', async () => {
    const first = await signedIn({ subject: 'same', name: 'Ann' });
    const again = await signedIn({ subject: 'same', name: 'Ann B.' });
    const other = await signedIn({ subject: 'same', issuer: 'https://other.example', name: 'Cid' });
    expect(again.user.id).toBe(first.user.id);
    expect(again.user.name).toBe('Ann B.');
    expect(other.user.id).not.toBe(first.user.id);
  });

  it('does not pass for another one, a service token or Tripline in the audit log', async () => {
    await signedIn({ subject: 'real', name: 'Dora' });
    const names = await Promise.all([
      signedIn({ subject: 'x1', name: 'dora', email: 'x1@example.com' }),
      signedIn({ subject: 'x2', name: 'DEV', email: 'x2@example.com' }),
      signedIn({ subject: 'x3', name: 'slack:U01' }),
    ]);
    expect(names.map(({ user }) => user.name)).toEqual([
      'dora (x1@example.com)',
      'DEV (of id.example)',
      '"slack:U01" (of id.example)',
    ]);
  });

  it('has the role of the newest sign-in alone', async () => {
    const { user } = await signedIn({ subject: 'moving' });
    const { grants } = await signedIn({
      subject: 'moving',
      grants: [{ fleetId: 'south', role: 'viewer' }],
    });
    expect(grants).toEqual([{ fleetId: 'south', role: 'viewer' }]);
    const id = await beginUserSession(inTest.db, { userId: user.id, at });
    await withdrawGrants(inTest.db, { issuer: user.issuer, subject: 'moving', at });
    expect(await findSession(inTest.db, { id, at, isUse: true })).toBeUndefined();
  });

  it('who is disabled stays so over a sign-in, in that fleet alone', async () => {
    const grants = [
      { fleetId: 'north', role: 'editor' as const },
      { fleetId: 'south', role: 'admin' as const },
    ];
    const { user } = await signedIn({ subject: 'kept-out', grants });
    const ruling = { fleetId: 'north', id: user.id, isDisabled: true, who: 'ann', why: 'Left.', at };
    await setDisabled(inTest.db, ruling);
    const again = await signedIn({ subject: 'kept-out', grants });
    expect(again.grants).toEqual([{ fleetId: 'south', role: 'admin' }]);
    await setDisabled(inTest.db, ruling);
    await setDisabled(inTest.db, { ...ruling, isDisabled: false });
    const { items } = await listAudit(inTest.db, { fleetId: 'north', subjectId: user.id });
    expect(items.map(({ action }) => action)).toEqual(['user.enabled', 'user.disabled', 'user.signed_in']);
    expect(await setDisabled(inTest.db, { ...ruling, fleetId: 'west' })).toBeUndefined();
  });
});

describe('a session', () => {
  it('is stored as a hash, and names its person with what they may do now', async () => {
    const { user } = await signedIn();
    const id = await beginUserSession(inTest.db, { userId: user.id, at });
    const { rows } = await sql<{ idHash: Buffer; row: string }>`
      select id_hash, sessions::text as row from sessions where user_id = ${user.id}`.execute(inTest.db);
    expect(rows[0]!.idHash).toEqual(createHash('sha256').update(id).digest());
    expect(rows[0]!.row).not.toContain(id);
    const found = await findSession(inTest.db, { id, at, isUse: true });
    expect(found?.user).toMatchObject({
      id: user.id,
      name: user.name,
      grants: [{ fleetId: 'north', role: 'editor' }],
    });
  });

  it('ends when it was not used for eight hours, and after seven days whatever happens', async () => {
    const { user } = await signedIn();
    const id = await beginUserSession(inTest.db, { userId: user.id, at });
    const isThere = async (ms: number, isUse = true): Promise<boolean> =>
      (await findSession(inTest.db, { id, at: later(ms), isUse })) !== undefined;
    expect(await isThere(SESSION_IDLE_MS - MINUTE, false)).toBe(true);
    expect(await isThere(SESSION_IDLE_MS)).toBe(false);
    for (let ms = 0; ms < SESSION_LONGEST_MS; ms += SESSION_IDLE_MS - MINUTE)
      expect(await isThere(ms)).toBe(true);
    expect(await isThere(SESSION_LONGEST_MS - MINUTE)).toBe(true);
    expect(await isThere(SESSION_LONGEST_MS)).toBe(false);
  });

  it('writes when it was used at most once a minute', async () => {
    const { user } = await signedIn();
    const id = await beginUserSession(inTest.db, { userId: user.id, at });
    const seen = async (): Promise<Date | undefined> => {
      const { rows } = await sql<{ lastSeenAt: Date }>`
        select last_seen_at from sessions where user_id = ${user.id}`.execute(inTest.db);
      return rows[0]?.lastSeenAt;
    };
    await findSession(inTest.db, { id, at: later(59_000), isUse: true });
    expect(await seen()).toEqual(at);
    await findSession(inTest.db, { id, at: later(61_000), isUse: true });
    expect(await seen()).toEqual(later(61_000));
  });

  it('of a service token proves which token began it', async () => {
    const id = await beginTokenSession(inTest.db, { fleetId: 'north', name: 'ann', token: 'one-token', at });
    const found = await findSession(inTest.db, { id, at, isUse: true });
    expect(found?.token).toMatchObject({ fleetId: 'north', name: 'ann' });
    expect(isTokenOfSession(id, found!.token!.proof, 'one-token')).toBe(true);
    expect(isTokenOfSession(id, found!.token!.proof, 'another-token')).toBe(false);
  });

  it('of the provider ends by its sid alone, and all of a person by their subject', async () => {
    const { user } = await signedIn({ subject: 'leaving' });
    const begin = (providerSid?: string) =>
      beginUserSession(inTest.db, { userId: user.id, at, ...(providerSid !== undefined && { providerSid }) });
    const [one, two, three] = [await begin('sid-1'), await begin('sid-2'), await begin()];
    const open = async () =>
      Promise.all(
        [one, two, three].map(
          async (id) => (await findSession(inTest.db, { id, at, isUse: true })) !== undefined,
        ),
      );
    const { issuer } = user;
    expect(await endProviderSessions(inTest.db, { issuer: 'https://other.example', sid: 'sid-1' })).toEqual(
      [],
    );
    expect(await endProviderSessions(inTest.db, { issuer, sid: 'sid-1', subject: 's-other' })).toEqual([]);
    expect(await open()).toEqual([true, true, true]);
    expect(await endProviderSessions(inTest.db, { issuer, sid: 'sid-1' })).toEqual([user.id]);
    expect(await open()).toEqual([false, true, true]);
    await endProviderSessions(inTest.db, { issuer, subject: 'leaving' });
    expect(await open()).toEqual([false, false, false]);
  });
});

describe('a personal token', () => {
  const made = async (role: 'viewer' | 'editor' | 'admin' = 'editor', expiresAt = later(40 * DAY)) => {
    const { user } = await signedIn();
    const args = { fleetId: 'north', userId: user.id, name: 'laptop', role, who: user.name, at, expiresAt };
    return { user, ...(await createPersonalToken(inTest.db, args))! };
  };
  const roleAt = async (token: string, ms = 0) =>
    (await findPersonalToken(inTest.db, { token, at: later(ms), isUse: true }))?.role;

  it('may what its owner may now, and never more than itself', async () => {
    const { user, token } = await made('editor');
    expect(await roleAt(token)).toBe('editor');
    await signedIn({ subject: user.subject, grants: [{ fleetId: 'north', role: 'viewer' }] });
    expect(await roleAt(token)).toBe('viewer');
    await signedIn({ subject: user.subject, grants: [{ fleetId: 'north', role: 'admin' }] });
    expect(await roleAt(token)).toBe('editor');
    await signedIn({ subject: user.subject, grants: [{ fleetId: 'south', role: 'admin' }] });
    expect(await roleAt(token)).toBeUndefined();
  });

  it('ends with its time, when its owner is disabled, or did not sign in for 30 days', async () => {
    const short = await made('editor', later(10 * DAY));
    expect(await roleAt(short.token, 10 * DAY - MINUTE)).toBe('editor');
    expect(await roleAt(short.token, 10 * DAY)).toBeUndefined();
    const long = await made();
    expect(await roleAt(long.token, 30 * DAY - MINUTE)).toBe('editor');
    expect(await roleAt(long.token, 30 * DAY)).toBeUndefined();
    await setDisabled(inTest.db, { fleetId: 'north', id: long.user.id, isDisabled: true, who: 'ann', at });
    expect(await roleAt(long.token)).toBeUndefined();
  });

  it('is stored as a hash, says when it was used to the minute, and is deleted by its owner or the fleet', async () => {
    const { user, id, token } = await made();
    const { rows } = await sql<{ row: string }>`
      select personal_tokens::text as row from personal_tokens where user_id = ${user.id}`.execute(inTest.db);
    expect(rows[0]!.row).not.toContain(token.slice(4));
    await roleAt(token, 1_000);
    await roleAt(token, 30_000);
    const { items } = await listUserTokens(inTest.db, { userId: user.id });
    expect(items).toMatchObject([{ id, lastUsedAt: later(1_000) }]);
    const stranger = (await signedIn()).user.id;
    const gone = { id, who: 'ann', at };
    expect(await deletePersonalToken(inTest.db, { ...gone, userId: stranger })).toBe(false);
    expect(await deletePersonalToken(inTest.db, { ...gone, fleetId: 'south' })).toBe(false);
    expect(await deletePersonalToken(inTest.db, gone)).toBe(false);
    expect(await deletePersonalToken(inTest.db, { ...gone, fleetId: 'north' })).toBe(true);
    expect(await roleAt(token)).toBeUndefined();
    const { items: entries } = await listAudit(inTest.db, { fleetId: 'north', subjectId: id });
    expect(entries.map(({ action }) => action)).toEqual(['personal_token.deleted', 'personal_token.created']);
    expect(JSON.stringify(entries)).not.toContain(token);
  });
});

describe('what is used once', () => {
  const attempt = { issuer: 'https://id.example', nonce: 'n', codeVerifier: 'v', returnTo: '/' };

  it('is a sign-in that waits: in its own browser, in time, by one of two answers', async () => {
    const begun = { ...attempt, state: 'state-1', browser: 'browser-1', at, expiresAt: later(10 * MINUTE) };
    await storeAttempt(inTest.db, begun);
    const take = (browser: string, ms = 0) =>
      takeAttempt(inTest.db, { state: 'state-1', browser, at: later(ms) });
    expect(await take('browser-2')).toBeUndefined();
    expect(await take('browser-1', 10 * MINUTE)).toBeUndefined();
    const both = await Promise.all([take('browser-1'), take('browser-1')]);
    expect(both.filter((each) => each !== undefined)).toEqual([attempt]);
  });

  it('is a code, for its own purpose', async () => {
    const expiresAt = later(MINUTE);
    const code = await storeCode(inTest.db, { purpose: 'dev', at, expiresAt });
    expect(await spendCode(inTest.db, { code, purpose: 'command_line', at })).toBeUndefined();
    expect(await spendCode(inTest.db, { code, purpose: 'dev', at: expiresAt })).toBeUndefined();
    expect(await spendCode(inTest.db, { code, purpose: 'dev', at })).toBeDefined();
    expect(await spendCode(inTest.db, { code, purpose: 'dev', at })).toBeUndefined();
  });

  it('is a logout token of an issuer', async () => {
    const token = { issuer: 'https://id.example', jti: 'jti-1', at, expiresAt: later(MINUTE) };
    expect(await spendLogoutToken(inTest.db, token)).toBe(true);
    expect(await spendLogoutToken(inTest.db, token)).toBe(false);
    expect(await spendLogoutToken(inTest.db, { ...token, issuer: 'https://other.example' })).toBe(true);
  });
});
