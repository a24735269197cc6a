import { beforeEach, expect, it } from 'vitest';
import type { Incident } from '../../store/incidents/index.ts';
import { getIncident } from '../../store/incidents/index.ts';
import { TOKENS } from '../support/servers/server.ts';
import { openPage, settled, signIn } from '../support/browser/console.ts';
import { incidentInStore } from '../support/incidents/inStore.ts';
import { useDatabase } from '../support/store/useDatabase.ts';
import { choose, dialogCloses, dialogOf } from './acting.ts';
import { pageOf } from './person.ts';
import { useConsole } from '../support/browser/useConsole.ts';

/** How people answer incidents in the console, and how they come in. */
const inTest = useDatabase();
let incident: Incident;

const { server, browser } = useConsole(inTest);
beforeEach(async () => {
  incident = await incidentInStore(inTest.db, 'north');
});

const ROTATION = {
  id: 'safety',
  name: 'Safety',
  timezone: 'Europe/Berlin',
  starts: '2026-01-05',
  handover: { weekday: 'mon', at: '09:00' },
  people: [
    { name: 'Ann Becker', email: 'ann@example.com' },
    { name: 'Omar Haddad', email: 'omar@example.com' },
  ],
};

const stored = (): Promise<Incident | undefined> =>
  getIncident(inTest.db, { fleetId: 'north', id: incident.id });

it('an incident is acknowledged and resolved with a thumb, and another screen shows it without being loaded again', async () => {
  const desk = await openPage(browser, { screen: 'desktop', scheme: 'light' });
  await signIn(desk.page, { db: inTest.db, url: server.url });
  await desk.page.goto(`${server.url}/fleets/north/incidents/${incident.id}`);
  await desk.page.getByRole('button', { name: 'Acknowledge' }).waitFor();

  const phone = await openPage(browser, { screen: 'phone', scheme: 'dark' });
  await signIn(phone.page, { db: inTest.db, url: server.url });
  await phone.page.goto(`${server.url}/fleets/north/incidents/${incident.id}`);
  const button = phone.page.getByRole('button', { name: 'Acknowledge' });
  await button.waitFor();
  const box = (await button.boundingBox())!;
  expect(box.height).toBeGreaterThanOrEqual(44);
  expect(box.y + box.height).toBeGreaterThan(600);
  await button.click();
  await phone.page.getByText('Acknowledged: nobody else is paged.').waitFor();
  await desk.page.locator('header').getByText('Acknowledged', { exact: true }).waitFor();
  expect(await stored()).toMatchObject({ state: 'acknowledged', assignee: 'Sandbox admin' });

  await phone.page.getByRole('button', { name: 'Resolve' }).click();
  await phone.page.getByRole('radio', { name: 'False alarm' }).click();
  await phone.page.getByRole('textbox', { name: 'Note' }).fill('A pothole.');
  await phone.page.getByRole('dialog').getByRole('button', { name: 'Resolve' }).click();
  await desk.page.locator('blockquote').getByText('A pothole.').waitFor();
  expect(await stored()).toMatchObject({ state: 'resolved', disposition: 'false_alarm', note: 'A pothole.' });
  expect([...phone.mistakes, ...desk.mistakes]).toEqual([]);
  await Promise.all([phone.page.context().close(), desk.page.context().close()]);
});

it('an answer whose outcome was lost is sent again as the same one, and another input as another one', async () => {
  const { page } = await openPage(browser, { screen: 'desktop', scheme: 'light' });
  await signIn(page, { db: inTest.db, url: server.url });
  await page.goto(`${server.url}/fleets/north/incidents/${incident.id}`);
  const keys: (string | null)[] = [];
  let isLost = true;
  await page.route('**/notes', async (route) => {
    keys.push(await route.request().headerValue('idempotency-key'));
    const wasLost = isLost;
    // The server carries it out; its answer does not arrive.
    const response = await route.fetch();
    await (wasLost ? route.abort() : route.fulfill({ response }));
  });
  const send = async (note: string): Promise<void> => {
    await dialog.getByRole('textbox', { name: 'Note' }).fill(note);
    const lost = page.waitForEvent('requestfailed', (request) => request.url().endsWith('/notes'));
    await dialog.getByRole('button', { name: 'Save' }).click();
    await lost;
    await expect.poll(() => dialog.getByRole('button', { name: 'Save' }).isEnabled()).toBe(true);
  };
  const dialog = page.getByRole('dialog');
  const open = async (): Promise<void> => {
    await page.getByRole('button', { name: 'More' }).first().click();
    await page.getByRole('menuitem', { name: 'Add note' }).click();
  };
  await open();
  await send('Called her.');
  await send('Called her.');
  await send('Called her twice.');
  isLost = false;
  await dialog.getByRole('button', { name: 'Save' }).click();
  await dialog.waitFor({ state: 'detached' });
  await open();
  await dialog.getByRole('textbox', { name: 'Note' }).fill('Called her twice.');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await dialog.waitFor({ state: 'detached' });
  const [first, again, other, otherAgain, afterAnswer] = keys;
  expect(first).toMatch(/^[\da-f-]{36}$/);
  expect([again, otherAgain]).toEqual([first, other]);
  expect(new Set([first, other, afterAnswer]).size).toBe(3);
  const { timeline } = (await server.api('GET', `/incidents/${incident.id}`)).json as {
    timeline: { kind: string; note?: string }[];
  };
  expect(timeline.filter(({ kind }) => kind === 'noted').map(({ note }) => note)).toEqual([
    'Called her.',
    'Called her twice.',
    'Called her twice.',
  ]);
  await page.context().close();
});

