import { join } from 'node:path';
import { inject } from 'vitest';
import { startNode } from './nodeProcess.ts';
import type { NodeProcess } from './nodeProcess.ts';

/** A process that is started, killed with -9 and started again. */
export interface Killable {
  readonly kills: number;
  start(): Promise<void>;
  /** `kill -9`, then a new start. */
  killAndRestart(): Promise<void>;
  stop(): Promise<void>;
}

/** A worker of the run's compilation, with these settings. */
export function killableWorker(environment: Readonly<Record<string, string>>): Killable {
  const bundle = join(inject('programFolder'), 'workflow-bundle.js');
  return killable('test/support/servers/workerProcess.js', {
    environment: { WORKFLOW_BUNDLE: bundle, ...environment },
    ready: /ready/,
  });
}

/**
 * @param script a file of the run's compilation, such as `test/support/servers/workerProcess.js`
 * @param ready is looked for in its output before a start counts as done
 */
export function killable(
  script: string,
  options: {
    readonly args?: readonly string[];
    readonly environment: Readonly<Record<string, string>>;
    readonly ready: RegExp;
  },
): Killable {
  let running: NodeProcess | undefined;
  let kills = 0;
  const start = async (): Promise<void> => {
    running = startNode([join(inject('programFolder'), script), ...(options.args ?? [])], {
      environment: { HOME: process.env['HOME'] ?? '', NODE_ENV: 'test', ...options.environment },
    });
    await running.says(options.ready);
  };
  const stop = async (): Promise<void> => running?.kill();
  return {
    get kills() {
      return kills;
    },
    start,
    async killAndRestart() {
      await stop();
      kills += 1;
      await start();
    },
    stop,
  };
}
