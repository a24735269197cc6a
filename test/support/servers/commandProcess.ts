import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inject } from 'vitest';
import { startNode } from './nodeProcess.ts';
import type { NodeProcess } from './nodeProcess.ts';

/** As a checkout has it: it runs the sources, and takes seconds longer to start. */
export const CHECKOUT_COMMAND = join(import.meta.dirname, '../../../cli/tripline.mjs');

/** How a command is started; every field has a default. */
export interface CommandOptions {
  /** Where `tripline.mjs` is; that of the run's compilation when absent. */
  readonly command?: string;
  /** In a process group of its own, as a shell starts it. */
  readonly ownGroup?: boolean;
}

/** Starts the `tripline` command as a process of its own, as a user starts it. */
export function startCommand(
  args: readonly string[],
  environment: Readonly<Record<string, string>>,
  { command = join(inject('programFolder'), 'cli/tripline.mjs'), ownGroup = false }: CommandOptions = {},
): NodeProcess {
  return startNode([command, ...args], {
    cwd: tmpdir(),
    ownGroup,
    environment: { NODE_ENV: 'test', ...environment },
  });
}

/** Starts `tripline dev` on a data folder, with the Temporal that is downloaded already. */
export function startDev(
  dataDir: string,
  options: CommandOptions & { readonly more?: Readonly<Record<string, string>> } = {},
): NodeProcess {
  const { HOME = '', XDG_CACHE_HOME, TEMPORAL_CLI_PATH } = process.env;
  const environment = {
    DATA_DIR: dataDir,
    PORT: '0',
    HOME,
    ...(XDG_CACHE_HOME && { XDG_CACHE_HOME }),
    ...(TEMPORAL_CLI_PATH && { TEMPORAL_CLI_PATH }),
    ...options.more,
  };
  return startCommand(['dev'], environment, options);
}
