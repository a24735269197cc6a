import type { Locator, Page } from 'playwright-core';
import { beforeEach, expect, it } from 'vitest';
import { recordAlert } from '../../store/alerts/index.ts';
import { openPage, signIn } from '../support/browser/console.ts';
import type { ConsolePage } from '../support/browser/console.ts';
import { storeIncident } from '../support/incidents/stored.ts';
import { useDatabase } from '../support/store/useDatabase.ts';
import { pageOf } from './person.ts';
import { PHONE_USE, rulesOfFleet } from './rulesOfFleet.ts';
import { useConsole } from '../support/browser/useConsole.ts';

/** The list of rules, a rule's page, and the page of a back-test. */
const inTest = useDatabase();
let backtest: string;

const { server, browser } = useConsole(inTest);
beforeEach(async () => {
  await inTest.db.deleteFrom('documentVersions').execute();
  await inTest.db.deleteFrom('documents').execute();
  ({ backtest } = await rulesOfFleet(server, inTest.db));
});

const RULE = 'repeated-phone-use';

interface StoredRule {
  readonly version?: number;
  readonly rule?: { readonly mode: string; readonly severity: string };
  readonly source?: string;
  readonly draft?: { readonly mode: string; readonly severity: string };
  readonly draft_source?: string;
}

async function stored(id: string): Promise<StoredRule> {
  return (await server.api('GET', `/rules/${id}`)).json;
}

async function openAt(path: string): Promise<ConsolePage> {
  const opened = await openPage(browser, { screen: 'desktop', scheme: 'light' });
  await signIn(opened.page, { db: inTest.db, url: server.url });
  await opened.page.goto(`${server.url}/fleets/north${path}`);
  return opened;
}

async function giveReason(page: Page, { reason, submit }: { reason: string; submit: string }): Promise<void> {
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox', { name: 'Reason' }).fill(reason);
  await dialog.getByRole('button', { name: submit, exact: true }).click();
  await dialog.waitFor({ state: 'detached' });
}

it('the list is searched and filtered in the address, and shows alerts and how often a rule was right', async () => {
  const { page, mistakes } = await openAt('/rules?severity=critical');
  const names = (): Promise<string[]> => page.locator('main tbody a').allInnerTexts();
  await expect.poll(names).toEqual(['Heavy speeding']);
  await page.getByRole('searchbox', { name: 'Search' }).fill('phone lead@example.com');
  await expect.poll(names).toEqual([]);
  await page.getByText('Change the search or the filters').waitFor();
  await page.goto(`${server.url}/fleets/north/rules?q=repeated`);
  await expect.poll(names).toEqual(['Repeated phone use']);
  const row = page.getByRole('row', { name: /^Repeated phone use/ });
  await row.getByRole('img', { name: /Repeated phone use: \d+ alerts a week/ }).waitFor();
  expect(await row.innerText()).toContain('lead@example.com');
  expect(mistakes).toEqual([]);
  await page.context().close();
});

it('the list is sorted in the address, by keyboard as well; a rule without the figure stands last', async () => {
  const resolved = { state: 'resolved', openedAt: new Date(), resolvedAt: new Date() } as const;
  for (const [rule, disposition] of [
    ['heavy-speeding', 'confirmed'],
    ['low-score', 'confirmed'],
    ['low-score', 'false_alarm'],
  ] as const)
    await storeIncident(inTest.db, { ...resolved, rule, disposition, tripId: `${rule}-${disposition}` });
  const { page, mistakes } = await openAt('/rules');
  const names = (): Promise<string[]> => page.locator('main tbody a').allInnerTexts();
  const sorted = (): Promise<unknown> =>
    page.evaluate(
      `[...document.querySelectorAll('th[aria-sort]')].map((each) => [each.textContent, each.ariaSort])`,
    );
  await page.getByRole('row', { name: /^Repeated phone use/ }).waitFor();
  expect(await sorted()).toEqual([['Rule', 'ascending']]);
  expect((await names())[0]).toBe('Hard braking');
  const alerts = page.getByRole('columnheader', { name: 'Alerts a week' }).getByRole('button');
  await alerts.press('Enter');
  await expect
    .poll(names)
    .toEqual([
      'Repeated phone use',
      'Hard braking',
      'Heavy speeding',
      'Long drives at night',
      'Low driver score',
      'Phone use of the week',
    ]);
  expect(await sorted()).toEqual([['Alerts a week', 'descending']]);
  expect(new URL(page.url()).search).toBe('?sort=-alerts');
  await alerts.press('Space');
  await expect.poll(async () => (await names()).at(-1)).toBe('Repeated phone use');
  expect(new URL(page.url()).search).toBe('?sort=alerts');
  await page.getByRole('columnheader', { name: 'Severity' }).getByRole('button').click();
  await expect.poll(async () => (await names())[0]).toBe('Heavy speeding');
  await page.goto(`${server.url}/fleets/north/rules?sort=confirmed`);
  await expect.poll(async () => (await names()).slice(0, 2)).toEqual(['Low driver score', 'Heavy speeding']);
  await page.goto(`${server.url}/fleets/north/rules?sort=-confirmed`);
  await expect.poll(async () => (await names()).slice(0, 2)).toEqual(['Heavy speeding', 'Low driver score']);
  expect(mistakes).toEqual([]);
  await page.context().close();
});

