/** The commands that sign the command line in and out, and show the signed-in person. */
import { command, flag } from '../declaration/index.ts';
import type { DeclaredCommand } from '../declaration/index.ts';
import type { SignInSurroundings } from './login.ts';

export type { SignInSurroundings } from './login.ts';

/**
 * Declares the commands for signing in.
 * @param surroundings returns the server and the environment; called when a command runs
 */
export function identity(surroundings: () => SignInSurroundings): readonly DeclaredCommand[] {
  return [
    command({
      name: 'login',
      about: 'sign the command line in to TRIPLINE_URL, with your account in a browser',
      options: {
        token: flag('--token', 'read a token from the standard input instead of opening a browser'),
      },
      run: async ({ given, isJson }) =>
        (await import('./login.ts')).login({ ...surroundings(), ...given, json: isJson }),
    }),
    command({
      name: 'whoami',
      about: 'show who the command line is signed in as, and with which role',
      run: async ({ isJson }) => (await import('./login.ts')).whoami({ ...surroundings(), json: isJson }),
    }),
    command({
      name: 'logout',
      about: 'remove the stored token, and delete it at the server where login made it',
      run: async ({ isJson }) => (await import('./login.ts')).logout({ ...surroundings(), json: isJson }),
    }),
  ];
}
