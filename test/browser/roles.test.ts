import type { Page } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { OPERATIONS_OF_ROLE } from '../server/roles.ts';
import { useDatabase } from '../support/store/useDatabase.ts';
import { EVERY_VIEW, fleetForEveryView } from './everyView.ts';
import type { Shown } from './everyView.ts';
import { pageOf } from './person.ts';
import { useConsole } from '../support/browser/useConsole.ts';

/** Checks that no visible button is answered 403: opens the views with actions, and presses their buttons. */
const inTest = useDatabase();
let shownIds: Shown;

const { server, browser } = useConsole(inTest);
beforeAll(async () => {
  shownIds = await fleetForEveryView(server, inTest.db);
});

/** Views with actions beyond their own filters. */
const ACTING = new Set(['incident', 'rule', 'silences', 'deletions', 'channels', 'users', 'trip']);

type Document = { paths: Record<string, Record<string, { operationId?: string }>> };

/** Returns a function that finds the operation of a request. */
async function operations(): Promise<(method: string, url: string) => string | undefined> {
  const { paths } = (await (await fetch(`${server.url}/openapi.json`)).json()) as Document;
  const known = Object.entries(paths)
    .sort(([one], [other]) => one.split('{').length - other.split('{').length)
    .map(([path, methods]) => ({
      pattern: new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/]+')}$`),
      methods,
    }));
  return (method, url) => {
    const { pathname } = new URL(url);
    return known.find(({ pattern, methods }) => pattern.test(pathname) && methods[method.toLowerCase()])
      ?.methods[method.toLowerCase()]?.operationId;
  };
}

/** Fills the fields of the open dialog and sends it. */
async function submit(page: Page): Promise<void> {
  const dialog = page.getByRole('dialog');
  if ((await dialog.count()) === 0) return;
  for (const box of await dialog.getByRole('textbox').all())
    if (await box.isEditable()) await box.fill('x', { timeout: 400 }).catch(() => undefined);
  for (const radio of await dialog.getByRole('radio').all())
    await radio.click({ timeout: 400 }).catch(() => undefined);
  const last = dialog.getByRole('button').last();
  if (await last.isEnabled()) await last.click({ timeout: 400 }).catch(() => undefined);
}

it.each(['viewer', 'editor'] as const)(
  'no button that the role %s sees would be refused',
  async (role) => {
    const { page } = await pageOf(browser, { name: role, role, db: inTest.db, url: server.url });
    const operationOf = await operations();
    const allowed: ReadonlySet<string> = new Set(
      role === 'viewer'
        ? OPERATIONS_OF_ROLE.viewer
        : [...OPERATIONS_OF_ROLE.viewer, ...OPERATIONS_OF_ROLE.editor],
    );
    const refused = new Set<string>();
    let asked = 0;
    page.on('response', (response) => {
      if (response.status() === 403) refused.add(`${response.request().method()} ${response.url()}`);
    });
    // Looks up the role of a change instead of sending it, so that the next button is still there. Does not intercept live
    // streams, because they would stay open when their page is left, and a browser has six connections.
    const isAsked = ({ pathname }: URL): boolean =>
      pathname.startsWith('/api/v1/fleets/') && !pathname.endsWith('/events');
    await page.route(isAsked, async (route) => {
      const request = route.request();
      const operation = operationOf(request.method(), request.url());
      if (request.method() === 'GET') return route.continue();
      asked += 1;
      if (operation === undefined || !allowed.has(operation))
        refused.add(`${operation ?? request.url()}, in ${page.url()}`);
      return route.fulfill({ status: 503, json: { title: 'Not now', status: 503, detail: 'Not now.' } });
    });
    for (const { path, shown } of EVERY_VIEW.filter(({ name }) => ACTING.has(name))) {
      const address = server.url + path(shownIds);
      const begin = async (): Promise<void> => {
        await page.goto(address);
        await page.locator('main').waitFor();
        await page
          .locator(shown)
          .first()
          .waitFor({ timeout: 3_000 })
          .catch(() => undefined);
      };
      await begin();
      const seen = new Set<string>();
      const buttons = page.locator('main').getByRole('button');
      for (let at = 0; at < (await buttons.count()) && at < 12; at += 1) {
        const button = buttons.nth(at);
        const name = ((await button.getAttribute('aria-label')) ?? (await button.innerText())).split(':')[0]!;
        // Presses one row of a list for all rows, and no filters, because they change nothing.
        if (seen.has(name) || !(await button.isEnabled())) continue;
        seen.add(name);
        await button.click({ timeout: 400 }).catch(() => undefined);
        await submit(page);
        await page.keyboard.press('Escape');
        await page.keyboard.press('Escape');
        if (page.url() !== address || (await page.getByRole('dialog').count()) > 0) await begin();
      }
    }
    expect([...refused]).toEqual([]);
    if (role === 'editor') expect(asked).toBeGreaterThan(5);
    await page.context().close();
  },
  300_000,
);
