import type { Config } from '../../../config.ts';
import { PORT_LIMITS } from '../../../server/http/index.ts';
import type { PortLimits, ServerDependencies } from '../../../server/http/index.ts';
import { present, useStarted } from '../run/useStarted.ts';
import type { Late } from '../run/useStarted.ts';
import type { DatabaseInTest } from '../store/useDatabase.ts';
import { startServerInTest } from './server.ts';
import type { ServerInTest } from './server.ts';

/** Gives the calling test file a server on its database. */
export function useServer(
  inTest: DatabaseInTest,
  config: Late<Partial<Config>> = {},
  options: {
    readonly limits?: PortLimits;
    readonly now?: () => Date;
    readonly parts?: Partial<ServerDependencies>;
  } = {},
): ServerInTest {
  const { limits = PORT_LIMITS, now, parts } = options;
  return useStarted(() => startServerInTest(inTest.database, present(config), limits, now, parts));
}
