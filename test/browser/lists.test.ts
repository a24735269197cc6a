import { sql } from 'kysely';
import { beforeAll, expect, it } from 'vitest';
import { alarmOf } from '../../messages/alerts/index.ts';
import { openAlarm, raiseAlarm } from '../../store/alarms/index.ts';
import { getSilence, recordAlert } from '../../store/alerts/index.ts';
import { getDeletion } from '../../store/deletions/index.ts';
import { listDeliveries } from '../../store/deliveries/index.ts';
import { beginUserSession, listUserTokens } from '../../store/identity/index.ts';
import type { Grant } from '../../store/identity/index.ts';
import { openPage, picture, settled, signIn } from '../support/browser/console.ts';
import { storeIncident } from '../support/incidents/stored.ts';
import { useDatabase } from '../support/store/useDatabase.ts';
import { choose, coveredByToast, dialogCloses, dialogOf, focused, press } from './acting.ts';
import { fleetOfDay } from './fleetOfDay.ts';
import { listsOfDay } from './listsOfDay.ts';
import type { ListsOfDay } from './listsOfDay.ts';
import { pageOf as pageOfPerson, sessionCookie } from './person.ts';
import { useConsole } from '../support/browser/useConsole.ts';

/** Tests the actions in the console's lists, by keyboard alone, and what each role sees. */
const inTest = useDatabase();
let lists: ListsOfDay;

const { server, browser } = useConsole(inTest);
beforeAll(async () => {
  await fleetOfDay(server, inTest.db);
  lists = await listsOfDay(server, inTest.db);
});

/** Opens a page of a person with these grants. */
const pageOf = (
  name: string,
  grant: Pick<Grant, 'role' | 'groups'>,
  screen: 'desktop' | 'phone' = 'desktop',
) => pageOfPerson(browser, { name, ...grant, screen, db: inTest.db, url: server.url });

it('a silence is created, is still being written after a reload, and is ended, by keyboard', async () => {
  const { page, mistakes } = await pageOf('Edda', { role: 'editor' });
  await page.goto(`${server.url}/fleets/north/silences`);
  await page.getByText('Roadworks on the A1').waitFor();
  await press(page, 'Create silence');
  await page.getByRole('textbox', { name: 'Reason' }).fill('Test drives');
  await page.reload();
  await page.getByText('Roadworks on the A1').waitFor();
  await press(page, 'Create silence');
  const reason = page.getByRole('textbox', { name: 'Reason' });
  expect(await reason.inputValue()).toBe('Test drives');
  const dialog = await dialogOf(page);
  const create = dialog.getByRole('button', { name: 'Create silence' });
  await choose(page, 'For how long?', '4 hours');
  await dialog.getByText('this silences the whole fleet').waitFor();
  await dialog.getByText('it would have stopped no alert').waitFor();
  const phrase = dialog.getByRole('textbox', { name: /^To confirm/ });
  await phrase.fill('silence everything');
  expect(await create.isDisabled()).toBe(true);
  await phrase.fill('Silence the fleet ');
  expect(await create.isDisabled()).toBe(false);
  await dialog.getByLabel('Rules', { exact: true }).first().focus();
  await page.keyboard.type('Collision');
  await page.keyboard.press('Enter');
  await dialog.getByText('Collision detected: a critical rule').waitFor();
  await dialog.getByText('it would have stopped 3 alerts. Collision detected: 3').waitFor();
  expect(await create.isDisabled()).toBe(true);
  await phrase.fill('silence critical alerts');
  await page.keyboard.press('Enter');
  const row = page.getByRole('listitem').filter({ hasText: 'Test drives' });
  await row.getByText('Rules: Collision detected').waitFor();
  await page.getByText('The silence is active.').waitFor();
  expect(await coveredByToast(page)).toEqual([]);
  // The form of the next one is empty.
  await press(page, 'Create silence');
  await (await dialogOf(page)).getByText('this silences the whole fleet').waitFor();
  expect(await page.getByRole('textbox', { name: 'Reason' }).inputValue()).toBe('');
  expect(await page.getByRole('combobox', { name: 'For how long?' }).first().inputValue()).toBe('');
  await page.keyboard.press('Escape');
  await dialogCloses(page);
  for (const view of ['', '/rules', '/incidents']) {
    await page.goto(`${server.url}/fleets/north${view}`);
    const banner = page.getByRole('complementary', { name: 'Active silences' });
    await banner.getByText('A critical rule is silenced').waitFor();
    await banner.getByText('Rules: Collision detected, until').waitFor();
    await banner.getByText('Test drives').waitFor();
  }
  await page.goto(`${server.url}/fleets/north/silences`);
  await press(page, 'End: Test drives');
  await page.getByRole('textbox', { name: 'Reason' }).fill('Done for today');
  await press(page, 'End', await dialogOf(page));
  await row.waitFor({ state: 'detached' });
  await page.goto(`${server.url}/fleets/north/silences?show=all`);
  await row.getByText('Ended by Edda: Done for today').waitFor();
  expect(await getSilence(inTest.db, { fleetId: 'north', id: lists.silenceId })).toMatchObject({
    endedAt: null,
  });
  expect(mistakes).toEqual([]);
  await page.context().close();
});

