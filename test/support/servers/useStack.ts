import { pino } from 'pino';
import { startServer } from '../../../server/main.ts';
import type { RunningServer } from '../../../server/main.ts';
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
