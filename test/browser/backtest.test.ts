import { beforeAll, expect, it } from 'vitest';
import { getDocument } from '../../store/documents/index.ts';
import { openPage } from '../support/browser/console.ts';
import { seedTrips } from '../support/store/storedFleet.ts';
import { ADMIN_TOKEN, FLEET } from '../support/servers/stack.ts';
import { useStack, useStackServer } from '../support/servers/useStack.ts';
import { useBrowser } from '../support/browser/useConsole.ts';

/** A back-test from the rule's page to a value in the draft, with the worker that runs it. */

const stack = useStack({ more: { PORT: '0' } });
const server = useStackServer(stack);
const browser = useBrowser();
beforeAll(async () => {
  await seedTrips(stack.database.db, { fleetId: FLEET, trips: 2_000 });
  await stack.publish({
    id: 'phone',
    name: 'Repeated phone use',
    severity: 'warning',
    mode: 'live',
    conditions: {
      all: [
        {
          fact: 'driver.events.count',
          params: { type: 'PHONE_USE', window: '7d' },
          operator: 'greaterThanInclusive',
          value: 19,
        },
      ],
    },
    actions: [{ type: 'email', to: ['lead@example.com'] }],
  });
  await stack.startWorker();
});

it('a back-test is started with a sweep, runs to its end, and a value is taken into the draft', async () => {
  const { page, mistakes } = await openPage(browser, { screen: 'desktop', scheme: 'light' });
  await page.goto(`${server.url}/fleets/${FLEET}/rules/phone`);
  await page.getByRole('textbox', { name: 'Your name' }).fill('Ann');
  await page.locator('input[type=password]').fill(ADMIN_TOKEN);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.locator('header').getByRole('button', { name: 'Back-test' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel(/^From/).fill('2026-01-05');
  await dialog.getByLabel(/^To/).fill('2026-02-15');
  await expect
    .poll(() => dialog.getByRole('combobox', { name: 'Also try other values of' }).inputValue())
    .toBe('Phone events in 7 days: 19 or more');
  await dialog.getByRole('button', { name: 'Start' }).click();
  await page.getByRole('heading', { name: /^When should “.+” alert\?$/ }).waitFor();
  await page.locator('main canvas').waitFor();
  const taking = page.getByRole('button', { name: /^Take into the draft: \d+ or more$/ });
  await taking.first().waitFor();
  const values = await taking.allInnerTexts();
  expect(values.length).toBeGreaterThan(5);
  expect(values).toContain('19 or more');
  const next = values.find((words) => words !== '19 or more')!;
  await page.getByRole('button', { name: `Take into the draft: ${next}`, exact: true }).press('Enter');
  await page.getByText(`The draft now says: Phone events in 7 days: ${next}`).waitFor();
  const document = await getDocument(stack.database.db, { fleetId: FLEET, kind: 'rule', id: 'phone' });
  expect(document?.draft).toMatchObject({ conditions: { all: [{ value: parseInt(next, 10) }] } });
  await page.getByRole('link', { name: 'Open the rule to publish it' }).click();
  await page.getByText('The draft would change').waitFor();
  await page.getByText('with other thresholds').waitFor();
  expect(mistakes).toEqual([]);
  await page.context().close();
});
