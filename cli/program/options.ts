import { Option } from 'commander';
import type { Command } from 'commander';

/** Takes the exit code of a command that ran. */
export type Finish = (code: number) => void;

/** What every command that asks the API takes. */
export interface ApiOptions {
  readonly fleet?: string;
  readonly json?: boolean;
}

/** `--fleet`. What it is when absent, `main` decides before the command runs, because that reads files. */
export function fleetOption(): Option {
  return new Option(
    '--fleet <id>',
    'the fleet (default: FLEET_ID, else that of tripline login, else default)',
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
