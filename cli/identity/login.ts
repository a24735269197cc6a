import { createHash, randomBytes } from 'node:crypto';
import { createServer } from 'node:http';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { hostname } from 'node:os';
import { createInterface } from 'node:readline/promises';
import { askServer } from '../calls/index.ts';
import {
  CommandError,
  EXIT,
  contextOf,
  contextsFile,
  createTerminal,
  dropContext,
  keepContext,
  openInBrowser,
} from '../terminal/index.ts';
import type { ServerAnswer } from '../calls/index.ts';
import type { Terminal } from '../terminal/index.ts';

/** The server to sign in to, and the environment that locates the stored token. */
export interface SignInSurroundings {
  readonly server: string;
  /** Token from `TRIPLINE_TOKEN`. When absent, the stored token is used. */
  readonly givenToken?: string;
  readonly environment: Readonly<Record<string, string | undefined>>;
}

/** Options of the commands for signing in, with the server and the environment. */
export interface SignInOptions extends SignInSurroundings {
  readonly json?: boolean;
  /** Whether to read an existing token instead of opening a browser (`--token`). */
  readonly token?: boolean;
  /** Shows the URL of the sign-in to the person. When absent, the browser is opened. */
  readonly open?: (url: string) => Promise<void>;
}

/** Milliseconds that a person may take in the browser. */
const LOGIN_WITHIN_MS = 5 * 60_000;

/** Signs the command line in, by a browser or with an existing token. */
export async function login(options: SignInOptions): Promise<number> {
  const terminal = createTerminal();
  const { server, environment, json } = options;
  const guide = json ? createTerminal(process.stderr) : terminal;
  const context = options.token ? { token: await readGivenToken() } : await byBrowser(options, guide);
  const me = await whoIs(server, context.token);
  const file = contextsFile(environment);
  keepContext(file, server, context);
  if (json) {
    terminal.json({ server, ...me.answer, kept_in: file });
    return EXIT.ok;
  }
  terminal.line(`Signed in to ${server} as ${me.name} (${fleetsOf(me)}).`);
  terminal.line(terminal.colors.dim(`The token is kept in ${file}. tripline logout removes it.`));
  return EXIT.ok;
}

/** Prints the person as whom the command line is signed in, and the person's fleets and roles. */
export async function whoami(options: SignInOptions): Promise<number> {
  const terminal = createTerminal();
  const { server } = options;
  const me = await whoIs(server, tokenOf(options));
  if (options.json) terminal.json(me.answer);
  else terminal.line(`${me.name} at ${server}: ${fleetsOf(me)}`);
  return EXIT.ok;
}

/** Removes the server's stored token. If `login` created the token, also deletes it at the server. */
export async function logout({ server, environment, json }: SignInOptions): Promise<number> {
  const terminal = createTerminal();
  const done = (wasSignedIn: boolean, isTokenDeleted: boolean, words: string): number => {
    if (json) terminal.json({ server, was_signed_in: wasSignedIn, token_deleted: isTokenDeleted });
    else terminal.line(words);
    return EXIT.ok;
  };
  const file = contextsFile(environment);
  const context = contextOf(file, server);
  if (!context) return done(false, false, `Not signed in to ${server}.`);
  const { tokenId, token } = context;
  dropContext(file, server);
  if (tokenId === undefined)
    return done(true, false, `Signed out of ${server} on this machine. The token itself stays valid.`);
  const path = `/api/v1/me/tokens/${encodeURIComponent(tokenId)}`;
  const { status } = await askServer(server, { method: 'DELETE', path, token });
  // With 401 or 404, the server does not know the person or the token, so there is nothing to delete.
  if (![204, 401, 404].includes(status))
    throw new CommandError(
      `The token is removed here, but ${server} did not delete it (${status}): delete it in the console.`,
    );
  return done(true, true, `Signed out of ${server}. The token is deleted.`);
}

/** The owner of a token, as the server returns it. */
interface Me {
  readonly name: string;
  readonly fleets: readonly { readonly id: string; readonly role: string }[];
  readonly answer: ServerAnswer['json'];
}

