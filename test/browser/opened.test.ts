import type { Locator, Page } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import {
  accessibilityProblems,
  openPage,
  picture,
  settled,
  sidewaysScroll,
  signIn,
} from '../support/browser/console.ts';
import type { ConsolePage, Screen } from '../support/browser/console.ts';
import { useDatabase } from '../support/store/useDatabase.ts';
import { fleetForEveryView } from './everyView.ts';
import type { Shown } from './everyView.ts';
import { useConsole } from '../support/browser/useConsole.ts';

/** Checks the accessibility of what views show only after a press, when they are empty, or after an error. */
const inTest = useDatabase();
let ids: Shown;

const { server, browser } = useConsole(inTest);
beforeAll(async () => {
  ids = await fleetForEveryView(server, inTest.db);
});

const button = (page: Page, name: string | RegExp): Locator =>
  page.locator('main').getByRole('button', { name }).first();
const dialog = (page: Page): Locator => page.getByRole('dialog');
/** The button that opens the navigation on a phone. */
const navigation = (page: Page): Locator => page.getByRole('button', { name: 'Main navigation' });
const menu = (page: Page): Locator => page.getByRole('menu');
const options = (page: Page): Locator => page.getByRole('listbox');

interface Opened {
  readonly name: string;
  readonly path: string;
  /** Elements to press, in this order. */
  readonly press: readonly ((page: Page) => Locator)[];
  readonly shown: (page: Page) => Locator;
}

const ofIncident = (name: string): Opened => ({
  name: `incident, ${name}`,
  path: 'incidents/INCIDENT',
  shown: dialog,
  press: [(page) => button(page, 'More'), (page) => page.getByRole('menuitem', { name })],
});

/** A dialog, menu or list of options, and how to open it. */
const OPENERS: readonly Opened[] = [
  {
    name: 'account',
    path: '',
    press: [navigation, (page) => page.getByRole('button', { name: /^Account of/ })],
    shown: menu,
  },
  {
    name: 'all views',
    path: '',
    press: [navigation],
    shown: (page) => page.getByRole('link', { name: 'Audit log' }),
  },
  { name: 'answers', path: 'incidents/INCIDENT', press: [(page) => button(page, 'More')], shown: menu },
  { name: 'resolve', path: 'incidents/INCIDENT', press: [(page) => button(page, 'Resolve')], shown: dialog },
  ...['Escalate', 'Reassign', 'Snooze', 'Add note'].map(ofIncident),
  {
    name: 'reassign, people',
    path: 'incidents/INCIDENT',
    shown: options,
    press: [
      ...ofIncident('Reassign').press,
      (page) => dialog(page).getByLabel('New assignee', { exact: true }),
    ],
  },
  { name: 'new silence', path: 'silences', press: [(page) => button(page, 'Create silence')], shown: dialog },
  {
    name: 'new silence, rules',
    path: 'silences',
    shown: options,
    press: [
      (page) => button(page, 'Create silence'),
      (page) => dialog(page).getByLabel('Rules', { exact: true }).first(),
    ],
  },
  { name: 'end of a silence', path: 'silences', press: [(page) => button(page, /^End: /)], shown: dialog },
  {
    name: 'approval',
    path: 'deletions',
    press: [(page) => button(page, /^Approve deletion/)],
    shown: dialog,
  },
  {
    name: 'test message',
    path: 'channels',
    press: [(page) => button(page, /^Send test message/)],
    shown: dialog,
  },
  { name: 'new token', path: 'users', press: [(page) => button(page, 'Make a token')], shown: dialog },
  { name: 'sign out', path: 'users', press: [(page) => button(page, 'Sign out everywhere')], shown: dialog },
  { name: 'user', path: 'users', press: [(page) => button(page, /^Disable: /)], shown: dialog },
  ...['Rule', 'Driver', 'State'].map((name): Opened => ({
    name: `alerts by ${name}`,
    path: 'alerts',
    shown: options,
    press: [(page) => page.getByRole('combobox', { name })],
  })),
  ...['Who', 'About', 'What happened'].map((name): Opened => ({
    name: `audit log by ${name}`,
    path: 'audit',
    shown: options,
    press: [(page) => page.getByRole('combobox', { name }).or(page.getByRole('textbox', { name }))],
  })),
  {
    name: 'audit details',
    path: 'audit',
    press: [(page) => page.getByText('Details').first()],
    shown: (page) => page.locator('details[open]'),
  },
  {
    name: 'retire',
    path: 'rules/repeated-phone-use',
    press: [(page) => button(page, 'Retire')],
    shown: dialog,
  },
  { name: 'publish', path: 'rules/hard-braking', press: [(page) => button(page, 'Publish')], shown: dialog },
  {
    name: 'back-test',
    path: 'rules/repeated-phone-use',
    press: [(page) => button(page, 'Back-test')],
    shown: dialog,
  },
];

