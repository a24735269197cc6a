import { pino } from 'pino';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Config } from '../../config.ts';
import { startServer } from '../../server/main.ts';
import type { RunningServer } from '../../server/main.ts';
import { getTrip } from '../../store/trips/index.ts';
import { freePorts } from '../chaos/ports.ts';
import { standInTrip, tripAt } from '../support/stand-ins/analytics.ts';
import { openPage } from '../support/browser/console.ts';
import type { ConsolePage, Screen } from '../support/browser/console.ts';
import { collide, collisionRule, incidentsOf } from '../support/incidents/documents.ts';
import { startOidcStandIn } from '../support/stand-ins/oidc.ts';
import type { OidcStandIn } from '../support/stand-ins/oidc.ts';
import { FLEET, WEBHOOK_TOKEN, startStack } from '../support/servers/stack.ts';
import type { Stack } from '../support/servers/stack.ts';
import { useBrowser } from '../support/browser/useConsole.ts';

/** The console with everything behind it: the web server, a worker, Temporal, Slack, e-mail and an identity provider. */
let stack: Stack;
let server: RunningServer;
let standIn: OidcStandIn;

const browser = useBrowser();
beforeAll(async () => {
  const [port] = (await freePorts(1)) as [number];
  const url = `http://127.0.0.1:${port}`;
  standIn = await startOidcStandIn(url);
  for (const [subject, name, role] of [
    ['dora', 'Dora Vogt', 'drivers'],
    ['lea', 'Lea Lang', 'leads'],
    ['sam', 'Sam Safe', 'safety'],
  ] as const)
    standIn.people.set(subject, {
      name,
      roles: [role],
      email: `${subject}@example.com`,
      email_verified: true,
    });
  stack = await startStack({ more: { PORT: String(port), PUBLIC_URL: url } });
  for (const name of ['safety', 'later']) stack.slack.channels.add(name);
  const config: Config = { ...stack.config, identityProviders: [standIn.config()] };
  server = await startServer({ config, database: stack.database, log: pino({ level: 'silent' }) });
  await stack.startWorker();
});
afterAll(async () => {
  await server?.close();
  await standIn?.close();
  await stack?.close();
});

/** Opens the console as a person whom the identity provider knows, through the sign-in page. */
async function openAs(subject: string, path: string, screen: Partial<Screen> = {}): Promise<ConsolePage> {
  standIn.account = subject;
  const opened = await openPage(browser, { screen: 'desktop', scheme: 'light', ...screen });
  await opened.page.goto(server.url + path);
  await opened.page.getByRole('link', { name: 'Stand-in' }).click();
  // A phone has a button in its place.
  const navigation = opened.page.getByRole('navigation', { name: 'Main navigation' });
  const button = opened.page.getByRole('button', { name: 'Main navigation' });
  await navigation.or(button).first().waitFor();
  return opened;
}

async function post(trip: { readonly driverId: string; readonly tripId: string }): Promise<number> {
  const answer = await fetch(`${server.url}/webhooks/${FLEET}/${WEBHOOK_TOKEN}`, {
    method: 'POST',
    body: JSON.stringify({
      version: 3,
      type: 'TRIP_SCORED',
      driver_id: trip.driverId,
      trip_id: trip.tripId,
      data: {},
    }),
  });
  return answer.status;
}

it.each([
  ['dora', 'viewer', []],
  ['lea', 'editor', ['Acknowledge', 'Resolve']],
  ['sam', 'admin', ['Acknowledge', 'Resolve']],
] as const)('%s signs in as %s and sees the buttons of that role alone', async (subject, role, buttons) => {
  await stack.publishAs('escalation-policy', policy());
  await stack.publish(collisionRule());
  const trip = collide(stack, `d-role-${subject}`, `role-${subject}`);
  await stack.runTrip(trip);
  const [incident] = await incidentsOf(stack, trip.driverId);
  const path = `/fleets/${FLEET}/incidents/${incident!.id}`;
  const { page, mistakes } = await openAs(subject, path);
  await page.getByRole('heading', { level: 1 }).waitFor();
  expect(new URL(page.url()).pathname).toBe(path);
  await page.locator('main ol li').first().waitFor();
  const answers = page.getByRole('button', { name: /^(Acknowledge|Resolve)$/ });
  await expect.poll(() => answers.allInnerTexts()).toEqual(buttons);
  const me = await page.evaluate<{ fleets: { role: string }[] }>(
    "fetch('/api/v1/me').then((answer) => answer.json())",
  );
  expect(me.fleets.map((fleet) => fleet.role)).toEqual([role]);
  expect(mistakes).toEqual([]);
  await page.context().close();
});

