/** Exit codes of the command: all well, problems found, could not run. */
import { Option } from 'commander';
import type { Command } from 'commander';

/** Exit codes of the command: all well, problems found, could not run. */
export const EXIT = { ok: 0, problems: 1, couldNotRun: 2 } as const;

/** Thrown by a command that cannot run; its message says what happened, where, and what to do. */
export class CommandError extends Error {
  readonly exitCode: number;
  constructor(message: string, exitCode: number = EXIT.couldNotRun) {
    super(message);
    this.name = 'CommandError';
    this.exitCode = exitCode;
  }
}

let signedInFleet: string | undefined;

/** The fleet that the stored token opens, for commands that name none. */
export function useFleet(fleet: string | undefined): void {
  signedInFleet = fleet;
}

/** `--fleet`: the fleet of `FLEET_ID` when absent, else that of the stored token. */
export function fleetOption(): Option {
  return new Option('--fleet <id>', 'the fleet').default(
    process.env['FLEET_ID'] ?? signedInFleet ?? 'default',
  );
}

/** What nearly every command about a fleet takes: `--fleet`, `--utc` and `--json`. */
export function withFleet(command: Command): Command {
  return command.addOption(fleetOption()).addOption(utcOption()).option('--json', 'print JSON');
}

/** `--utc`: what the fleet's clock is replaced by; see `clockOf`. */
export function utcOption(): Option {
  return new Option('--utc', 'read and print times in UTC, not on the fleet’s clock');
}

/** Collects the values of an option that may be repeated. */
export function several(value: string, before: readonly string[] = []): readonly string[] {
  return [...before, value];
}