/** Lists with filters that match nothing, and things that do not exist. */
const EMPTY = [
  'incidents?rule=none',
  'alerts?rule=none',
  'trips?driver=none',
  'outbox?rule=none',
  'audit?who=nobody',
  'why',
  'rules?search=none',
  'incidents/999999',
  'rules/no-such-rule',
  'trips/nobody/nothing',
  'no/such/view',
];

/** Views whose data cannot be loaded. */
const FAILING = [
  '',
  'incidents',
  'alerts',
  'trips',
  'rules',
  'silences',
  'outbox',
  'audit',
  'alarms',
  'users',
];

async function signedIn(screen: Partial<Screen> = {}): Promise<ConsolePage> {
  const opened = await openPage(browser, { screen: 'phone', scheme: 'light', ...screen });
  await signIn(opened.page, { db: inTest.db, url: server.url });
  return opened;
}

const addressOf = (path: string): string =>
  `${server.url}/fleets/north${path === '' ? '' : `/${path.replace('INCIDENT', ids.incident)}`}`;

// Each is opened in one of the schemes, alternately, because dialogs, menus and lists of options are the same parts in all views.
it.each([
  ['light', 0],
  ['dark', 1],
] as const)(
  'each dialog, menu and list of options is accessible and fits a phone, %s',
  { timeout: 360_000 },
  async (scheme, rest) => {
    const { page, mistakes } = await signedIn({ scheme });
    for (const { name, path, press, shown } of OPENERS.filter((_each, at) => at % 2 === rest)) {
      await page.goto(addressOf(path));
      for (const what of press) await what(page).click();
      await shown(page).first().waitFor();
      await settled(page);
      await picture(page, `opened-${name.replaceAll(/\W+/g, '-')}-${scheme}`);
      expect.soft(await accessibilityProblems(page), name).toEqual([]);
      expect.soft(await sidewaysScroll(page), name).toBeLessThanOrEqual(0);
    }
    expect(mistakes).toEqual([]);
    await page.context().close();
  },
);

it('what is empty or missing is accessible and fits a phone', { timeout: 240_000 }, async () => {
  const { page } = await signedIn();
  for (const path of EMPTY) {
    await page.goto(addressOf(path));
    await page.locator('main :is(h1, p)').first().waitFor();
    await settled(page);
    await picture(page, `empty-${path.replaceAll(/\W+/g, '-')}`);
    expect.soft(await accessibilityProblems(page), path).toEqual([]);
    expect.soft(await sidewaysScroll(page), path).toBeLessThanOrEqual(0);
  }
  await page.context().close();
});

it('what could not be loaded is said accessibly, and fits a phone', { timeout: 240_000 }, async () => {
  const { page } = await signedIn();
  await page.route('**/api/v1/fleets/north/**', (route) =>
    route.fulfill({ status: 500, contentType: 'application/problem+json', body: '{"detail":"Broken."}' }),
  );
  for (const path of FAILING) {
    await page.goto(addressOf(path));
    await page.getByRole('alert').first().waitFor();
    await settled(page);
    await picture(page, `failed-${path}`);
    expect.soft(await accessibilityProblems(page), path).toEqual([]);
    expect.soft(await sidewaysScroll(page), path).toBeLessThanOrEqual(0);
  }
  await page.context().close();
});