it('an action whose answer was lost is the same one after a reload', async () => {
  const { page } = await openPage(browser, { screen: 'desktop', scheme: 'light' });
  await signIn(page, { db: inTest.db, url: server.url });
  let isLost = true;
  await page.route(/\/(notes|silences)$/, async (route) => {
    if (route.request().method() !== 'POST') return route.continue();
    const response = await route.fetch();
    return isLost ? route.abort() : route.fulfill({ response });
  });
  const note = async (): Promise<void> => {
    await page.goto(`${server.url}/fleets/north/incidents/${incident.id}`);
    await page.getByRole('button', { name: 'More' }).first().click();
    await page.getByRole('menuitem', { name: 'Add note' }).click();
    const dialog = await dialogOf(page);
    await dialog.getByRole('textbox', { name: 'Note' }).fill('Called her.');
    await dialog.getByRole('button', { name: 'Save' }).click();
  };
  const silence = async (): Promise<void> => {
    await page.goto(`${server.url}/fleets/north/silences`);
    await page.getByRole('button', { name: 'Create silence' }).first().click();
    const dialog = await dialogOf(page);
    await dialog.getByRole('textbox', { name: 'Reason' }).fill('Test drives');
    await choose(page, 'For how long?', '4 hours');
    await dialog.getByRole('textbox', { name: /^To confirm/ }).fill('silence the fleet');
    await dialog.getByRole('button', { name: 'Create silence' }).click();
  };
  for (const act of [note, silence]) {
    isLost = true;
    const lost = page.waitForEvent('requestfailed', (request) => request.method() === 'POST');
    await act();
    await lost;
    isLost = false;
    await act();
    await dialogCloses(page);
  }
  const { timeline } = (await server.api('GET', `/incidents/${incident.id}`)).json as {
    timeline: { kind: string }[];
  };
  expect(timeline.filter(({ kind }) => kind === 'noted')).toHaveLength(1);
  const { items } = (await server.api('GET', '/silences')).json as { items: { reason: string }[] };
  expect(items.filter(({ reason }) => reason === 'Test drives')).toHaveLength(1);
  // After an answer, the same action again is a new one.
  await note();
  await dialogCloses(page);
  const after = (await server.api('GET', `/incidents/${incident.id}`)).json as {
    timeline: { kind: string }[];
  };
  expect(after.timeline.filter(({ kind }) => kind === 'noted')).toHaveLength(2);
  await page.context().close();
});

it('what happens while a page connects is shown once it is connected', async () => {
  const { page, mistakes } = await openPage(browser, { screen: 'desktop', scheme: 'light' });
  await signIn(page, { db: inTest.db, url: server.url });
  let connect = (): void => undefined;
  const held = new Promise<void>((resolve) => (connect = resolve));
  await page.route('**/events', async (route) => {
    await held;
    await route.continue();
  });
  await page.goto(`${server.url}/fleets/north/incidents?state=open`);
  await page.locator('main li a').first().waitFor();
  await settled(page);
  const { id } = await incidentInStore(inTest.db, 'north');
  connect();
  await page.locator(`main li a[href$="/${id}"]`).waitFor();
  expect(mistakes).toEqual([]);
  await page.context().close();
});

