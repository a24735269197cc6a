import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { CommandError } from './exit.ts';

const OPENERS: Readonly<Partial<Record<NodeJS.Platform, readonly string[]>>> = {
  darwin: ['open'],
  win32: ['cmd', '/c', 'start', ''],
};

/** Shows a file in the user's browser. @throws CommandError where nothing on this machine can */
export async function openInBrowser(file: string): Promise<void> {
  const [command, ...rest] = OPENERS[process.platform] ?? ['xdg-open'];
  const child = spawn(command!, [...rest, file], { stdio: 'ignore', detached: true });
  try {
    await once(child, 'spawn');
  } catch {
    throw new CommandError(`${command} is not there to open a browser with: open ${file} yourself.`);
  }
  child.unref();
}
