import { beforeAll, describe, expect, it } from 'vitest';
import { SCREENS, openPage, picture, settled, sidewaysScroll, signIn } from '../support/browser/console.ts';
import type { ConsolePage, Screen } from '../support/browser/console.ts';
import { useDatabase } from '../support/store/useDatabase.ts';
import { EVERY_VIEW, fleetForEveryView } from './everyView.ts';
import type { Shown, ViewInTest } from './everyView.ts';
import { useConsole } from '../support/browser/useConsole.ts';

/**
 * Checks that no view in German has an English sentence. A sentence that is the same in both languages is a defect. Only data of
 * the fleet is excepted, because it is shown as people wrote it.
 */
const inTest = useDatabase();
let shownIds: Shown;
let english: ConsolePage;
let german: ConsolePage;

const { server, browser } = useConsole(inTest);
beforeAll(async () => {
  shownIds = await fleetForEveryView(server, inTest.db);
  english = await signedIn({ screen: 'desktop', scheme: 'light' });
  german = await signedIn({ screen: 'desktop', scheme: 'light', language: 'de' });
});

/** Texts that Tripline does not write: they are the same in every language. */
const DATA: readonly RegExp[] = [
  // Texts of people of the fleet: names, reasons and comments.
  /^Collision detected · Jana Novak/,
  /^(Long drives at night|Phone use of the week|Weekly export, Omar Haddad)/,
  /^(The pilot in the north went well|Three was too many alerts|Three or more phone events within seven days)/,
  /^(moving the car around the yard does not count|\/\/ (Three were too few|Agreed with the works council))/,
  // Random ids.
  /[0-9a-f]{8}-[0-9a-f]{4}-/,
  // A document's text, settings and paths.
  /"(route:regional-manager|becomes_true|operator)"/,
  /^((SMTP_URL|EMAIL_FROM)=|docs\/)/,
];

/** Texts in English that a view shows as they were stored, or as lint reports them. */
const ENGLISH_IN: Readonly<Record<string, readonly RegExp[]>> = {
  // Actions with the kinds and ids of their subjects, and reasons of Tripline.
  audit: [/^[a-z_-]+\.[a-z_]+ [a-z_-]+ /, /^(Slack refuses|check SLACK_BOT|Messages wait|The trip was)/],
  // Sentences of the examples, as the back-test stored them.
  backtest: [/^4 phone events in 7 days/],
};

/** Words of a sentence that may be a name, or the same in both languages. */
const MOST_WORDS = 3;

const SAID = `[
  ...document.body.innerText.split('\\n'),
  ...[...document.querySelectorAll('*')].flatMap((each) =>
    ['aria-label', 'placeholder', 'title', 'alt'].map((name) => each.getAttribute(name) ?? '')),
]`;

/** Returns the distinct sentences that a view shows or that describe its elements. */
async function sentencesOf(opened: ConsolePage, { path, shown }: ViewInTest): Promise<ReadonlySet<string>> {
  const { page } = opened;
  await page.goto(server.url + path(shownIds));
  await page.locator(shown).first().waitFor();
  await settled(page);
  const lines = await page.evaluate<string[]>(SAID);
  const sentences = lines.flatMap((line) => line.split(/(?<=[.!?:;])\s+/)).map((each) => each.trim());
  return new Set(sentences.filter((each) => (each.match(/\p{L}{2,}/gu) ?? []).length > MOST_WORDS));
}

async function signedIn(screen: Screen): Promise<ConsolePage> {
  const opened = await openPage(browser, screen);
  await signIn(opened.page, { db: inTest.db, url: server.url });
  return opened;
}

describe.each(EVERY_VIEW)('the view $name in German', (view) => {
  it('has no sentence of the English one, and fits a phone', async () => {
    await german.page.setViewportSize(SCREENS.desktop);
    const [inEnglish, inGerman] = [await sentencesOf(english, view), await sentencesOf(german, view)];
    await picture(german.page, `german-${view.name}-desktop`);
    await german.page.setViewportSize(SCREENS.phone);
    await picture(german.page, `german-${view.name}-phone`);
    expect(await sidewaysScroll(german.page)).toBeLessThanOrEqual(0);
    const known = [...DATA, ...(ENGLISH_IN[view.name] ?? [])];
    const left = [...inGerman].filter(
      (sentence) => inEnglish.has(sentence) && !known.some((pattern) => pattern.test(sentence)),
    );
    expect(left).toEqual([]);
  });
});

it('the console asks for problems in the language that is shown', async () => {
  const asked = german.page.waitForRequest(/\/fleets\/north\/alarms/);
  await german.page.goto(`${server.url}/fleets/north`);
  const headers = await (await asked).allHeaders();
  // Exactly `de`, because the browser by itself would send de-DE.
  expect(headers['accept-language']).toBe('de');
});
