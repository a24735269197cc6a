import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Incident } from '../../store/incidents/index.ts';
import { startServerInTest } from '../server/serverFixture.ts';
import type { ServerInTest } from '../server/serverFixture.ts';
import { startChromium } from '../support/chromium.ts';
import {
  SCREENS,
  accessibilityProblems,
  buildConsole,
  openPage,
  picture,
  sidewaysScroll,
  signIn,
} from '../support/console.ts';
import { useDatabase } from '../support/useDatabase.ts';
import { fleetOfDay } from './fleetOfDay.ts';
import { rulesOfFleet } from './rulesOfFleet.ts';
import { fleetWithRules } from './fleetWithRules.ts';
import { listsOfDay } from './listsOfDay.ts';
import { FULL_TRIP, THROTTLED_DRIVER, tripsOfDay } from './tripsOfDay.ts';

const inTest = useDatabase();
let server: ServerInTest;
let browser: Browser;
let open: Incident;
let backtest: string;

/** Each view: its address, and what is there when it is. */
const VIEWS: readonly { readonly name: string; readonly path: () => string; readonly shown: string }[] = [
  { name: 'overview', path: () => '/fleets/north', shown: 'text=Ann Becker' },
  { name: 'incidents', path: () => '/fleets/north/incidents', shown: 'main li a' },
  { name: 'incident', path: () => `/fleets/north/incidents/${open.id}`, shown: 'main ol li' },
  { name: 'rules', path: () => '/fleets/north/rules', shown: 'main li svg' },
  { name: 'rule', path: () => '/fleets/north/rules/repeated-phone-use', shown: 'main ol li' },
  { name: 'rule-draft', path: () => '/fleets/north/rules/hard-braking', shown: 'main ol li' },
  {
    name: 'backtest',
    path: () => `/fleets/north/rules/repeated-phone-use/backtests/${backtest}`,
    shown: 'main canvas',
  },
  { name: 'newRule', path: () => '/fleets/north/rules/new', shown: 'main li button' },
  { name: 'ruleEditor', path: () => '/fleets/north/rules/phone/edit', shown: 'main svg rect' },
  { name: 'silences', path: () => '/fleets/north/silences', shown: 'text=Roadworks on the A1' },
  { name: 'deletions', path: () => '/fleets/north/deletions', shown: 'text=Peter Lindqvist' },
  { name: 'alarms', path: () => '/fleets/north/alarms', shown: 'text=Slack refuses the token' },
  { name: 'outbox', path: () => '/fleets/north/outbox', shown: 'main li' },
  { name: 'audit', path: () => '/fleets/north/audit', shown: 'main li' },
  { name: 'channels', path: () => '/fleets/north/channels', shown: 'main li' },
  { name: 'users', path: () => '/fleets/north/users', shown: 'text=Vera Stein' },
  { name: 'alerts', path: () => '/fleets/north/alerts', shown: 'main li a' },
  { name: 'trips', path: () => '/fleets/north/trips', shown: 'main li a' },
  {
    name: 'trip',
    path: () => `/fleets/north/trips/${FULL_TRIP.driverId}/${FULL_TRIP.tripId}`,
    shown: 'main svg polyline',
  },
  {
    name: 'why',
    path: () => `/fleets/north/why?driver=${THROTTLED_DRIVER}&day=2026-01-31&rule=phone-use`,
    shown: 'main ol li',
  },
];

beforeAll(async () => {
  await buildConsole();
  server = await startServerInTest(inTest.database, { sandbox: true });
  open = await fleetOfDay(server, inTest.db);
  ({ backtest } = await rulesOfFleet(server, inTest.db));
  await fleetWithRules(server, inTest.db);
  await listsOfDay(server, inTest.db);
  await tripsOfDay(inTest.db);
  browser = await startChromium();
});
afterAll(async () => {
  await browser?.close();
  await server?.close();
});

const cases = VIEWS.flatMap(({ name, path, shown }) =>
  (['light', 'dark'] as const).flatMap((scheme) =>
    (['phone', 'desktop'] as const).map((screen) => ({ name, path, shown, scheme, screen })),
  ),
);

describe.each(cases)('the view $name, $scheme, on a $screen', ({ name, path, shown, scheme, screen }) => {
  it('is accessible, fits its screen and makes no mistake', async () => {
    const { page, mistakes } = await openPage(browser, { screen, scheme });
    await signIn(page, { db: inTest.db, url: server.url });
    await page.goto(server.url + path());
    await page.locator(shown).first().waitFor();
    await page.waitForLoadState('networkidle').catch(() => undefined);
    await picture(page, `console-${name}-${screen}-${scheme}`);
    expect(await accessibilityProblems(page)).toEqual([]);
    expect(await sidewaysScroll(page)).toBeLessThanOrEqual(0);
    expect(mistakes).toEqual([]);
    await page.context().close();
  });
});

it('every view fits a wide screen, and is there in German', async () => {
  const { page, mistakes } = await openPage(browser, { screen: 'wide', scheme: 'light', language: 'de' });
  await signIn(page, { db: inTest.db, url: server.url });
  for (const { path, shown } of VIEWS) {
    await page.goto(server.url + path());
    await page.locator(shown).first().waitFor();
    expect(await page.locator('html').getAttribute('lang')).toBe('de');
    expect(await page.locator('nav').innerText()).toContain('Vorfälle');
    expect(await sidewaysScroll(page)).toBeLessThanOrEqual(0);
  }
  expect(SCREENS.wide.width).toBe(1920);
  expect(mistakes).toEqual([]);
  await page.context().close();
});
