import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, vi } from 'vitest';
import { main } from '../../../cli/main.ts';

/** A temporary folder a test, and the command run in this process with what it printed. */
export interface CommandInTest {
  readonly folder: string;
  /** Text that the current or last run printed so far: on both streams, and on each alone. */
  readonly out: string;
  readonly stdout: string;
  readonly errors: string;
  /** Writes a file below the folder; what is no text becomes JSON. */
  put(name: string, content: unknown): Promise<void>;
  read(name: string): Promise<string>;
  /** Runs `tripline …`; `out` is what both streams were reported, `errors` what the error stream alone was. */
  run(...args: string[]): Promise<{ readonly code: number; readonly out: string; readonly errors: string }>;
  /** Runs `tripline … --json`. */
  json<T>(...args: string[]): Promise<{ readonly code: number; readonly body: T }>;
}

/** Installs the hooks; to be called at the top of a test file. */
export function useCommand(): CommandInTest {
  let folder = '';
  let out = '';
  let stdout = '';
  let errors = '';
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'tripline-files-'));
    vi.spyOn(process.stdout, 'write').mockImplementation((chunk) => {
      stdout += String(chunk);
      out += String(chunk);
      return true;
    });
    vi.spyOn(process.stderr, 'write').mockImplementation((chunk) => {
      errors += String(chunk);
      out += String(chunk);
      return true;
    });
  });
  afterEach(async () => {
    vi.restoreAllMocks();
    vi.unstubAllEnvs();
    await rm(folder, { recursive: true, force: true });
  });
  const run = async (...args: string[]): Promise<{ code: number; out: string; errors: string }> => {
    [out, stdout, errors] = ['', '', ''];
    const code = await main(['node', 'tripline', ...args]);
    return { code, out, errors };
  };
  return {
    get folder() {
      return folder;
    },
    get out() {
      return out;
    },
    get stdout() {
      return stdout;
    },
    get errors() {
      return errors;
    },
    async put(name, content) {
      await mkdir(dirname(join(folder, name)), { recursive: true });
      const text = typeof content === 'string' ? content : JSON.stringify(content, undefined, 2);
      await writeFile(join(folder, name), text);
    },
    read: (name) => readFile(join(folder, name), 'utf8'),
    run,
    async json<T>(...args: string[]) {
      const result = await run(...args, '--json');
      try {
        return { code: result.code, body: JSON.parse(stdout) as T };
      } catch {
        throw new Error(`no JSON: ${result.out}`);
      }
    },
  };
}
