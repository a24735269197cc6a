import type { BrowserContext, Page } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { SESSION_IDLE_MS } from '../../store/identity/index.ts';
import { accessibilityProblems } from '../support/browser/console.ts';
import { storeIncident } from '../support/incidents/stored.ts';
import { useDatabase } from '../support/store/useDatabase.ts';
import { fleetWithRules } from './fleetWithRules.ts';
import { pageOf, sessionCookie, sessionOf } from './person.ts';
import { useServer } from '../support/servers/useServer.ts';
import { useBrowser } from '../support/browser/useConsole.ts';

/** Tests how sessions end, and which input stays. */
const inTest = useDatabase();
/** Milliseconds by which the server's clock is ahead. */
let ahead = 0;

const now = () => new Date(Date.now() + ahead);
const server = useServer({ sandbox: true }, { on: inTest, now });
const browser = useBrowser();
beforeAll(() => fleetWithRules(server, inTest.db));

const HALF = SESSION_IDLE_MS / 2 + 120_000;
const editor = (name: string) => ({ name, role: 'editor', db: inTest.db, url: server.url }) as const;
const SILENCES = '/fleets/north/silences';
const DRAFT = '/fleets/north/rules/phone/edit';

async function signInAs(context: BrowserContext, name: string): Promise<void> {
  const { session } = await sessionOf({ ...editor(name), db: inTest.db });
  await context.addCookies([sessionCookie(session, server.url)]);
}

async function openReason(page: Page) {
  await page.goto(server.url + SILENCES);
  await page.getByRole('button', { name: 'Create silence' }).first().click();
  return page.getByRole('dialog').getByRole('textbox', { name: 'Reason' });
}

/** Returns the keys under which the console stores unsent input. */
const keptKeys = (page: Page): Promise<string[]> =>
  page.evaluate<string[]>(
    `[...Object.keys(sessionStorage), ...Object.keys(localStorage)].filter((key) => key.startsWith('tripline.kept:'))`,
  );

/**
 * Advances the time of the server and of the page. Waits for open requests first, because the server would date them at the new
 * time.
 */
async function later(page: Page, ms: number): Promise<void> {
  await page.evaluate(ANSWERED);
  await page.clock.setSystemTime(new Date(Date.now() + ahead + ms));
  ahead += ms;
}

/** Resolves once the page sends no more requests beside its live events. */
const ANSWERED = `new Promise((done) => {
  const asked = () => performance.getEntriesByType('resource').length;
  const wait = (before) => setTimeout(() => (asked() === before ? done() : wait(asked())), 500);
  wait(asked());
})`;

it('is over when nobody did anything for long, however often the console asked; what was typed is still there', async () => {
  const { page, mistakes, userId } = await pageOf(browser, editor('Ida'));
  const reason = await openReason(page);
  await reason.fill('Roadworks on the A1');
  // Live events make the console poll by itself.
  const polled = async (): Promise<string | null> => {
    const asked = page.waitForRequest((request) => new URL(request.url()).pathname.endsWith('/incidents'));
    await storeIncident(inTest.db);
    return (await asked).headerValue('x-tripline-background');
  };
  const seenAt = async (): Promise<number> => {
    const sessions = await inTest.db
      .selectFrom('sessions')
      .select('lastSeenAt')
      .where('userId', '=', userId)
      .execute();
    return Math.max(...sessions.map(({ lastSeenAt }) => lastSeenAt.getTime()));
  };
  await page.keyboard.press('Escape');
  await page.getByRole('link', { name: 'Incidents' }).click();
  await page.waitForURL('**/incidents');
  expect(await polled()).toBeNull();
  await later(page, HALF);
  expect(await polled()).toBe('1');
  // The person is back, so the session continues.
  const returned = Date.now() + ahead;
  await page.getByRole('link', { name: 'Alerts', exact: true }).click();
  await page.waitForURL('**/alerts');
  await expect.poll(seenAt).toBeGreaterThanOrEqual(returned);
  await page.getByRole('link', { name: 'Incidents' }).click();
  await page.waitForURL('**/incidents');
  await later(page, HALF);
  expect(await polled()).toBe('1');
  expect(new URL(page.url()).pathname).toBe('/fleets/north/incidents');
  await later(page, HALF);
  await page.getByText('Your session has ended').waitFor();
  expect(new URL(page.url()).searchParams.get('return_to')).toBe('/fleets/north/incidents');
  expect(await accessibilityProblems(page)).toEqual([]);
  ahead = 0;
  await page.clock.setSystemTime(new Date());
  await signInAs(page.context(), 'Ida');
  expect(await (await openReason(page)).inputValue()).toBe('Roadworks on the A1');
  expect(mistakes).toEqual([]);
  await page.context().close();
});

it('keeps what is typed for its person alone until they sign out', async () => {
  const { page, mistakes } = await pageOf(browser, editor('Uma'));
  await (await openReason(page)).fill('For Uma alone');
  await page.goto(server.url + DRAFT);
  const name = page.getByRole('textbox', { name: 'Name', exact: true });
  await name.fill('Phone use, by Uma');
  await expect.poll(() => keptKeys(page)).toHaveLength(2);
  await page.context().clearCookies();
  await signInAs(page.context(), 'Otto');
  expect(await (await openReason(page)).inputValue()).toBe('');
  await page.goto(server.url + DRAFT);
  await name.waitFor();
  expect(await name.inputValue()).not.toContain('Uma');
  await page.context().clearCookies();
  await signInAs(page.context(), 'Uma');
  expect(await (await openReason(page)).inputValue()).toBe('For Uma alone');
  await page.goto(server.url + DRAFT);
  await name.waitFor();
  expect(await name.inputValue()).toBe('Phone use, by Uma');
  // Another tab of the same browser has input too.
  const tab = await page.context().newPage();
  await (await openReason(tab)).fill('In another tab');
  await page.goto(server.url + SILENCES);
  await page.getByRole('button', { name: /^Account of|Uma/ }).click();
  await page.getByRole('menuitem', { name: 'Sign out', exact: true }).click();
  await page.waitForURL(`${server.url}/sign-in`);
  await tab.waitForURL(`${server.url}/sign-in`);
  await expect.poll(async () => [...(await keptKeys(page)), ...(await keptKeys(tab))]).toEqual([]);
  await signInAs(page.context(), 'Uma');
  expect(await (await openReason(page)).inputValue()).toBe('');
  expect(mistakes).toEqual([]);
  await page.context().close();
});

it('is ended everywhere only after a question that says what ends', async () => {
  const { page, mistakes, userId } = await pageOf(browser, editor('Eve'));
  await sessionOf({ ...editor('Eve'), db: inTest.db });
  const open = () => inTest.db.selectFrom('sessions').select('userId').where('userId', '=', userId).execute();
  await page.goto(server.url + SILENCES);
  const ask = async (): Promise<void> => {
    await page.getByRole('button', { name: /Eve/ }).click();
    await page.getByRole('menuitem', { name: 'Sign out everywhere' }).click();
    await page.getByText('Your 2 sessions end, in this browser and in others.').waitFor();
    await page.getByText('Personal tokens stay valid').waitFor();
  };
  await ask();
  await page.getByRole('button', { name: 'Cancel' }).click();
  expect(await open()).toHaveLength(2);
  await ask();
  await page.getByRole('dialog').getByRole('button', { name: 'Sign out everywhere' }).click();
  await page.waitForURL(`${server.url}/sign-in`);
  expect(await open()).toHaveLength(0);
  expect(mistakes).toEqual([]);
  await page.context().close();
});