it('the overview says what does not work, and an incident that nobody answered comes first', async () => {
  const opened = new Date(Date.now() - 3 * 86_400_000);
  const late = { openedAt: opened, unansweredSince: new Date(opened.getTime() + 1_800_000), tripId: 'left' };
  const incident = await storeIncident(inTest.db, { ...late, rule: 'crash', driverId: 'd-23' });
  await raiseAlarm(inTest.db, {
    fleetId: 'north',
    at: new Date(),
    ...alarmOf({
      kind: 'incident_unanswered',
      subject: incident.id,
      details: { policy: 'collision', rule: 'crash' },
    }),
  });
  await sql`update deliveries set state = 'sent', settled_at = now(), reference = '{"outbox_id": "1"}'
    where id = (select id from deliveries where action = 'email' limit 1)`.execute(inTest.db);
  const until = new Date(Date.now() + 3_600_000).toISOString();
  const whole = { id: 'whole-fleet', reason: 'Moving house', until, by: 'Ann' };
  expect((await server.api('POST', '/silences', { body: whole })).status).toBe(200);
  const { page, mistakes } = await pageOf('Edda', { role: 'editor' });
  await page.goto(`${server.url}/fleets/north`);
  const problems = page.getByRole('region', { name: 'Problems to solve' });
  await problems.getByText(`Incident ${incident.id} is open, and nobody answered`).waitFor();
  await problems.getByText('E-mail is not configured: messages stay in the outbox.').waitFor();
  await problems.getByText('The whole fleet is silenced, except critical rules').waitFor();
  const first = page.getByRole('region', { name: 'Open incidents' }).getByRole('listitem').first();
  await first.getByText('Not answered').waitFor();
  await picture(page, 'overview-problems');
  await page.goto(`${server.url}/fleets/north/incidents`);
  const rows = page.locator('main li').filter({ hasText: 'Collision detected' });
  await rows.first().getByText('Not answered').waitFor();
  expect(await rows.filter({ hasText: 'Not answered' }).count()).toBe(1);
  await picture(page, 'inbox-unanswered');
  await rows
    .first()
    .getByRole('button', { name: /^Acknowledge/ })
    .click();
  await page.getByText('Not answered').waitFor({ state: 'detached' });
  expect(await coveredByToast(page)).toEqual([]);
  expect(
    await openAlarm(inTest.db, { fleetId: 'north', kind: 'incident_unanswered', subject: incident.id }),
  ).toBeUndefined();
  await server.api('DELETE', '/silences/whole-fleet');
  expect(mistakes).toEqual([]);
  await page.context().close();
});

it('a deletion is approved with a reason by keyboard, and stays so', async () => {
  const { page, mistakes } = await pageOf('Adam', { role: 'admin' });
  await page.goto(`${server.url}/fleets/north/deletions`);
  await page.getByText('Lost with it: 0.4 km').waitFor();
  await press(page, /^Approve deletion: Peter Lindqvist/);
  const dialog = await dialogOf(page);
  const approve = dialog.getByRole('button', { name: 'Approve deletion' });
  expect(await approve.isDisabled()).toBe(true);
  await page.getByRole('textbox', { name: 'Reason' }).fill('Parked in the yard.');
  await press(page, 'Approve deletion', dialog);
  await page.getByText('Nothing waits for a decision').waitFor();
  await page.reload();
  await page.getByText('Decided by Adam: Parked in the yard.').waitFor();
  const stored = await getDeletion(inTest.db, { fleetId: 'north', id: lists.deletionId });
  expect(stored).toMatchObject({ state: 'approved', decidedBy: 'Adam', note: 'Parked in the yard.' });
  expect(mistakes).toEqual([]);
  await page.context().close();
});

