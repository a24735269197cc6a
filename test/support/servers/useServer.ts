import type { Config } from '../../../config.ts';
import { PORT_LIMITS } from '../../../server/http/index.ts';
import type { PortLimits, ServerDependencies } from '../../../server/http/index.ts';
import { present, useStarted } from '../run/useStarted.ts';
import type { Late } from '../run/useStarted.ts';
import { startDatabaseInTest } from '../store/useDatabase.ts';
import type { DatabaseInTest } from '../store/useDatabase.ts';
import { startServerInTest } from './server.ts';
import type { ServerInTest } from './server.ts';

/** Gives the calling test file a server, on a database of its own unless the options name one. */
export function useServer(
  config: Late<Partial<Config>> = {},
  options: {
    readonly on?: DatabaseInTest;
    readonly limits?: PortLimits;
    readonly now?: () => Date;
    readonly parts?: Partial<ServerDependencies>;
  } = {},
): ServerInTest {
  const { limits = PORT_LIMITS, now, parts, on } = options;
  const start = (database: DatabaseInTest['database']): Promise<ServerInTest> =>
    startServerInTest(database, present(config), limits, now, parts);
  return useStarted(async () => {
    if (on !== undefined) return start(on.database);
    const own = await startDatabaseInTest();
    const server = await start(own.database);
    return {
      ...server,
      async close() {
        await server.close();
        await own.close();
      },
    };
  });
}
