import type { Command } from 'commander';
import type { SignInSurroundings } from '../commands/index.ts';
import type { Finish } from './options.ts';

/** `tripline login`, `whoami` and `logout`. */
export function addSignIn(program: Command, finish: Finish, surroundings: () => SignInSurroundings): void {
  program
    .command('login')
    .option('--token', 'read a token from the standard input instead of opening a browser')
    .option('--json', 'print JSON')
    .description('sign the command line in to TRIPLINE_URL, with your account in a browser')
    .action(async (options: { token?: boolean; json?: boolean }) =>
      finish(await (await import('../commands/login.ts')).login({ ...options, ...surroundings() })),
    );
  program
    .command('whoami')
    .option('--json', 'print JSON')
    .description('show who the command line is signed in as, and with which role')
    .action(async (options: { json?: boolean }) =>
      finish(await (await import('../commands/login.ts')).whoami({ ...options, ...surroundings() })),
    );
  program
    .command('logout')
    .option('--json', 'print JSON')
    .description('remove the stored token, and delete it at the server where login made it')
    .action(async (options: { json?: boolean }) =>
      finish(await (await import('../commands/login.ts')).logout({ ...options, ...surroundings() })),
    );
}