it('a collision is acknowledged on a phone while Slack shows it, and resolved from the page’s link', async () => {
  await stack.publishAs('escalation-policy', policy());
  await stack.publish(collisionRule());
  stack.slack.messages.length = 0;
  const trip = collide(stack, 'd-phone', 'phone-1');
  expect(await post(trip)).toBe(202);
  const inSlack = (): string => JSON.stringify(stack.slack.messages.at(0)?.blocks ?? []);
  await expect.poll(inSlack).toContain('d-phone');
  const [incident] = await incidentsOf(stack, trip.driverId);

  const path = `/fleets/${FLEET}/incidents/${incident!.id}`;
  const { page, mistakes } = await openAs('lea', path, { screen: 'phone', scheme: 'dark' });
  await page.getByRole('button', { name: 'Acknowledge' }).click();
  await page.getByText('Acknowledged: nobody else is paged.').waitFor();
  await expect.poll(inSlack).toContain('Assigned to Lea Lang');

  await page.getByRole('button', { name: 'Resolve' }).click();
  await page.getByRole('radio', { name: 'False alarm' }).click();
  await page.getByRole('textbox', { name: 'Note' }).fill('A pothole.');
  await page.getByRole('dialog').getByRole('button', { name: 'Resolve' }).click();
  await expect.poll(inSlack).toContain('Resolved: false alarm');
  expect((await incidentsOf(stack, trip.driverId))[0]).toMatchObject({
    state: 'resolved',
    resolvedBy: 'Lea Lang',
    disposition: 'false_alarm',
    note: 'A pothole.',
  });
  expect(mistakes).toEqual([]);
  await page.context().close();
});

it('an answer in Slack’s place shows on an open page without loading it again', async () => {
  await stack.publishAs('escalation-policy', policy());
  await stack.publish(collisionRule());
  const trip = collide(stack, 'd-live', 'live-1');
  await stack.runTrip(trip);
  const { page, mistakes } = await openAs('dora', `/fleets/${FLEET}/incidents?state=open`);
  const row = page.locator('main li').filter({ hasText: 'd-live' });
  await row.waitFor();
  const [incident] = await incidentsOf(stack, trip.driverId);
  const answered = await fetch(`${server.url}/api/v1/fleets/${FLEET}/incidents/${incident!.id}/acknowledge`, {
    method: 'POST',
    headers: { authorization: 'Bearer planted-editor-token', 'content-type': 'application/json' },
    body: JSON.stringify({ by: 'Ann' }),
  });
  expect(answered.status).toBe(200);
  await row.waitFor({ state: 'detached' });
  expect(mistakes).toEqual([]);
  await page.context().close();
});

it('a deletion that a rule asks for is approved by an admin, and the service has the trip no more', async () => {
  await stack.publish({
    id: 'invalid-trip',
    name: 'Invalid trip',
    severity: 'info',
    mode: 'live',
    scope: { drivers: ['d-short'] },
    conditions: { all: [{ fact: 'trip.distance_km', operator: 'lessThan', value: 0.5 }] },
    actions: [{ type: 'delete_trip', approval: 'required' }],
  });
  const trip = { driverId: 'd-short', tripId: 'short-1' };
  stack.analytics.trips.set(
    tripAt(trip.driverId, trip.tripId),
    standInTrip(trip.tripId, { distanceKm: 0.1 }),
  );
  await stack.runTrip(trip);
  const { page, mistakes } = await openAs('sam', `/fleets/${FLEET}/deletions`);
  await page.getByRole('button', { name: /^Approve deletion/ }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox', { name: 'Reason' }).fill('Parked in the yard.');
  await dialog.getByRole('button', { name: 'Approve deletion' }).click();
  await page.getByText('Decided by Sam Safe: Parked in the yard.').waitFor();
  const key = { fleetId: FLEET, ...trip };
  await expect.poll(async () => (await getTrip(stack.database.db, key))?.state).toBe('deleted');
  expect(stack.analytics.trips.has(tripAt(trip.driverId, trip.tripId))).toBe(false);
  expect(mistakes).toEqual([]);
  await page.context().close();
});

it('whoever signs out everywhere is signed out on each of their screens', async () => {
  const desk = await openAs('sam', `/fleets/${FLEET}`);
  const phone = await openAs('sam', `/fleets/${FLEET}/alerts`, { screen: 'phone' });
  await desk.page.getByRole('button', { name: /Sam Safe/ }).click();
  await desk.page.getByRole('menuitem', { name: 'Sign out everywhere' }).click();
  await desk.page.getByText(/Your \d+ sessions end/).waitFor();
  await desk.page.getByRole('dialog').getByRole('button', { name: 'Sign out everywhere' }).click();
  await desk.page.getByRole('link', { name: 'Stand-in' }).waitFor();
  // The other screen's stream ends within five seconds, and its page shows the sign-in link.
  await phone.page.getByRole('link', { name: 'Stand-in' }).waitFor();
  expect(await phone.page.evaluate("fetch('/api/v1/me').then((answer) => answer.status)")).toBe(401);
  await Promise.all([desk.page.context().close(), phone.page.context().close()]);
});

/** Returns a policy that pages immediately, and not again within a test. */
function policy() {
  return {
    id: 'collision',
    name: 'Collision',
    steps: [
      { after: '0s', notify: [{ type: 'slack', channel: '#safety' }] },
      { after: '1h', notify: [{ type: 'slack', channel: '#later' }] },
    ],
  };
}