it('a rule is switched with a reason; its draft is not published with it, and keeps what was written', async () => {
  const { page, mistakes } = await openAt('/rules');
  const row = page.getByRole('row', { name: /^Hard braking/ });
  await row.getByText('Shadow', { exact: true }).click();
  await giveReason(page, { reason: 'Too loud this week.', submit: 'Switch to shadow' });
  const after = await stored('hard-braking');
  expect(after).toMatchObject({
    version: 2,
    rule: { mode: 'shadow', severity: 'warning' },
    draft: { mode: 'shadow', severity: 'critical' },
  });
  const { json } = await server.api('GET', '/rules/hard-braking/versions');
  expect((json['items'] as { why?: string }[])[0]?.why).toBe('Too loud this week.');
  expect(mistakes).toEqual([]);
  await page.context().close();
});

it('a draft is published with a reason, after what it changes was read; what is typed is there after a reload', async () => {
  const { page, mistakes } = await openAt('/rules/hard-braking');
  await page.getByRole('button', { name: 'Publish' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText('Rate of hard brakes in the trip: more than 9 per 100 km').waitFor();
  expect(await dialog.locator('li').allInnerTexts()).toEqual([
    expect.stringContaining('more than 12 per 100 km'),
    expect.stringContaining('more than 9 per 100 km'),
    expect.stringContaining('Distance: more than 5 km'),
    expect.stringContaining('Severity: Warning'),
    expect.stringContaining('Severity: Critical'),
  ]);
  await dialog.getByRole('textbox', { name: 'Reason' }).fill('Agreed with');
  await page.reload();
  await page.getByRole('button', { name: 'Publish' }).click();
  expect(await dialog.getByRole('textbox', { name: 'Reason' }).inputValue()).toBe('Agreed with');
  await giveReason(page, { reason: 'Agreed with the depot.', submit: 'Publish' });
  expect(await stored('hard-braking')).toMatchObject({ version: 2, rule: { severity: 'critical' } });
  await page.getByText('Agreed with the depot.').waitFor();
  expect(mistakes).toEqual([]);
  await page.context().close();
});

it('a draft that someone else changed meanwhile is not published', async () => {
  const { page } = await openAt('/rules/hard-braking');
  await page.getByRole('button', { name: 'Publish' }).click();
  const { draft } = await stored('hard-braking');
  await server.api('PUT', '/rules/hard-braking', { body: { ...draft, severity: 'info' } });
  await page.getByRole('textbox', { name: 'Reason' }).fill('Agreed.');
  await page.getByRole('dialog').getByRole('button', { name: 'Publish' }).click();
  await page.getByText('The rule was changed by someone else').waitFor();
  expect((await stored('hard-braking')).version).toBe(1);
  await page.context().close();
});

it('an earlier version is published again, with its comments', async () => {
  const { page, mistakes } = await openAt(`/rules/${RULE}`);
  const second = page.locator('main ol li', { hasText: 'Version 2' });
  await second.getByRole('button', { name: 'Show what changed since version 1' }).click();
  await expect
    .poll(() => second.locator('ul li').allInnerTexts())
    .toEqual([
      expect.stringContaining('Phone events in 7 days: 3 or more'),
      expect.stringContaining('Phone events in 7 days: 5 or more'),
    ]);
  await second.getByRole('button', { name: 'Roll back to version 2' }).click();
  await giveReason(page, { reason: 'Three is too loud after all.', submit: 'Roll back' });
  await page.locator('main ol li', { hasText: 'Version 4' }).getByText('Rolled back to version 2').waitFor();
  expect(await stored(RULE)).toMatchObject({
    version: 4,
    source: PHONE_USE.replace('"value": 3', '"value": 5'),
  });
  expect(mistakes).toEqual([]);
  await page.context().close();
});

it('a copy runs in shadow and is compared, drafts are discarded, and a rule is retired', async () => {
  const { page, mistakes } = await openAt('/rules/hard-braking');
  await page.getByRole('button', { name: 'Run a copy in shadow' }).click();
  await giveReason(page, { reason: 'Is 9 enough?', submit: 'Run a copy in shadow' });
  await page.getByRole('heading', { name: 'Shadow copy' }).waitFor();
  const trip = { fleetId: 'north', driverId: 'd-1', tripId: 'compared' };
  const at = new Date(Date.now() + 1_000);
  await recordAlert(inTest.db, {
    ...trip,
    at,
    rule: 'hard-braking-copy',
    version: 1,
    revision: 1,
    severity: 'warning',
    state: 'stopped',
    reason: 'shadow',
  });
  await page.reload();
  await page.getByRole('heading', { name: 'Only by the copy' }).waitFor();
  expect(await page.locator('main a[href*="/trips/d-1/compared"]').count()).toBe(1);
  await page.getByRole('link', { name: 'The copy: hard-braking-copy' }).click();
  await page.getByRole('heading', { name: 'Hard braking (copy)' }).waitFor();
  await page.getByRole('link', { name: 'The original: hard-braking' }).click();
  await page.getByRole('button', { name: 'Discard draft' }).click();
  await page.getByRole('dialog').getByText('These changes are lost').waitFor();
  await giveReason(page, { reason: 'Nine is not enough.', submit: 'Discard draft' });
  await page.getByText('The draft is discarded.').waitFor();
  expect(await stored('hard-braking')).not.toHaveProperty('draft');
  await page.goto(`${server.url}/fleets/north/rules/weekly-drop`);
  await page.getByRole('button', { name: 'Discard draft' }).click();
  await giveReason(page, { reason: 'Never needed.', submit: 'Discard draft' });
  await page.waitForURL('**/fleets/north/rules');
  await page.getByRole('heading', { name: 'Rules', exact: true }).waitFor();
  expect((await server.api('GET', '/rules/weekly-drop')).status).toBe(404);
  await page.goto(`${server.url}/fleets/north/rules/hard-braking`);
  await page.getByRole('button', { name: 'Retire the rule' }).click();
  await giveReason(page, { reason: 'Replaced.', submit: 'Retire the rule' });
  await expect.poll(async () => (await stored('hard-braking')).version).toBeUndefined();
  expect(mistakes).toEqual([]);
  await page.context().close();
});

/** Points at the last value of the chart, again until the chart is drawn and chooses it. @returns where that is */
async function pointAt(
  page: Page,
  chart: Locator,
  point: (at: { readonly x: number; readonly y: number }) => Promise<void>,
): Promise<{ readonly x: number; readonly y: number }> {
  let at = { x: 0, y: 120 };
  await expect
    .poll(async () => {
      const { width } = (await chart.boundingBox())!;
      at = { x: width - 20, y: 120 };
      await point(at);
      return page.getByRole('heading', { name: '24 or more' }).count();
    })
    .toBe(1);
  return at;
}

it('a click on the chart takes the value into the draft with its comments, and can be undone', async () => {
  const { page, mistakes } = await openAt(`/rules/${RULE}/backtests/${backtest}`);
  await page.getByRole('heading', { name: '6 or more' }).waitFor();
  await page.locator('main canvas').waitFor();
  const chart = page.getByRole('img', { name: /Phone events in 7 days: [\d.]+ alerts a week at 1/ });
  const last = await pointAt(page, chart, async (at) => {
    // The chart answers to movements.
    await chart.hover({ position: { ...at, x: at.x - 100 } });
    await chart.hover({ position: at });
  });
  await chart.click({ position: last });
  await page.getByText('The draft now says: Phone events in 7 days: 24 or more').waitFor();
  expect(await stored(RULE)).toMatchObject({
    version: 3,
    draft_source: PHONE_USE.replace('"value": 3', '"value": 24'),
  });
  await page.getByRole('button', { name: 'Undo' }).click();
  await page.getByText('The draft now says').waitFor({ state: 'detached' });
  await expect.poll(async () => (await stored(RULE)).draft_source).toBe(PHONE_USE);
  expect(mistakes).toEqual([]);
  await page.context().close();
});

it('the slider chooses a value, which one sentence reads and the button takes; a tap on the chart takes none', async () => {
  const { page, mistakes } = await openPage(browser, { screen: 'phone', scheme: 'light' });
  await signIn(page, { db: inTest.db, url: server.url });
  await page.goto(`${server.url}/fleets/north/rules/${RULE}/backtests/${backtest}`);
  await page.getByRole('heading', { name: 'When should “Repeated phone use” alert?' }).waitFor();
  const slider = page.getByRole('slider', { name: 'Threshold' });
  await slider.press('End');
  await slider.press('ArrowLeft');
  await page
    .getByText('At 23: 0.3 alerts a week (today 69); no message; 0 of 7 confirmed incidents still open; 10')
    .waitFor();
  const chart = page.getByRole('img', { name: /Phone events in 7 days: [\d.]+ alerts a week at 1/ });
  await page.locator('main canvas').waitFor();
  await pointAt(page, chart, (at) => chart.tap({ position: at }));
  expect((await stored(RULE)).draft_source).toBeUndefined();
  await page.getByRole('button', { name: 'Take this value into the draft' }).click();
  await page.getByText('The draft now says: Phone events in 7 days: 24 or more').waitFor();
  expect(mistakes).toEqual([]);
  await page.context().close();
});

it('Enter in the table takes the value; a comparison that the rule no longer has is not touched', async () => {
  const { page, mistakes } = await openAt(`/rules/${RULE}/backtests/${backtest}`);
  const value = page.getByRole('button', { name: 'Take into the draft: 4 or more' });
  await value.focus();
  await page.getByRole('heading', { name: '4 or more' }).waitFor();
  await page.keyboard.press('Enter');
  await page.getByText('The draft now says: Phone events in 7 days: 4 or more').waitFor();
  expect((await stored(RULE)).draft_source).toBe(PHONE_USE.replace('"value": 3', '"value": 4'));
  const other = PHONE_USE.replace('driver.events.count', 'driver.events.per_100km');
  await server.api('PUT', `/rules/${RULE}`, { raw: other, type: 'application/jsonc' });
  await page.getByRole('button', { name: 'Take into the draft: 5 or more' }).press('Enter');
  await page.getByText('The rule no longer has this comparison').waitFor();
  expect((await stored(RULE)).draft_source).toBe(other);
  expect(mistakes).toEqual([]);
  await page.context().close();
});

it('every value is sorted by a figure; today’s value stays marked, and the table where it was', async () => {
  const { page, mistakes } = await openAt(`/rules/${RULE}/backtests/${backtest}`);
  const table = page.getByRole('region', { name: 'The numbers of the chart' });
  const values = (): Promise<string[]> => table.locator('tbody button').allInnerTexts();
  const heading = table.getByRole('columnheader', { name: 'Confirmed' }).getByRole('button');
  await page.locator('main canvas').waitFor();
  await heading.scrollIntoViewIfNeeded();
  const scrolled = (): Promise<unknown> => page.evaluate('scrollY');
  const before = await scrolled();
  expect(before).toBeGreaterThan(0);
  await heading.click();
  await expect.poll(async () => (await values())[0]).toBe('1 or more');
  await heading.click();
  await expect.poll(async () => (await values())[0]).toBe('19 or more');
  expect(new URL(page.url()).search).toBe('?sort=confirmed');
  expect(await scrolled()).toBe(before);
  expect(await table.getByRole('row', { name: /^Take into the draft: 3 or more Today/ }).count()).toBe(1);
  expect(mistakes).toEqual([]);
  await page.context().close();
});

it('examples name drivers with their ids', async () => {
  const { page } = await openAt(`/rules/${RULE}/backtests/${backtest}`);
  await page.locator('main li', { hasText: 'Mara Vogel' }).getByText('d-17').waitFor();
  await page.getByText('Driver d-90').waitFor();
  await page.context().close();
});

it('a viewer sees everything, and no button that would be refused', async () => {
  const person = { name: 'Vera', role: 'viewer', db: inTest.db, url: server.url } as const;
  const { page } = await pageOf(browser, person);
  const buttons = async (): Promise<string[]> =>
    (await page.locator('main button:not(thead button)').allInnerTexts()).filter(
      (name) => !/^Show what changed/.test(name),
    );
  await page.goto(`${server.url}/fleets/north/rules`);
  await page.locator('main tbody a').first().waitFor();
  expect(await page.locator('main').getByRole('link', { name: 'New rule' }).count()).toBe(0);
  expect(await page.locator('main tbody input').count()).toBe(0);
  await page.goto(`${server.url}/fleets/north/rules/hard-braking`);
  await page.getByText('The draft would change').waitFor();
  expect(await buttons()).toEqual([]);
  await page.goto(`${server.url}/fleets/north/rules/${RULE}/backtests/${backtest}`);
  await page.locator('main canvas').waitFor();
  expect(await buttons()).toEqual([]);
  await page.context().close();
});