it('the inbox is worked through by keyboard', async () => {
  const { page, mistakes } = await openPage(browser, { screen: 'desktop', scheme: 'light' });
  await signIn(page, { db: inTest.db, url: server.url });
  await page.goto(`${server.url}/fleets/north/incidents?state=open`);
  await page.locator('main li a').first().waitFor();
  await page.keyboard.press('j');
  await page.keyboard.press('a');
  await expect.poll(async () => (await stored())?.state).toBe('acknowledged');
  await page.goto(`${server.url}/fleets/north/incidents?state=acknowledged`);
  await page.locator('main li a').first().waitFor();
  await page.keyboard.press('j');
  await page.keyboard.press('r');
  await page.getByRole('dialog').getByRole('radio', { name: 'Confirmed' }).waitFor();
  await page.getByRole('textbox', { name: 'Note' }).fill('Still typing');
  await page.reload();
  await page.locator('main li a').first().waitFor();
  await page.keyboard.press('j');
  await page.keyboard.press('r');
  await dialogOf(page);
  expect(await page.getByRole('textbox', { name: 'Note' }).inputValue()).toBe('Still typing');
  await page.keyboard.press('Escape');
  await dialogCloses(page);
  await page.keyboard.press('Enter');
  await page.waitForURL(`**/incidents/${incident.id}`);
  expect(mistakes).toEqual([]);
  await page.context().close();
});

it('the mark goes to the next open incident when an answer takes the marked one out of the list', async () => {
  const [second, first] = [
    await incidentInStore(inTest.db, 'north'),
    await incidentInStore(inTest.db, 'north'),
  ];
  const { page, mistakes } = await openPage(browser, { screen: 'desktop', scheme: 'light' });
  await signIn(page, { db: inTest.db, url: server.url });
  await page.goto(`${server.url}/fleets/north/incidents?state=open`);
  const marked = page.locator('main li[data-marked=true] a');
  await page.locator('main li a').first().waitFor();
  await page.keyboard.press('j');
  for (const { id } of [first, second]) {
    await expect.poll(() => marked.getAttribute('href')).toMatch(new RegExp(`/${id}$`));
    await page.keyboard.press('a');
    await expect
      .poll(async () => (await getIncident(inTest.db, { fleetId: 'north', id }))?.state)
      .toBe('acknowledged');
  }
  await expect.poll(() => marked.getAttribute('href')).toMatch(new RegExp(`/${incident.id}$`));
  await page.keyboard.press('Enter');
  await page.waitForURL(`**/incidents/${incident.id}`);
  expect(mistakes).toEqual([]);
  await page.context().close();
});

it('an incident is reassigned to a person of a rotation or to any other name, which a reload keeps', async () => {
  for (const [method, path, body] of [
    ['PUT', '/rotations/safety', ROTATION],
    ['POST', '/rotations/safety/publish', {}],
  ] as const)
    expect((await server.api(method, path, { body })).status).toBe(200);
  const { page, mistakes } = await openPage(browser, { screen: 'phone', scheme: 'light' });
  await signIn(page, { db: inTest.db, url: server.url });
  const open = async (): Promise<void> => {
    await page.locator('main').getByRole('button', { name: 'More' }).click();
    await page.getByRole('menuitem', { name: 'Reassign' }).click();
  };
  await page.goto(`${server.url}/fleets/north/incidents/${incident.id}`);
  await open();
  const to = page.getByRole('dialog').getByLabel('New assignee', { exact: true });
  await to.fill('Somebody else');
  await page.reload();
  await open();
  expect(await to.inputValue()).toBe('Somebody else');
  await to.fill('Oma');
  await page.getByRole('option', { name: 'Omar Haddad' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Reassign' }).click();
  await expect.poll(async () => (await stored())?.assignee).toBe('Omar Haddad');
  expect(mistakes).toEqual([]);
  await page.context().close();
});

it('whoever is not signed in is asked to, and comes back; a session that ends asks again', async () => {
  const { page } = await openPage(browser, { screen: 'phone', scheme: 'light' });
  const wanted = `/fleets/north/incidents/${incident.id}`;
  await page.goto(server.url + wanted);
  await page.getByRole('textbox', { name: 'Your name' }).fill('Ann');
  await page.locator('input[type=password]').fill(TOKENS.admin);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.waitForURL(server.url + wanted);
  await page.getByRole('button', { name: 'Acknowledge' }).click();
  await expect.poll(async () => (await stored())?.assignee).toBe('Ann');
  await page.context().clearCookies();
  await page.reload();
  await page.getByRole('textbox', { name: 'Your name' }).waitFor();
  expect(new URL(page.url()).pathname).toBe('/sign-in');
  await page.context().close();
});

it('a viewer sees no button that would be refused', async () => {
  const person = { name: 'Vera', role: 'viewer', db: inTest.db, url: server.url } as const;
  const { page } = await pageOf(browser, person);
  await page.goto(`${server.url}/fleets/north/incidents/${incident.id}`);
  await page.getByText('Timeline', { exact: true }).waitFor();
  expect(await page.getByRole('button', { name: 'Acknowledge' }).count()).toBe(0);
  await page.goto(`${server.url}/fleets/north/incidents`);
  await page.locator('main li a').first().waitFor();
  expect(await page.locator('main li button').count()).toBe(0);
  await page.context().close();
});
