import { sql } from 'kysely';
import { beforeAll, beforeEach, expect, it } from 'vitest';
import { recordAlert } from '../../store/alerts/index.ts';
import { TOKENS } from '../support/servers/server.ts';
import { accessibilityProblems, settled, sidewaysScroll } from '../support/browser/console.ts';
import { storeIncident } from '../support/incidents/stored.ts';
import { useDatabase } from '../support/store/useDatabase.ts';
import { fleetWithRules } from './fleetWithRules.ts';
import { listsOfDay } from './listsOfDay.ts';
import { pageOf } from './person.ts';
import { FULL_TRIP, tripsOfDay } from './tripsOfDay.ts';
import { useConsole } from '../support/browser/useConsole.ts';

/** Tests the console of a person limited to the group `east`: it shows everything of that group, live, and nothing of another. */
const inTest = useDatabase();

const EAST = { fleetId: 'north', ...FULL_TRIP };
const WEST = { fleetId: 'north', driverId: 'd-23', tripId: '1790000000778' };
const happened = { rule: 'phone', version: 1, revision: 1, severity: 'critical', state: 'raised' } as const;

const { server, browser } = useConsole(inTest);
beforeAll(async () => {
  await fleetWithRules(server, inTest.db);
  await listsOfDay(server, inTest.db);
  await tripsOfDay(inTest.db);
});
beforeEach(async () => {
  await inTest.db.deleteFrom('driverGroups').execute();
  for (const [{ driverId }, group] of [
    [EAST, 'east'],
    [WEST, 'west'],
  ] as const)
    await sql`insert into driver_groups (fleet_id, driver_id, groups, seen_at)
      values ('north', ${driverId}, ${[group]}, now())`.execute(inTest.db);
});

const eva = () =>
  ({ name: 'Eva', role: 'viewer', groups: ['east'], db: inTest.db, url: server.url }) as const;

/** Returns the name of the rule `phone`, which is not its id. */
async function nameOfRule(): Promise<string> {
  const { json } = await server.api('GET', '/rule-names', { token: TOKENS.east });
  const { name } = (json['items'] as { id: string; name: string }[]).find(({ id }) => id === 'phone')!;
  expect(name).not.toBe('phone');
  return name;
}

it('leads from their incident to its trip and to their alerts, with the names of rules, and refuses nothing', async () => {
  const { id } = await storeIncident(inTest.db, { ...EAST, rule: 'phone', openedAt: new Date() });
  await storeIncident(inTest.db, { ...WEST, rule: 'phone', openedAt: new Date() });
  const { page, mistakes } = await pageOf(browser, { ...eva(), screen: 'phone' });
  const refused: string[] = [];
  page.on('response', (response) => {
    if (response.status() === 403) refused.push(response.url());
  });
  await page.goto(`${server.url}/fleets/north`);
  await page.getByText('Jana Novak').waitFor();
  expect(await page.locator('main').innerText()).not.toContain('Peter Lindqvist');
  await page.goto(`${server.url}/fleets/north/incidents/${id}`);
  await page.getByRole('heading', { name: `${await nameOfRule()} · Jana Novak` }).waitFor();
  await page.getByRole('link', { name: 'The whole trip' }).click();
  await page.locator('main svg polyline').first().waitFor();
  await page.locator('article').first().waitFor();
  // A reference to a view of the whole fleet is plain text, not a link.
  expect(await page.locator('article a').count()).toBe(0);
  expect(await page.getByRole('link', { name: 'Why no alert' }).count()).toBe(0);
  await settled(page);
  expect(await accessibilityProblems(page)).toEqual([]);
  expect(await sidewaysScroll(page)).toBeLessThanOrEqual(0);
  await page.getByRole('button', { name: 'Main navigation' }).click();
  await page.getByRole('link', { name: 'Trips', exact: true }).click();
  await page.getByRole('heading', { level: 1, name: 'Trips' }).waitFor();
  await page.getByText('Jana Novak').first().waitFor();
  expect(await page.locator('main').innerText()).not.toContain('d-23');
  await page.goto(`${server.url}/fleets/north/trips/${WEST.driverId}/${WEST.tripId}`);
  await page.getByRole('alert').waitFor();
  expect(refused).toEqual([]);
  expect(mistakes.filter((each) => !each.includes('404'))).toEqual([]);
  await page.context().close();
});

it('names rules and shows their alerts as they are raised, and none of another group', async () => {
  // The stream of a closed page ends when the server notices it.
  await expect.poll(() => server.deps.live.open.size).toBe(0);
  const { page, mistakes } = await pageOf(browser, eva());
  await page.goto(`${server.url}/fleets/north/alerts`);
  const rows = page.locator('main li');
  await rows.first().waitFor();
  await expect.poll(() => server.deps.live.open.size).toBe(1);
  const before = await rows.count();
  const at = new Date();
  await recordAlert(inTest.db, { ...WEST, ...happened, tripId: 'new', at });
  await recordAlert(inTest.db, { ...EAST, ...happened, tripId: 'new', at });
  await expect.poll(() => rows.count()).toBe(before + 1);
  await expect.poll(() => rows.first().innerText()).toContain(await nameOfRule());
  expect(await page.locator('main').innerText()).not.toContain('d-23');
  expect(mistakes).toEqual([]);
  await page.context().close();
});
