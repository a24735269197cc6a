import { describe, expect, it } from 'vitest';
import { accessibilityProblems, openPage, sidewaysScroll } from '../support/browser/console.ts';
import { useDatabase } from '../support/store/useDatabase.ts';
import { useConsole } from '../support/browser/useConsole.ts';

const inTest = useDatabase();

const { server, browser } = useConsole(inTest);

const SCREENS = (['light', 'dark'] as const).flatMap((scheme) =>
  (['phone', 'desktop'] as const).map((screen) => ({ scheme, screen })),
);

describe.each(SCREENS)('the start page for whoever is not signed in, $scheme, on a $screen', (shown) => {
  it('asks to sign in, is accessible, fits its screen and keeps to its policy', async () => {
    const { page, mistakes } = await openPage(browser, shown);
    await page.goto(`${server.url}/`);
    await page.locator('input[type=password]').waitFor();
    expect(new URL(page.url()).pathname).toBe('/sign-in');
    expect(await accessibilityProblems(page)).toEqual([]);
    expect(await sidewaysScroll(page)).toBeLessThanOrEqual(0);
    expect(mistakes).toEqual([]);
    await page.context().close();
  });
});

it('what the policy refuses is noticed, so that a page without mistakes keeps to it', async () => {
  const { page, mistakes } = await openPage(browser, { screen: 'desktop', scheme: 'light' });
  await page.goto(`${server.url}/sign-in`);
  await page.evaluate(
    `document.head.append(Object.assign(document.createElement('style'), { textContent: 'p {}' }))`,
  );
  await page.evaluate(
    `document.body.append(Object.assign(document.createElement('script'), { text: 'var ran = 1' }))`,
  );
  await expect.poll(() => mistakes.filter((each) => each.startsWith('Refused by the policy')).length).toBe(2);
  expect(await page.evaluate('typeof ran')).toBe('undefined');
  await page.context().close();
});
