import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { CommandError } from './exit.ts';

const execute = promisify(execFile);

/** Whom PostgreSQL runs as: nobody named when it is the present user, since it refuses to run as root. */
export interface PostgresUser {
  readonly uid?: number;
  readonly gid?: number;
  readonly name: string;
}

/**
 * The user PostgreSQL runs as. For root that is `postgres`, made when it is missing, or `nobody` where none can be made.
 * @throws CommandError when root has no such user to offer
 */
export async function postgresUser(log: (line: string) => void): Promise<PostgresUser> {
  if (process.getuid?.() !== 0) return { name: 'the present user' };
  const present = await findUser('postgres');
  if (present) return present;
  try {
    await execute('useradd', ['--system', '--user-group', '--no-create-home', 'postgres']);
    log('PostgreSQL does not run as root: made the system user "postgres" for it.');
  } catch {
    // No useradd here, or a read-only system.
  }
  const user = (await findUser('postgres')) ?? (await findUser('nobody'));
  if (user) return user;
  throw new CommandError(
    'PostgreSQL does not run as root, and there is no user "postgres" to run it as. Make one (useradd --system postgres), ' +
      'start Tripline as another user, or name a PostgreSQL of your own with DATABASE_URL.',
  );
}

async function findUser(name: string): Promise<PostgresUser | undefined> {
  try {
    const [uid, gid] = await Promise.all(
      ['-u', '-g'].map(async (flag) => Number.parseInt((await execute('id', [flag, name])).stdout, 10)),
    );
    return uid === undefined || gid === undefined || Number.isNaN(uid) ? undefined : { uid, gid, name };
  } catch {
    return undefined;
  }
}

/** What a finished program said. */
export interface Ran {
  readonly code: number;
  readonly output: string;
}

/**
 * Runs a program as that user, from a folder everybody may enter, and with an environment that holds no secret of ours.
 * @returns its exit code and what it said; a program that cannot be started has code 126
 */
export async function runAs(
  user: PostgresUser,
  command: readonly [string, ...string[]],
  input = '',
): Promise<Ran> {
  const [program, ...args] = command;
  const { uid, gid } = user;
  const identity = uid === undefined || gid === undefined ? {} : { uid, gid };
  const environment = { PATH: process.env['PATH'] ?? '', LC_ALL: 'C', TZ: 'UTC' };
  return new Promise((resolve) => {
    const child = execFile(
      program,
      args,
      { ...identity, cwd: '/', env: environment, maxBuffer: 10_000_000 },
      (error, stdout, stderr) => {
        const code = error === null ? 0 : typeof error.code === 'number' ? error.code : 126;
        resolve({ code, output: `${stdout}${stderr}`.trim() || (error?.message ?? '') });
      },
    );
    // A program that ends without reading is judged by its exit code.
    child.stdin?.on('error', () => undefined);
    child.stdin?.end(input);
  });
}

/** Whether the user can enter the folder and write in it: every folder above has to let it through. */
export async function canUse(user: PostgresUser, folder: string): Promise<boolean> {
  const { code } = await runAs(user, ['/bin/sh', '-c', 'cd "$0" && test -w .', folder]);
  return code === 0;
}