it('a test message is sent to a receiver of webhooks', async () => {
  const { page, mistakes } = await pageOf('Edda', { role: 'editor' }, 'phone');
  await page.goto(`${server.url}/fleets/north/channels`);
  await press(page, 'Send test message: Webhook');
  const address = page.getByRole('textbox', { name: 'Recipient' });
  await page.getByText('The address that a rule or an escalation policy names').waitFor();
  await address.fill('https://hooks.example.com/tripline');
  await page.keyboard.press('Enter');
  await page.getByText('The test message waits to be sent.').waitFor();
  const { items } = await listDeliveries(inTest.db, { fleetId: 'north', action: 'webhook' });
  await sql`update deliveries set state = 'sent', settled_at = now() where id = ${items[0]!.id}`.execute(
    inTest.db,
  );
  await page.getByText('Sent to https://hooks.example.com/tripline.').waitFor();
  await picture(page, 'webhook-test-message');
  expect(mistakes).toEqual([]);
  await page.context().close();
});

it('a test message is sent once by keyboard, and its row says what became of it', async () => {
  const { page, mistakes } = await pageOf('Edda', { role: 'editor' });
  await page.goto(`${server.url}/fleets/north/channels`);
  await press(page, 'Send test message: E-mail');
  await page.getByRole('textbox', { name: 'Recipient' }).fill('lead@example.com');
  await page.keyboard.press('Enter');
  await page.getByText('The test message waits to be sent.').waitFor();
  const { items } = await listDeliveries(inTest.db, { fleetId: 'north' });
  const tests = items.filter(({ receiver, kind }) => receiver === 'lead@example.com' && kind === 'alarm');
  expect(tests).toHaveLength(1);
  await sql`update deliveries set state = 'failed', last_error = '550 no such mailbox', settled_at = now()
    where id = ${tests[0]!.id}`.execute(inTest.db);
  await page.getByText('The channel answered: 550 no such mailbox').waitFor();
  await page.goto(`${server.url}/fleets/north`);
  await page.getByText('1 message by E-mail failed in the last 7 days').waitFor();
  await page.getByRole('link', { name: 'Show failed messages' }).click();
  await page.waitForURL(`${server.url}/fleets/north/outbox?state=failed&channel=email`);
  const row = page.locator('main li');
  // The overview is shown until the list's script is loaded.
  await page.getByRole('heading', { level: 1, name: 'Outbox' }).waitFor();
  await row.getByText('Test message', { exact: true }).waitFor();
  await expect.poll(() => row.count()).toBe(1);
  expect(await row.innerText()).toMatch(/E-mail → lead@example\.com\n550 no such mailbox/);
  await sql`update deliveries set planned_at = now() - interval '9 days' where id = ${tests[0]!.id}`.execute(
    inTest.db,
  );
  await page.goto(`${server.url}/fleets/north`);
  await page.getByText('Problems to solve').waitFor();
  await settled(page);
  expect(await page.getByText('failed in the last 7 days').count()).toBe(0);
  expect(mistakes).toEqual([]);
  await page.context().close();
});

it('a person makes a token that is shown once, deletes it, and signs out everywhere', async () => {
  const { page, mistakes, userId } = await pageOf('Vera Vogt', { role: 'viewer' });
  const other = await openPage(browser, { screen: 'phone', scheme: 'dark' });
  const elsewhere = await beginUserSession(inTest.db, { userId, at: new Date() });
  await other.page.context().addCookies([sessionCookie(elsewhere, server.url)]);
  await other.page.goto(`${server.url}/fleets/north/alarms`);
  await page.goto(`${server.url}/fleets/north/users`);
  await press(page, 'Make a token');
  await page.getByRole('textbox', { name: 'Name of the token' }).fill('Export');
  await page.keyboard.press('Enter');
  const secret = (await page.getByRole('dialog').locator('pre').innerText()).trim();
  expect(secret).toMatch(/^tlp_[\w-]{43}$/);
  const asks = async (): Promise<number> => (await server.api('GET', '/alarms', { token: secret })).status;
  expect(await asks()).toBe(200);
  await press(page, 'Done');
  await page.reload();
  await page.getByText('Export', { exact: true }).waitFor();
  expect(await page.content()).not.toContain(secret);
  await press(page, 'Delete token: Export');
  await press(page, 'Delete token', await dialogOf(page));
  await page.getByText('You have no personal tokens').waitFor();
  expect(await asks()).toBe(401);
  expect((await listUserTokens(inTest.db, { userId })).items).toEqual([]);
  await press(page, 'Sign out everywhere');
  await press(page, 'Sign out everywhere', await dialogOf(page));
  await page.waitForURL(`${server.url}/sign-in`);
  await other.page.reload();
  await other.page.locator('input[type=password]').waitFor();
  expect(mistakes).toEqual([]);
  await Promise.all([page.context().close(), other.page.context().close()]);
});

