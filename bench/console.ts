import { openDatabase } from '../store/db/index.ts';
import { EVERY_VIEW, fleetForEveryView } from '../test/browser/everyView.ts';
import { startServerInTest } from '../test/server/serverFixture.ts';
import { startChromium } from '../test/support/chromium.ts';
import { buildConsole, openPage, signIn } from '../test/support/console.ts';
import { createTestDatabase, startTestPostgres } from '../test/support/postgres.ts';
import { line, machine } from './report.ts';

/**
 * How long each view of the console takes until it shows its data and can be used, in a browser that holds nothing yet, against
 * the page for signing in, in turn. Aim: within a second on loopback.
 */
const ROUNDS = Number(process.env['ROUNDS'] ?? 5);

const postgres = await startTestPostgres();
const made = await createTestDatabase(postgres.url);
const database = openDatabase(made.url);
await buildConsole();
const server = await startServerInTest(database, { sandbox: true });
const ids = await fleetForEveryView(server, database.db);
const browser = await startChromium();

/** Milliseconds from the request for an address until what it shows is there and its scripts are done. */
async function timed(address: string, shown: string, isSignedIn: boolean): Promise<number> {
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
  await page.locator(shown).first().waitFor();
  await page.evaluate('new Promise((idle) => requestIdleCallback(idle))');
  const took = performance.now() - began;
  await page.context().close();
  return took;
}

process.stdout.write(`On ${machine()}\n\n`);
try {
  const floors: number[] = [];
  const views = new Map<string, number[]>(EVERY_VIEW.map(({ name }) => [name, []]));
  for (let round = 0; round < ROUNDS; round += 1) {
    floors.push(await timed('/sign-in', 'h1', false));
    for (const { name, path, shown } of EVERY_VIEW)
      views.get(name)!.push(await timed(path(ids), shown, true));
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
