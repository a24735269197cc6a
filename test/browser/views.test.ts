import { beforeAll, describe, expect, it } from 'vitest';
import {
  SCREENS,
  accessibilityProblems,
  openPage,
  picture,
  settled,
  sidewaysScroll,
  signIn,
} from '../support/browser/console.ts';
import { useDatabase } from '../support/store/useDatabase.ts';
import { EVERY_VIEW, fleetForEveryView } from './everyView.ts';
import type { Shown } from './everyView.ts';
import { useConsole } from '../support/browser/useConsole.ts';

const inTest = useDatabase();
let shownIds: Shown;

const { server, browser } = useConsole(inTest);
beforeAll(async () => {
  shownIds = await fleetForEveryView(server, inTest.db);
});

const cases = EVERY_VIEW.flatMap(({ name, path, shown }) =>
  (['light', 'dark'] as const).flatMap((scheme) =>
    (['phone', 'desktop'] as const).map((screen) => ({ name, path, shown, scheme, screen })),
  ),
);

describe.each(cases)('the view $name, $scheme, on a $screen', ({ name, path, shown, scheme, screen }) => {
  it('is accessible, fits its screen and makes no mistake', async () => {
    const { page, mistakes } = await openPage(browser, { screen, scheme });
    await signIn(page, { db: inTest.db, url: server.url });
    await page.goto(server.url + path(shownIds));
    await page.locator(shown).first().waitFor();
    await settled(page);
    await picture(page, `console-${name}-${screen}-${scheme}`);
    expect(await accessibilityProblems(page)).toEqual([]);
    expect(await sidewaysScroll(page)).toBeLessThanOrEqual(0);
    expect(mistakes).toEqual([]);
    await page.context().close();
  });
});

it('every view fits a wide screen, and is there in German', { timeout: 240_000 }, async () => {
  const { page, mistakes } = await openPage(browser, { screen: 'wide', scheme: 'light', language: 'de' });
  await signIn(page, { db: inTest.db, url: server.url });
  for (const { path, shown } of EVERY_VIEW) {
    await page.goto(server.url + path(shownIds));
    await page.locator(shown).first().waitFor();
    await settled(page);
    expect(await page.locator('html').getAttribute('lang')).toBe('de');
    expect(await page.locator('nav').innerText()).toContain('Vorfälle');
    expect(await sidewaysScroll(page)).toBeLessThanOrEqual(0);
  }
  expect(SCREENS.wide.width).toBe(1920);
  expect(mistakes).toEqual([]);
  await page.context().close();
});

it('every view is accessible and fits a phone in German', { timeout: 240_000 }, async () => {
  const { page, mistakes } = await openPage(browser, { screen: 'phone', scheme: 'light', language: 'de' });
  await signIn(page, { db: inTest.db, url: server.url });
  for (const { name, path, shown } of EVERY_VIEW) {
    await page.goto(server.url + path(shownIds));
    await page.locator(shown).first().waitFor();
    await settled(page);
    await picture(page, `german-${name}`);
    expect(await accessibilityProblems(page), name).toEqual([]);
    expect(await sidewaysScroll(page), name).toBeLessThanOrEqual(0);
  }
  expect(mistakes).toEqual([]);
  await page.context().close();
});