it('an admin disables and enables a user, and both are recorded', async () => {
  const { page, mistakes } = await pageOf('Adam', { role: 'admin' });
  await page.goto(`${server.url}/fleets/north/users`);
  for (const [action, state] of [
    ['Disable', 'Disabled'],
    ['Enable', 'Viewer'],
  ] as const) {
    await press(page, `${action}: Vera Stein`);
    await page.getByRole('textbox', { name: 'Reason' }).fill(`To ${action} her`);
    await press(page, action, await dialogOf(page));
    await dialogCloses(page);
    const row = page.getByRole('listitem').filter({ hasText: 'vera@example.com' });
    await row.getByText(state, { exact: true }).waitFor();
  }
  await page.goto(`${server.url}/fleets/north/audit?action=user.disabled`);
  await page.getByText('To Disable her').waitFor();
  await expect.poll(() => page.locator('main li').count()).toBe(1);
  await page.getByText('Adam disabled the user Vera Stein').waitFor();
  await page.getByRole('combobox', { name: 'What happened' }).selectText();
  await page.keyboard.type('enabled the user');
  await page.keyboard.press('Enter');
  await page.getByText('To Enable her').waitFor();
  await page.getByText('Adam enabled the user Vera Stein').waitFor();
  expect(new URL(page.url()).searchParams.get('action')).toBe('user.enabled');
  expect(mistakes).toEqual([]);
  await page.context().close();
});

it('typing chooses the first that fits with Enter, in each list that is searched', async () => {
  const { page, mistakes } = await pageOf('Edda', { role: 'editor' });
  const filter = (): Promise<string | null> =>
    page.evaluate<string | null>("new URL(location.href).searchParams.get('driver')");
  await page.goto(`${server.url}/fleets/north/incidents`);
  const driver = page.getByRole('combobox', { name: 'Driver' });
  await driver.focus();
  await page.keyboard.type('lindq');
  await page.getByRole('option', { name: 'Peter Lindqvist (d-23)' }).waitFor();
  await expect.poll(() => page.getByRole('option').count()).toBe(1);
  await page.keyboard.press('Enter');
  await expect.poll(filter).toBe('d-23');
  // A closed list opens with the first key.
  await page.goto(`${server.url}/fleets/north/audit`);
  const what = page.getByRole('combobox', { name: 'What happened' });
  await what.focus();
  await page.getByRole('option').first().waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('option').first().waitFor({ state: 'detached' });
  await what.selectText();
  await page.keyboard.type('U');
  await page.keyboard.press('Enter');
  await expect.poll(() => new URL(page.url()).searchParams.get('action')).not.toBeNull();
  // Clearing the text chooses nothing.
  const chosen = page.url();
  await what.fill('');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Escape');
  expect(page.url()).toBe(chosen);
  await page.goto(`${server.url}/fleets/north/silences`);
  await press(page, 'Create silence');
  const dialog = await dialogOf(page);
  await dialog.getByRole('textbox', { name: 'Reason' }).fill('Test drives');
  await dialog.getByLabel('Drivers', { exact: true }).first().focus();
  await page.getByRole('option', { name: 'Peter Lindqvist (d-23)' }).waitFor();
  await page.keyboard.type('Nobody');
  // The form is not sent for the whole fleet.
  await page.keyboard.press('Enter');
  await page.getByText('No such driver').waitFor();
  await dialog.getByLabel('Drivers', { exact: true }).first().selectText();
  await page.keyboard.type('Lindq');
  await page.getByRole('option', { name: 'Peter Lindqvist (d-23)' }).waitFor();
  await page.keyboard.press('Enter');
  await dialog.getByText('Peter Lindqvist (d-23)').waitFor();
  expect(mistakes).toEqual([]);
  await page.context().close();
});

