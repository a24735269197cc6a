import type { Page } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { importDirectory } from '../../store/drivers/index.ts';
import { standInTrip, tripAt } from '../support/stand-ins/analytics.ts';
import { openPage } from '../support/browser/console.ts';
import { ADMIN_TOKEN, FLEET, WEBHOOK_TOKEN } from '../support/servers/stack.ts';
import { useStack, useStackServer } from '../support/servers/useStack.ts';
import { useBrowser } from '../support/browser/useConsole.ts';

/** A rule from an empty form to the e-mail that it sends, with everything behind the console. */

/** Returns noon on the day that is `back` days before 20 March. */
const day = (back: number): Date => new Date(Date.UTC(2026, 2, 20 - back, 12));

const stack = useStack({ more: { PORT: '0' } });
const server = useStackServer(stack);
const browser = useBrowser();
beforeAll(async () => {
  await stack.startWorker();
  await importDirectory(stack.database.db, {
    fleetId: FLEET,
    prune: false,
    dryRun: false,
    who: 'ann',
    at: day(12),
    rows: ['before', 'falling'].map((driverId) => ({
      driverId,
      fields: { name: `Ada ${driverId}`, region: 'north' },
    })),
  });
  await stack.publishAs('route', {
    id: 'regional-manager',
    by: 'attribute',
    attribute: '$.region',
    entries: { north: { email: ['north@example.com'] } },
    default: { email: ['fleet@example.com'] },
  });
  // A rule evaluated scores before, so that there is a history to try the new rule on.
  await stack.publish({
    id: 'watch',
    name: 'Watch scores',
    severity: 'info',
    mode: 'shadow',
    conditions: {
      all: [{ fact: 'driver.score_change', params: { over: '7d' }, operator: 'lessThan', value: -99 }],
    },
    actions: [{ type: 'email', to: ['fleet@example.com'] }],
  });
  const scores = [66, 71, 75, 82, 80, 80, 80, 80, 80, 80, 80, 80, 80];
  for (const driverId of ['before', 'falling'])
    stack.analytics.scores.set(
      driverId,
      new Map(scores.map((score, back) => [day(back).toISOString().slice(0, 10), score])),
    );
  for (const back of [4, 3, 2, 1, 0]) await drive('before', back);
});

async function drive(driverId: string, back: number): Promise<void> {
  const tripId = `${driverId}-${back}`;
  stack.analytics.trips.set(tripAt(driverId, tripId), standInTrip(tripId, { endedAt: day(back) }));
  await stack.runTrip({ driverId, tripId });
}

async function signInAt(page: Page, path: string): Promise<void> {
  await page.goto(`${server.url}/fleets/${FLEET}${path}`);
  await page.getByRole('textbox', { name: 'Your name' }).fill('Ann');
  await page.locator('input[type=password]').fill(ADMIN_TOKEN);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
}

it('a rule is built in the form, swept, published, and e-mails the regional manager; the checklist says what works', async () => {
  const { page, mistakes } = await openPage(browser, { screen: 'desktop', scheme: 'light' });
  await signInAt(page, '');
  const checklist = page.getByRole('region', { name: 'Set up Tripline' });
  const rules = checklist.getByRole('listitem').filter({ hasText: /^Rules/ });
  await rules.getByText('To do').waitFor();
  await page.goto(`${server.url}/fleets/${FLEET}/rules`);
  await page.getByRole('link', { name: 'New rule' }).click();
  await page.getByRole('button', { name: 'An empty rule' }).click();
  await page.getByRole('textbox', { name: 'Name' }).fill('Score dropped ten points');
  await page.getByRole('button', { name: 'Add condition' }).click();
  await page.getByRole('button', { name: /\(fact: / }).click();
  await page.getByRole('textbox', { name: 'Search facts' }).fill('driver score change');
  await page.getByRole('option', { name: /driver score change/ }).waitFor();
  await page.keyboard.press('Enter');
  await page.getByRole('textbox', { name: 'Value' }).fill('-10');
  await page.getByRole('combobox', { name: 'Which trips alert', exact: true }).click();
  await page.getByRole('option', { name: 'The first trip that matches' }).click();
  await page.getByRole('button', { name: 'Add action' }).click();
  await page.getByRole('menuitem', { name: 'E-mail' }).click();
  await page.getByRole('combobox', { name: 'Recipients' }).fill('regional');
  await page.getByRole('option', { name: /route:regional-manager/ }).click();
  await page.getByRole('button', { name: 'Save draft' }).click();
  await page.waitForURL('**/rules/score-dropped-ten-points/edit');

  await page.getByRole('button', { name: 'Back-test the draft' }).click();
  const dialog = page.getByRole('dialog');
  expect(await dialog.getByRole('combobox', { name: 'Also try other values of' }).inputValue()).toMatch(
    /-10/,
  );
  await dialog.getByLabel(/^From/).fill('2026-03-15');
  await dialog.getByLabel(/^To/).fill('2026-03-20');
  await dialog.getByRole('button', { name: 'Start' }).click();
  await page.getByRole('heading', { name: /^When should “.+” alert\?$/ }).waitFor();
  await page.locator('main canvas').waitFor();
  const values = page.getByRole('button', { name: /^Take into the draft: / });
  await expect.poll(() => values.count()).toBeGreaterThan(2);

  await page.goto(`${server.url}/fleets/${FLEET}/rules/score-dropped-ten-points`);
  await page.getByRole('button', { name: 'Publish' }).click();
  await dialog.getByRole('textbox', { name: 'Reason' }).fill('Agreed with the regions.');
  await dialog.getByRole('button', { name: 'Publish' }).click();
  await page.getByText('Agreed with the regions.').waitFor();

  // The score fell by 5 points two days before and by 9 the day before: no alert. Today it falls by 14.
  for (const back of [2, 1]) await drive('falling', back);
  expect(stack.smtp.mails).toEqual([]);
  stack.analytics.trips.set(tripAt('falling', 'falling-0'), standInTrip('falling-0', { endedAt: day(0) }));
  const answer = await fetch(`${server.url}/webhooks/${FLEET}/${WEBHOOK_TOKEN}`, {
    method: 'POST',
    body: JSON.stringify({
      version: 3,
      type: 'TRIP_SCORED',
      driver_id: 'falling',
      trip_id: 'falling-0',
      data: {},
    }),
  });
  expect(answer.status).toBe(202);
  await expect.poll(() => stack.smtp.mails.length).toBe(1);
  const [mail] = stack.smtp.mails;
  expect(JSON.stringify(mail!.parsed.to)).toContain('north@example.com');
  expect(mail!.parsed.text).toContain('Score dropped ten points');

  await page.goto(`${server.url}/fleets/${FLEET}`);
  await rules.getByText('Done').waitFor();
  await checklist
    .getByRole('listitem')
    .filter({ hasText: /^E-mail/ })
    .getByText('Done')
    .waitFor();
  await page.goto(`${server.url}/fleets/${FLEET}/alerts`);
  await page.getByRole('list', { name: 'Alerts' }).getByText('Ada falling').waitFor();
  await page.getByRole('link', { name: 'Score dropped ten points' }).click();
  await page
    .getByRole('region', { name: 'Alerts and messages' })
    .getByText(/north@example\.com/)
    .waitFor();
  expect(mistakes).toEqual([]);
  await page.context().close();
});
