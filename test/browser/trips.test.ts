import type { Page } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { recordAudit } from '../../store/db/index.ts';
import { TOKENS } from '../support/servers/server.ts';
import { accessibilityProblems, openPage, picture, signIn } from '../support/browser/console.ts';
import type { Screen } from '../support/browser/console.ts';
import { useDatabase } from '../support/store/useDatabase.ts';
import { fleetWithRules } from './fleetWithRules.ts';
import { listsOfDay } from './listsOfDay.ts';
import { FULL_TRIP, THROTTLED_DRIVER, tripsOfDay } from './tripsOfDay.ts';
import { useConsole } from '../support/browser/useConsole.ts';

/** Tests how people find out what happened to a trip. */
const inTest = useDatabase();

const { server, browser } = useConsole(inTest);
beforeAll(async () => {
  await fleetWithRules(server, inTest.db);
  await listsOfDay(server, inTest.db);
  await tripsOfDay(inTest.db);
});

async function openAt(
  path: string,
  screen: Partial<Screen> = {},
): Promise<{ page: Page; mistakes: string[] }> {
  const opened = await openPage(browser, { screen: 'desktop', scheme: 'light', ...screen });
  await signIn(opened.page, { db: inTest.db, url: server.url });
  await opened.page.goto(`${server.url}/fleets/north${path}`);
  return opened;
}

it('alerts are narrowed by filters that stand in the address, and each leads to its trip', async () => {
  const { page, mistakes } = await openAt('/alerts');
  const rows = page.getByRole('list', { name: 'Alerts' }).getByRole('listitem');
  await expect.poll(() => rows.count()).toBe(2);
  await page.getByRole('combobox', { name: 'Driver' }).fill('Lindq');
  await page.getByRole('option', { name: /Peter Lindqvist/ }).click();
  await expect.poll(() => rows.count()).toBe(1);
  expect(await rows.innerText()).toContain('Not sent: throttled');
  expect(new URL(page.url()).searchParams.get('driver')).toBe(THROTTLED_DRIVER);
  await page.getByLabel('To').fill('2026-01-30');
  await page.getByText('No alerts').waitFor();
  await page.getByLabel('To').fill('2026-01-31');
  await expect.poll(() => rows.count()).toBe(1);
  await page.reload();
  await expect.poll(() => rows.count()).toBe(1);
  await rows.getByRole('link').click();
  await page.getByRole('heading', { level: 1, name: /Trip of Peter Lindqvist/ }).waitFor();
  expect(mistakes).toEqual([]);
  await page.context().close();
});

it('a trip shows its way, and the marker moves along path and speed by keyboard', async () => {
  const { page, mistakes } = await openAt(`/trips/${FULL_TRIP.driverId}/${FULL_TRIP.tripId}`);
  const marker = page.getByRole('slider', { name: 'Time in the trip' });
  const ring = page.locator('svg[aria-label^="The path"] circle').last();
  await marker.waitFor();
  const [before, placeBefore] = [await marker.getAttribute('aria-valuetext'), await ring.getAttribute('cx')];
  await marker.focus();
  for (let times = 0; times < 3; times += 1) await page.keyboard.press('PageUp');
  await expect.poll(() => marker.getAttribute('aria-valuetext')).not.toBe(before);
  const after = await marker.getAttribute('aria-valuetext');
  expect([before, after].every((text) => /^\d\d:\d\d:\d\d, \d+ km\/h$/.test(text ?? ''))).toBe(true);
  await expect.poll(() => ring.getAttribute('cx')).not.toBe(placeBefore);
  await page.getByRole('button', { name: 'hard brake, 07:18:00' }).click();
  await expect.poll(() => marker.getAttribute('aria-valuetext')).toBe('07:18:00, 0 km/h');
  expect(mistakes).toEqual([]);
  await page.context().close();
});

it('a trip shows what every rule decided, with values and the nearest miss', async () => {
  const { page, mistakes } = await openAt(`/trips/${FULL_TRIP.driverId}/${FULL_TRIP.tripId}`);
  const rules = page.getByRole('region', { name: 'What the rules decided' });
  await rules
    .getByText(
      '21 phone events in 7 days detected (threshold: 19 or more); distance was 21.4 km (threshold: more than 1 km).',
    )
    .waitFor();
  await rules.getByRole('listitem').first().getByText(/21/).first().waitFor();
  await rules.getByText('1 more rule did not match').click();
  await rules.getByText('Nearest to matching: distance was 21.4, the rule has 40.').waitFor();
  const messages = page.getByRole('region', { name: 'Alerts and messages' });
  await messages.getByText(/E-mail → east@example\.com: Pending/).waitFor();
  expect(mistakes).toEqual([]);
  await page.context().close();
});

