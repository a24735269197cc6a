import type { Command } from 'commander';
import type { Finish } from '../documents/index.ts';

/** The server that the commands of signing in ask, and where they keep its token. */
export interface SignInSurroundings {
  readonly server: string;
  readonly givenToken?: string;
  readonly environment: Readonly<Record<string, string | undefined>>;
}

/** `tripline login`, `whoami` and `logout`. */
export function addSignIn(program: Command, finish: Finish, surroundings: () => SignInSurroundings): void {
  program
    .command('login')
    .option('--token', 'read a token from the standard input instead of opening a browser')
    .description('sign the command line in to TRIPLINE_URL, with your account in a browser')
    .action(async (options: { token?: boolean }) =>
      finish(await (await import('./login.ts')).login({ ...options, ...surroundings() })),
    );
  program
    .command('whoami')
    .option('--json', 'print JSON')
    .description('show who the command line is signed in as, and with which role')
    .action(async (options: { json?: boolean }) =>
      finish(await (await import('./login.ts')).whoami({ ...options, ...surroundings() })),
    );
  program
    .command('logout')
    .description('remove the stored token, and delete it at the server where login made it')
    .action(async () => finish(await (await import('./login.ts')).logout(surroundings())));
}
