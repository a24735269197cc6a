import { readFileSync } from 'node:fs';
import { CommanderError } from 'commander';
import type { Command } from 'commander';
import type { SignInSurroundings } from './identity/index.ts';
import { declareProgram } from './program/index.ts';

/**
 * Runs the `tripline` command. A command's modules are loaded only when it runs, so that version, help and
 * completion are fast.
 * @param argv as in `process.argv`
 * @returns 0: success; 1: problems found; 2: could not run
 */
export async function main(argv: readonly string[]): Promise<number> {
  for (const stream of [process.stdout, process.stderr]) endWithReader(stream);
  let exitCode = 0;
  let signedIn: SignInSurroundings | undefined;
  const isJson = wantsJson(argv);
  let said = '';
  const program = declareProgram({
    version: readVersion(),
    finish: (code) => (exitCode = code),
    prepare: async (command) => {
      signedIn = await prepare(command);
    },
    signedIn: () => signedIn!,
    ...(isJson && { output: { writeErr: (text) => (said += text) } }),
  });
  try {
    await program.parseAsync([...argv]);
    return exitCode;
  } catch (error) {
    if (error instanceof CommanderError && error.exitCode === 0) return 0;
    const { reportError, reportUsage } = await import('./terminal/report.ts');
    if (error instanceof CommanderError) return reportUsage(isJson ? said || error.message : undefined);
    const { ConfigError } = await import('../config.ts');
    return reportError(error, { isJson, ...(error instanceof ConfigError && { mistakes: error.mistakes }) });
  }
}

/** Returns whether to report errors as JSON. It reads `argv`, because commander finds mistakes before it knows the options. */
function wantsJson(argv: readonly string[]): boolean {
  const end = argv.indexOf('--');
  return (end < 0 ? argv : argv.slice(0, end)).includes('--json');
}

/**
 * Prepares a command: reads `.env` and chooses server, token and fleet. `TRIPLINE_URL` and `TRIPLINE_TOKEN`
 * take precedence over the values that `tripline login` stored.
 * The default server is the Tripline that is configured here, at its address on this machine.
 */
async function prepare(command: Command): Promise<SignInSurroundings> {
  const { loadDotEnv, ownAddress, readToken } = await import('../config.ts');
  const { contextOf, contextsFile } = await import('./terminal/contexts.ts');
  const { useUtc } = await import('./calls/clock.ts');
  loadDotEnv(process.cwd());
  const environment = { XDG_CONFIG_HOME: process.env['XDG_CONFIG_HOME'] };
  const givenToken = readToken();
  const url = process.env['TRIPLINE_URL'] || undefined;
  const context = givenToken === undefined ? contextOf(contextsFile(environment), url) : undefined;
  process.env['TRIPLINE_URL'] = url ?? context?.server ?? ownAddress(process.env);
  const token = givenToken ?? context?.token;
  if (token !== undefined) process.env['TRIPLINE_TOKEN'] = token;
  const { fleet, utc } = command.opts<{ fleet?: string; utc?: boolean }>();
  if (fleet === undefined && command.options.some(({ long }) => long === '--fleet'))
    command.setOptionValueWithSource(
      'fleet',
      process.env['FLEET_ID'] ?? context?.fleet ?? 'default',
      'default',
    );
  useUtc(utc === true);
  const server = process.env['TRIPLINE_URL'].replace(/\/+$/, '');
  return { server, environment, ...(givenToken !== undefined && { givenToken }) };
}

function readVersion(): string {
  for (const path of ['../package.json', '../../package.json']) {
    try {
      return (JSON.parse(readFileSync(new URL(path, import.meta.url), 'utf8')) as { version: string })
        .version;
    } catch {
      // In a build, the command's file is one folder deeper.
    }
  }
  return 'unknown';
}

/** Streams that have a listener already, so that several commands in this process add only one. */
const watched = new WeakSet<NodeJS.WriteStream>();

/**
 * Ends the command when the reader of its output is gone, as in `tripline … | head`. A command that handles
 * stop requests receives one. Any other command exits.
 */
function endWithReader(stream: NodeJS.WriteStream): void {
  if (watched.has(stream)) return;
  watched.add(stream);
  let isOver = false;
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error;
    if (isOver) return;
    isOver = true;
    void import('./terminal/wait.ts').then(({ stopWithoutReader }) => {
      if (!stopWithoutReader()) process.exit();
    });
  });
}
