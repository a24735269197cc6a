import type { Browser } from 'playwright-core';
import { SANDBOX_ISSUER } from '../../server/access/index.ts';
import type { Db } from '../../store/db/index.ts';
import { beginUserSession, recordSignIn } from '../../store/identity/index.ts';
import type { Grant } from '../../store/identity/index.ts';
import { openPage } from '../support/browser/console.ts';
import type { ConsolePage } from '../support/browser/console.ts';

/** The person who signs in, and the database and server of the sign-in. */
export interface PersonInTest extends Pick<Grant, 'role' | 'groups'> {
  readonly name: string;
  readonly screen?: 'desktop' | 'phone';
  readonly db: Db;
  readonly url: string;
}

/** Signs a person in. @returns the id of the session */
export async function sessionOf({
  name,
  db,
  role,
  groups,
}: Pick<PersonInTest, 'name' | 'db' | 'role' | 'groups'>): Promise<{
  readonly session: string;
  readonly userId: string;
}> {
  const at = new Date();
  const { user } = await recordSignIn(db, {
    issuer: SANDBOX_ISSUER,
    subject: name,
    name,
    reservedNames: [],
    at,
    grants: [{ fleetId: 'north', role, ...(groups && { groups }) }],
  });
  return { session: await beginUserSession(db, { userId: user.id, at }), userId: user.id };
}

/** Returns the cookie of a session as the server sets it, secure because its public address is behind TLS. */
export function sessionCookie(session: string, url: string) {
  return {
    name: '__Host-tripline_session',
    value: session,
    domain: new URL(url).hostname,
    path: '/',
    secure: true,
  };
}

/** Opens a page, in its own browser context, of a person who has signed in. */
export async function pageOf(
  browser: Browser,
  person: PersonInTest,
): Promise<ConsolePage & { readonly userId: string; readonly session: string }> {
  const signedIn = await sessionOf(person);
  const opened = await openPage(browser, { screen: person.screen ?? 'desktop', scheme: 'light' });
  await opened.page.context().addCookies([sessionCookie(signedIn.session, person.url)]);
  return { ...opened, ...signedIn };
}
