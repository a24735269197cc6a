import { Option } from 'commander';
import type { Command } from 'commander';

/** `--fleet`: the fleet of `FLEET_ID` when absent. */
export function fleetOption(): Option {
  return new Option('--fleet <id>', 'the fleet').default(process.env['FLEET_ID'] ?? 'default');
}

/** What nearly every command about a fleet takes: `--fleet` and `--json`. */
export function withFleet(command: Command): Command {
  return command.addOption(fleetOption()).option('--json', 'print JSON');
}

/** Collects the values of an option that may be given several times. */
export function several(value: string, before: readonly string[] = []): readonly string[] {
  return [...before, value];
}
