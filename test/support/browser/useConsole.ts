import type { Browser } from 'playwright-core';
import type { Config } from '../../../config.ts';
import { present, useStarted } from '../run/useStarted.ts';
import type { Late } from '../run/useStarted.ts';
import type { ServerInTest } from '../servers/server.ts';
import { useServer } from '../servers/useServer.ts';
import type { DatabaseInTest } from '../store/useDatabase.ts';
import { startChromium } from './chromium.ts';
import { buildConsole } from './console.ts';

/** Gives the calling test file a browser, and builds the console for it. */
export function useBrowser(): Browser {
  return useStarted(async () => {
    await buildConsole();
    return startChromium();
  });
}

/** Gives the calling test file a browser and the sandbox's server on its database. */
export function useConsole(
  inTest: DatabaseInTest,
  config: Late<Partial<Config>> = {},
): { readonly server: ServerInTest; readonly browser: Browser } {
  const browser = useBrowser();
  return { browser, server: useServer(() => ({ sandbox: true, ...present(config) }), { on: inTest }) };
}
