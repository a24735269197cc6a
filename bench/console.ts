import { openDatabase } from '../store/db/index.ts';
import { EVERY_VIEW, fleetForEveryView } from '../test/browser/everyView.ts';
import { startServerInTest } from '../test/support/servers/server.ts';
import { startChromium } from '../test/support/browser/chromium.ts';
import { buildConsole, openPage, signIn } from '../test/support/browser/console.ts';
import { createTestDatabase, startTestPostgres } from '../test/support/store/postgres.ts';
import { line, machine } from './report.ts';

/**
 * Measures the time until each view of the console shows its data and can be used, in a browser with an empty cache, against the
 * page for signing in, in turn. Aim: within a second on loopback. `VIEW` measures one of them alone.
 */
const ROUNDS = Number(process.env['ROUNDS'] ?? 5);
const VIEWS = EVERY_VIEW.filter(({ name }) => name === (process.env['VIEW'] ?? name));

const postgres = await startTestPostgres();
const made = await createTestDatabase(postgres.url);
const database = openDatabase(made.url);
await buildConsole();
const server = await startServerInTest(database, { sandbox: true });
const ids = await fleetForEveryView(server, database.db);
const browser = await startChromium();

/** Milliseconds from the request for an address until each of these is there, and in the end its scripts are done. */
async function timed(address: string, shown: readonly string[], isSignedIn: boolean): Promise<number[]> {
  const { page } = await openPage(browser, { screen: 'desktop', scheme: 'light' });
  if (isSignedIn) {
    await signIn(page, { db: database.db, url: server.url });
    // What signing in loaded is loaded again.
    const session = await page.context().newCDPSession(page);
    await session.send('Network.clearBrowserCache');
    await page.goto('about:blank');
  }
  const began = performance.now();
  await page.goto(server.url + address, { waitUntil: 'commit' });
  const took: number[] = [];
  for (const each of shown) {
    await page.locator(each).first().waitFor();
    if (each === shown.at(-1)) await page.evaluate('new Promise((idle) => requestIdleCallback(idle))');
    took.push(performance.now() - began);
  }
  await page.context().close();
  return took;
}

process.stdout.write(`On ${machine()}\n\n`);
try {
  const floors: number[] = [];
  const views = new Map<string, number[]>();
  for (let round = 0; round < ROUNDS; round += 1) {
    floors.push(...(await timed('/sign-in', ['h1'], false)));
    for (const { name, path, shown, usable, drawn = shown } of VIEWS) {
      const took = await timed(path(ids), usable === undefined ? [drawn] : [usable, drawn], true);
      const names = usable === undefined ? [name] : [`${name}, can be used`, `${name}, all drawn`];
      names.forEach((each, at) => views.set(each, [...(views.get(each) ?? []), took[at]!]));
    }
  }
  process.stdout.write(`${line('the page for signing in', floors, 'ms')}\n`);
  for (const [name, took] of views) process.stdout.write(`${line(name, took, 'ms')}\n`);
} finally {
  await browser.close();
  await server.close();
  await database.close();
  await made.drop();
  await postgres.stop();
}