async function whoIs(server: string, token: string): Promise<Me> {
  const { status, json } = await askServer(server, { method: 'GET', path: '/api/v1/me', token });
  if (status === 401)
    throw new CommandError(`${server} does not know this token: run tripline login.`, EXIT.couldNotRun, {
      code: 'unauthenticated',
    });
  if (status !== 200) throw new CommandError(problemWords(server, { status, json }));
  const { name, fleets } = json as { readonly name: string; readonly fleets: Me['fleets'] };
  return { name, fleets, answer: json };
}

function fleetsOf({ fleets }: Me): string {
  return fleets.map(({ id, role }) => `${role} of fleet ${id}`).join(', ');
}

function tokenOf({ givenToken, environment, server }: SignInOptions): string {
  const token = givenToken ?? contextOf(contextsFile(environment), server)?.token;
  if (token !== undefined) return token;
  throw new CommandError(
    `Not signed in to ${server}: run tripline login, or set TRIPLINE_TOKEN.`,
    EXIT.couldNotRun,
    { code: 'unauthenticated' },
  );
}

function problemWords(server: string, { status, json }: ServerAnswer): string {
  const detail = json['detail'];
  return `${server} answered ${status}${typeof detail === 'string' ? `: ${detail}` : ''}`;
}

/**
 * Reads a token from the standard input, and prompts on a terminal. The token is not an argument, because
 * other users could see a program's arguments.
 */
async function readGivenToken(): Promise<string> {
  const lines = createInterface({ input: process.stdin, output: process.stderr });
  try {
    if (process.stdin.isTTY) return (await lines.question('Token: ')).trim();
    for await (const line of lines) if (line.trim() !== '') return line.trim();
    throw new CommandError('No token: write it to the standard input.');
  } finally {
    lines.close();
  }
}

interface MadeToken {
  readonly token: string;
  readonly tokenId: string;
  readonly fleet: string;
}

/**
 * Signs in through a browser as in RFC 8252. The browser brings a code to an address of this machine. Only
 * this process has the verifier that the code needs.
 */
async function byBrowser(options: SignInOptions, terminal: Terminal): Promise<MadeToken> {
  const { server, open = openInBrowser } = options;
  const [verifier, state] = [randomBytes(32), randomBytes(16)].map((bytes) => bytes.toString('base64url'));
  const listener = createServer();
  await new Promise<void>((listening) => listener.listen(0, '127.0.0.1', listening));
  try {
    const redirectUri = `http://127.0.0.1:${(listener.address() as AddressInfo).port}/callback`;
    const query = new URLSearchParams({
      redirect_uri: redirectUri,
      code_challenge: createHash('sha256').update(verifier!).digest('base64url'),
      state: state!,
      name: hostname(),
    });
    const url = `${server}/cli-login?${query.toString()}`;
    terminal.line(`Continue in the browser: ${url}`);
    const code = codeFrom(listener, state!);
    await open(url).catch((error: unknown) => terminal.line((error as Error).message));
    const body = { code: await code, code_verifier: verifier };
    const answer = await askServer(server, { method: 'POST', path: '/cli-login/token', body });
    if (answer.status !== 200) throw new CommandError(problemWords(server, answer));
    const { token, id, fleet } = answer.json as { token: string; id: string; fleet: string };
    return { token, tokenId: id, fleet };
  } finally {
    listener.close();
    listener.closeAllConnections();
  }
}

/** Returns the code that the browser brings back to the listener. A request with another `state` is refused. */
function codeFrom(listener: Server, state: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const late = (): void => reject(new CommandError('Nobody signed in within five minutes: run it again.'));
    const timer = setTimeout(late, LOGIN_WITHIN_MS);
    listener.on('request', (request, response) => {
      const { pathname, searchParams } = new URL(request.url ?? '/', 'http://127.0.0.1');
      response.setHeader('content-type', 'text/plain; charset=utf-8').setHeader('connection', 'close');
      if (pathname !== '/callback' || searchParams.get('state') !== state)
        return void response.writeHead(404).end('There is nothing here.\n');
      clearTimeout(timer);
      const code = searchParams.get('code');
      response.end(code === null ? 'Not signed in.\n' : 'Signed in. You can close this page.\n', () => {
        if (code === null) reject(new CommandError('It was denied in the browser: nothing was changed.'));
        else resolve(code);
      });
    });
  });
}
