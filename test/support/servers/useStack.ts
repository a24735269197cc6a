import { pino } from 'pino';
import { createTemporalRequests } from '../../../server/background/index.ts';
import { startServer } from '../../../server/main.ts';
import type { RunningServer } from '../../../server/main.ts';
import { createWorkflowGateway } from '../../../temporal/index.ts';
import { present, useStarted } from '../run/useStarted.ts';
import type { Late } from '../run/useStarted.ts';
import { startStack } from './stack.ts';
import type { Stack, StackOptions } from './stack.ts';

/** Gives the calling test file a stack of its own, whose worker it starts itself. */
export function useStack(options: Late<StackOptions> = {}): Stack {
  return useStarted(() => startStack(present(options)));
}

/** Gives the calling test file a web server in front of a stack. */
export function useStackServer(stack: Stack): RunningServer {
  return useStarted(() =>
    startServer({ config: stack.config, database: stack.database, log: pino({ level: 'silent' }) }),
  );
}

/** Dispatches a stack's Temporal requests as two web servers do at once. */
export function useTemporalRequests(
  stack: Stack,
  times: { readonly wrongForMs?: number; readonly resolvedForMs?: number } = {},
): void {
  useStarted(() => {
    const { address, namespace, taskQueue } = stack.config.temporal;
    const workflows = createWorkflowGateway({ address: address!, namespace, taskQueue });
    const servers = [1, 2].map(() =>
      createTemporalRequests({
        db: stack.database.db,
        workflows,
        log: pino({ level: 'silent' }),
        now: () => new Date(),
        config: { fleets: stack.config.fleets },
        everyMs: 100,
        ...times,
      }),
    );
    for (const each of servers) each.start();
    return Promise.resolve({
      async close() {
        await Promise.all(servers.map((each) => each.close()));
        await workflows.close();
      },
    });
  });
}
