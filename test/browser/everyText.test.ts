import type { Page } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import {
  openPage,
  picture,
  settled,
  sidewaysScroll,
  signIn,
  smallTargets,
} from '../support/browser/console.ts';
import { useDatabase } from '../support/store/useDatabase.ts';
import { EVERY_VIEW, fleetForEveryView } from './everyView.ts';
import { hostileFleet } from './hostileFleet.ts';
import { starterTrips } from './starterTrips.ts';
import { useConsole } from '../support/browser/useConsole.ts';

/**
 * Checks that no text of people or of the service breaks a view: the starter set, trips behind each kind of message, hostile
 * texts.
 */
const inTest = useDatabase();
/** Addresses below the fleet's. */
const paths: string[] = [];

const { server, browser } = useConsole(inTest);
beforeAll(async () => {
  const starters = await starterTrips(inTest.db);
  const ids = await fleetForEveryView(server, inTest.db);
  const hostile = await hostileFleet(server, inTest.db);
  paths.push(
    ...EVERY_VIEW.map(({ path }) => path(ids)),
    ...[...starters, ...hostile].flatMap(({ driverId, tripId, rule }) => {
      const [driver, trip] = [encodeURIComponent(driverId), encodeURIComponent(tripId)];
      return [`rules/${rule}`, `rules/${rule}/edit`, `trips/${driver}/${trip}?alert=${rule}`];
    }),
    ...hostile.flatMap(({ driverId, rule, incident }) => {
      const driver = encodeURIComponent(driverId);
      const why = `why?driver=${driver}&day=2026-03-10&rule=${rule}`;
      return [why, `incidents/${incident}`, `alerts?driver=${driver}&rule=${rule}`];
    }),
  );
});

/** Opens every part of a view that expands when it is pressed, but no menus. */
const OPEN_ALL = `
  document.querySelectorAll('main details').forEach((each) => { each.open = true; });
  document.querySelectorAll('main button[aria-expanded=false]:not([role=combobox], [aria-haspopup])')
    .forEach((each) => { each.click(); });`;

/** Returns the parts of a page that extend beyond its right edge, for the failure message. */
function tooWide(page: Page): Promise<string> {
  return page.evaluate<string>(`[...document.querySelectorAll('main *')]
    .filter((each) => each.getBoundingClientRect().right > document.documentElement.clientWidth + 1)
    .map((each) => each.tagName + '.' + each.getAttribute('class')).slice(0, 8).join(' ')`);
}

const BROKEN = ['This view stopped', 'Diese Ansicht wurde'];

it.each(['en', 'de'] as const)(
  'no view breaks on a text of people or of the service, and each fits a phone and a thumb, %s',
  { timeout: 600_000 },
  async (language) => {
    const { page, mistakes } = await openPage(browser, { screen: 'phone', scheme: 'light', language });
    await signIn(page, { db: inTest.db, url: server.url });
    for (const [index, path] of paths.entries()) {
      await page.goto(path.startsWith('/') ? server.url + path : `${server.url}/fleets/north/${path}`);
      await settled(page);
      await page.evaluate(OPEN_ALL);
      await settled(page);
      await picture(page, `text-${language}-${index}`);
      const text = await page.locator('body').innerText();
      expect
        .soft(
          BROKEN.filter((each) => text.includes(each)),
          path,
        )
        .toEqual([]);
      // The editor also validates drafts that lint refuses, and the answer may arrive after the editor was left.
      const mayBeDraft = [path, paths[index - 1]].some((each) => each?.endsWith('/edit'));
      const found = mistakes.splice(0).filter((each) => !mayBeDraft || !/ 422 /.test(each));
      expect.soft(found, path).toEqual([]);
      expect.soft(await smallTargets(page), path).toEqual([]);
      expect.soft(await sidewaysScroll(page), `${path}: ${await tooWide(page)}`).toBeLessThanOrEqual(0);
    }
    await page.context().close();
  },
);
