import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { CommandError } from '../terminal/index.ts';

const BUILDER = fileURLToPath(new URL('../../console/build/main.ts', import.meta.url));

/** Path of the program that builds the console. Undefined in a built package, which already contains the console. */
export const consoleBuilder: string | undefined = existsSync(BUILDER) ? BUILDER : undefined;

/**
 * Builds the console unless these sources are built already. Runs the bundler in its own process, so that its
 * memory is freed.
 * @returns the result in a few words
 * @throws CommandError with the bundler's message
 */
export async function buildConsole(builder: string, signal: AbortSignal): Promise<string> {
  const built = await promisify(execFile)(process.execPath, ['--import', 'tsx', builder], {
    cwd: fileURLToPath(new URL('../../', import.meta.url)),
    signal,
  }).catch((error: unknown) => {
    const { stderr, message } = error as Error & { readonly stderr?: string };
    throw new CommandError(`The console could not be built. ${stderr?.trim() || message}`);
  });
  return built.stdout.trim().split('\n').at(-1)!;
}