it('a viewer sees every list and none of its actions', async () => {
  const { page, mistakes } = await pageOf('Vigo', { role: 'viewer' });
  for (const view of ['silences', 'deletions', 'alarms', 'outbox', 'audit', 'channels']) {
    await page.goto(`${server.url}/fleets/north/${view}?show=all`);
    await page.locator('main li').first().waitFor();
    expect(await page.locator('main li button, main header button').count(), view).toBe(0);
  }
  await page.goto(`${server.url}/fleets/north/users`);
  await page.getByText('You have no personal tokens').waitFor();
  expect(await page.getByRole('heading', { name: 'All tokens' }).count()).toBe(0);
  expect(mistakes).toEqual([]);
  await page.context().close();
});

it('the next page of a list comes with its button', async () => {
  const { page, mistakes } = await pageOf('Vigo', { role: 'viewer' });
  await sql`insert into audit (fleet_id, at, who, action, subject_type, subject_id)
    select 'north', now(), 'many', 'test.made', 'test', n::text from generate_series(1, 60) n`.execute(
    inTest.db,
  );
  await page.goto(`${server.url}/fleets/north/audit?who=many`);
  await page.locator('main li').first().waitFor();
  await expect.poll(() => page.locator('main li').count()).toBe(50);
  await press(page, 'Show more');
  await expect.poll(() => page.locator('main li').count()).toBe(60);
  expect(await page.getByRole('button', { name: 'Show more' }).count()).toBe(0);
  expect(mistakes).toEqual([]);
  await page.context().close();
});

it('whoever is limited to a group sees its incidents alone, and no view of the whole fleet', async () => {
  const at = new Date();
  for (const group of ['east', 'west']) {
    const trip = { fleetId: 'north', driverId: `driver-${group}`, tripId: `trip-${group}` };
    await sql`insert into driver_groups (fleet_id, driver_id, groups, seen_at)
      values ('north', ${trip.driverId}, ${[group]}, ${at})`.execute(inTest.db);
    await sql`insert into trips (fleet_id, driver_id, trip_id, state, first_received_at)
      values ('north', ${trip.driverId}, ${trip.tripId}, 'decided', ${at})`.execute(inTest.db);
    await recordAlert(inTest.db, {
      ...trip,
      rule: 'crash',
      version: 1,
      revision: 1,
      severity: 'critical',
      state: 'raised',
      at,
    });
    await storeIncident(inTest.db, { ...trip, openedAt: at });
  }
  const { page, mistakes } = await pageOf('Eva', { role: 'viewer', groups: ['east'] }, 'phone');
  await page.goto(`${server.url}/fleets/north`);
  await page.waitForURL(`${server.url}/fleets/north/incidents`);
  await page.getByText('Driver driver-east').waitFor();
  expect(await page.locator('main li').count()).toBe(1);
  await page.locator('main li a').click();
  await page.getByText('Timeline', { exact: true }).waitFor();
  const alerts = await page.evaluate<{ items: { driver_id: string }[] }>(
    `fetch('/api/v1/fleets/north/alerts').then((response) => response.json())`,
  );
  expect(alerts.items.map(({ driver_id: id }) => id)).toEqual(['driver-east']);
  await page.goto(`${server.url}/fleets/north/audit`);
  await page.getByText('You see what is about these groups: east.').waitFor();
  expect(mistakes).toEqual([]);
  await page.context().close();
});

it('on a phone every view is in a menu, which closes with Escape and once a view opens', async () => {
  const { page, mistakes } = await openPage(browser, { screen: 'phone', scheme: 'light' });
  await signIn(page, { db: inTest.db, url: server.url });
  await page.goto(`${server.url}/fleets/north`);
  const menu = page.getByRole('button', { name: 'Main navigation' });
  const auditLog = page.getByRole('link', { name: 'Audit log' });
  await menu.waitFor();
  expect(await auditLog.count()).toBe(0);
  await menu.click();
  await auditLog.focus();
  await page.keyboard.press('Escape');
  await auditLog.waitFor({ state: 'hidden' });
  await focused(page, /^Main navigation$/);
  await page.keyboard.press('Enter');
  await auditLog.click();
  await page.waitForURL('**/audit');
  await expect.poll(() => menu.getAttribute('aria-expanded')).toBe('false');
  await menu.click();
  expect(await auditLog.getAttribute('aria-current')).toBe('page');
  await page.getByRole('link', { name: 'Incidents', exact: true }).click();
  await page.waitForURL('**/incidents');
  expect(mistakes).toEqual([]);
  await page.context().close();
});
