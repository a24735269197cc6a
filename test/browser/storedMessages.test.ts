import { sql } from 'kysely';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { emailMessage, slackMessage } from '../../messages/message.ts';
import { putOutbox } from '../../store/deliveries/index.ts';
import { exampleAlert } from '../messages/exampleAlert.ts';
import { startServerInTest } from '../support/servers/server.ts';
import type { ServerInTest } from '../support/servers/server.ts';
import { startChromium } from '../support/browser/chromium.ts';
import {
  accessibilityProblems,
  buildConsole,
  openPage,
  picture,
  signIn,
} from '../support/browser/console.ts';
import { useDatabase } from '../support/store/useDatabase.ts';
import { fleetOfDay } from './fleetOfDay.ts';
import { listsOfDay } from './listsOfDay.ts';
import { pageOf } from './person.ts';

/** Messages that were stored instead of sent, as people see them in the console. */
const inTest = useDatabase();
let server: ServerInTest;
let browser: Browser;
let mail: string;

beforeAll(async () => {
  await buildConsole();
  server = await startServerInTest(inTest.database, { sandbox: true });
  await fleetOfDay(server, inTest.db);
  await listsOfDay(server, inTest.db);
  const stored = { fleetId: 'north', at: new Date() };
  const { blocks, text } = slackMessage(exampleAlert);
  const slack = await putOutbox(inTest.db, {
    ...stored,
    channel: 'slack',
    receiver: '#ops',
    blocks: blocks as never,
    text,
  });
  ({ id: mail } = await putOutbox(inTest.db, {
    ...stored,
    channel: 'email',
    receiver: 'lead@example.com',
    ...emailMessage(exampleAlert),
  }));
  await sql`update deliveries set state = 'sent', settled_at = now(), reference = ${JSON.stringify({ outbox_id: slack.id })}::jsonb
    where id = (select min(id) from deliveries where fleet_id = 'north')`.execute(inTest.db);
  browser = await startChromium();
});
afterAll(async () => {
  await browser?.close();
  await server?.close();
});

it('`/outbox` leads a person who signed in by the one-time link to each message as it was rendered', async () => {
  const { page, mistakes } = await openPage(browser, { screen: 'desktop', scheme: 'light' });
  await signIn(page, { db: inTest.db, url: server.url });
  await page.goto(`${server.url}/outbox`);
  await page.waitForURL(`${server.url}/fleets/north/outbox`);
  await page.getByRole('link', { name: 'Show the message' }).click();
  const dialog = page.getByRole('dialog', { name: 'Slack to #ops' });
  const frame = dialog.frameLocator('iframe');
  await frame.getByText('Collision detected').first().waitFor();
  await expect.poll(async () => (await dialog.locator('iframe').boundingBox())!.height).not.toBe(422);
  await picture(page, 'stored-slack');
  expect(await accessibilityProblems(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  await page.waitForURL(`${server.url}/fleets/north/outbox`);
  expect(mistakes).toEqual([]);
  await page.context().close();
});

it('an e-mail is shown in a frame without scripts, on a phone as well, and a viewer reads which links are left out', async () => {
  const { page, mistakes } = await pageOf(browser, {
    name: 'Vigo',
    role: 'viewer',
    screen: 'phone',
    db: inTest.db,
    url: server.url,
  });
  await page.goto(`${server.url}/fleets/north/outbox?message=${mail}`);
  const dialog = page.getByRole('dialog', { name: 'E-mail to lead@example.com' });
  await dialog.frameLocator('iframe').getByText('Collision detected').first().waitFor();
  await dialog.getByText('shown to editors and admins only').waitFor();
  expect(await dialog.locator('iframe').getAttribute('sandbox')).not.toContain('allow-scripts');
  await picture(page, 'stored-mail-phone');
  await dialog.getByText('Text part').click();
  await dialog.locator('pre').getByText('Collision detected').first().waitFor();
  expect(mistakes).toEqual([]);
  await page.context().close();
});
