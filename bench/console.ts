import type { Browser } from 'playwright-core';
import type { Db } from '../store/db/index.ts';
import { EVERY_VIEW, fleetForEveryView } from '../test/browser/everyView.ts';
import { startServerInTest } from '../test/support/servers/server.ts';
import { startChromium } from '../test/support/browser/chromium.ts';
import { buildConsole, openPage, signIn } from '../test/support/browser/console.ts';
import { alternating, report } from './measure.ts';
import type { Figure } from './measure.ts';
import { run } from './run.ts';

/**
 * Measures the time until each view of the console shows its data and can be used, in a browser with an empty cache, against the
 * page for signing in, in turn. Aim: within a second on loopback. `VIEW` measures one of them alone.
 */
const ROUNDS = Number(process.env['ROUNDS'] ?? 5);
const VIEWS = EVERY_VIEW.filter(({ name }) => name === (process.env['VIEW'] ?? name));

/** Milliseconds from the request for an address until each of these is there, and in the end its scripts are done. */
async function shownAfter(
  { browser, db, url }: { readonly browser: Browser; readonly db: Db; readonly url: string },
  address: string,
  { shown, isSignedIn = true }: { readonly shown: readonly string[]; readonly isSignedIn?: boolean },
): Promise<number[]> {
  const { page } = await openPage(browser, { screen: 'desktop', scheme: 'light' });
  if (isSignedIn) {
    await signIn(page, { db, url });
    // What signing in loaded is loaded again.
    const session = await page.context().newCDPSession(page);
    await session.send('Network.clearBrowserCache');
    await page.goto('about:blank');
  }
  const began = performance.now();
  await page.goto(url + address, { waitUntil: 'commit' });
  const took: number[] = [];
  for (const each of shown) {
    await page.locator(each).first().waitFor();
    if (each === shown.at(-1)) await page.evaluate('new Promise((idle) => requestIdleCallback(idle))');
    took.push(performance.now() - began);
  }
  await page.context().close();
  return took;
}

await run(async (bench) => {
  await buildConsole();
  const { database } = await bench.database();
  const server = await startServerInTest(database, { sandbox: true });
  bench.endWith(() => server.close());
  const ids = await fleetForEveryView(server, database.db);
  const browser = await startChromium();
  bench.endWith(() => browser.close());
  const at = { browser, db: database.db, url: server.url };
  const sides = Object.fromEntries(
    VIEWS.map(({ name, path, shown, usable, drawn = shown }) => [
      name,
      () => shownAfter(at, path(ids), { shown: usable === undefined ? [drawn] : [usable, drawn] }),
    ]),
  );
  const floor = 'the page for signing in';
  const took = await alternating(
    { rounds: ROUNDS },
    { [floor]: () => shownAfter(at, '/sign-in', { shown: ['h1'], isSignedIn: false }), ...sides },
  );
  const figures = Object.entries(took).flatMap(([name, rounds]): Figure[] => {
    const last = (figure: readonly number[]): number => figure.at(-1)!;
    if (rounds[0]!.length === 1) return [[name, rounds.map(last), 'ms']];
    const first = (figure: readonly number[]): number => figure[0]!;
    return [
      [`${name}, can be used`, rounds.map(first), 'ms'],
      [`${name}, all drawn`, rounds.map(last), 'ms'],
    ];
  });
  report('Views of the console', figures);
});