it('an alert has an address: its trip, opened and marked at it, with who got it, the result and why', async () => {
  const { page, mistakes } = await openAt('/alerts', { screen: 'phone' });
  await page
    .getByRole('link', { name: /phone use/i })
    .first()
    .click();
  await page.waitForURL(/\/trips\/d-17\/1790000000777\?alert=phone$/);
  const marked = page.locator('main li[aria-current]');
  await marked.waitFor();
  expect(await marked.innerText()).toMatch(
    /[Pp]hone use.*E-mail → east@example\.com: Pending\n.*The rule names this recipient.*Link to this alert/s,
  );
  await expect.poll(() => isInView(page)).toBe(true);
  await picture(page, 'alert-phone');
  expect(await accessibilityProblems(page)).toEqual([]);
  await page.reload();
  await expect.poll(() => isInView(page)).toBe(true);
  expect(mistakes).toEqual([]);
  await page.context().close();
});

it('the outbox and the audit log lead to the alert of a message, and a rule without one is said, in German as well', async () => {
  const trip = { driver_id: FULL_TRIP.driverId, trip_id: FULL_TRIP.tripId };
  const { page, mistakes } = await openAt('/outbox?driver=d-17', { language: 'de', scheme: 'dark' });
  await page.getByRole('link', { name: 'Den Alarm zeigen' }).first().click();
  const marked = page.locator('main li[aria-current]');
  await marked.getByText('Die Regel nennt diesen Empfänger').waitFor();
  await picture(page, 'alert-desktop');
  expect(await accessibilityProblems(page)).toEqual([]);
  await recordAudit(inTest.db, {
    fleetId: 'north',
    at: new Date(),
    who: 'tripline',
    action: 'delivery.sent',
    subjectType: 'delivery',
    subjectId: '1',
    details: { ...trip, rule: 'phone', receiver: 'a@b.example' },
  });
  await page.goto(`${server.url}/fleets/north/audit?type=delivery`);
  await page.getByRole('link', { name: 'Den Alarm zeigen' }).first().click();
  await marked.waitFor();
  await page.goto(`${server.url}/fleets/north/trips/d-17/1790000000777?alert=long-trip`);
  await page.getByText('Diese Fahrt hat keinen Alarm der Regel').waitFor();
  expect(await marked.count()).toBe(0);
  expect(mistakes).toEqual([]);
  await page.context().close();
});

/** Returns whether the first line of the marked alert is completely on the screen. */
const isInView = (page: Page): Promise<boolean> =>
  page.evaluate<boolean>(
    `(() => {
      const { top } = document.querySelector('main li[aria-current]')?.getBoundingClientRect() ?? { top: -1 };
      return top >= 0 && top < innerHeight - 100;
    })()`,
  );

it('positions are not shown where the settings of the fleet switch them off', async () => {
  const admin = { token: TOKENS.admin };
  await server.api('PUT', '/settings', { ...admin, body: { privacy: { path_pictures: false } } });
  await server.api('POST', '/settings/publish', { ...admin, body: {} });
  const { page, mistakes } = await openAt(`/trips/${FULL_TRIP.driverId}/${FULL_TRIP.tripId}`);
  await page.getByText('The settings of the fleet switch pictures of paths off.').waitFor();
  expect(await page.locator('svg[aria-label^="The path"]').count()).toBe(0);
  expect(mistakes).toEqual([]);
  await page.context().close();
});

it('why no alert was sent is answered for a driver, a day and a rule, in German as well', async () => {
  const { page, mistakes } = await openAt('/why?day=2026-01-31', { language: 'de', screen: 'phone' });
  await page.getByRole('combobox', { name: 'Fahrer' }).fill('Lindq');
  await page.getByRole('option', { name: `Peter Lindqvist (${THROTTLED_DRIVER})` }).click();
  await page.getByRole('combobox', { name: 'Regel' }).click();
  await page.getByRole('option', { name: 'phone-use' }).click();
  const stopped = page.locator('li[data-state=stopped]');
  await stopped.waitFor();
  expect(await stopped.innerText()).toMatch(/Drosselung.*hier angehalten/s);
  expect(await page.locator('li[data-state=passed]').count()).toBe(9);
  await page.getByRole('region', { name: 'Fahrten des Tages' }).getByRole('link').click();
  await page.getByRole('heading', { level: 1, name: /Fahrt von Peter Lindqvist/ }).waitFor();
  expect(mistakes).toEqual([]);
  await page.context().close();
});
