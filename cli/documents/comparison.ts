import { oneLine } from '../../messages/format/index.ts';
import { EXIT, clockOf, createApiClient, createTerminal, dayAndTime, driverOf } from '../terminal/index.ts';
import type { Terminal } from '../terminal/index.ts';
import { counted } from './backtestReport.ts';

interface Example {
  readonly driver_id: string;
  readonly driver_name?: string;
  readonly trip_id: string;
  readonly at: string;
}

/** Sides of a comparison, with their words. */
const SIDES = { both: 'both', only_original: 'only the original', only_copy: 'only the copy' } as const;
type Side = keyof typeof SIDES;

/** A rule and its copy as the API compares them. */
interface Comparison extends Readonly<Record<Side, number>> {
  readonly original: string;
  readonly copy: string;
  readonly version: number;
  readonly since: string;
  readonly passed: { readonly original: number; readonly copy: number };
  readonly examples: Readonly<Record<Side, readonly Example[]>>;
}

/** Compares a rule's alerts with those of its shadow copies, or a copy's with those of its original. */
export async function showComparison(
  id: string,
  options: { readonly fleet?: string; readonly json?: boolean },
): Promise<number> {
  const api = createApiClient(options.fleet ?? 'default');
  const { items } = await api.call<{ items: readonly Comparison[] }>(
    'GET',
    `rules/${encodeURIComponent(id)}/comparison`,
  );
  const terminal = createTerminal();
  if (options.json) {
    terminal.json({ id, items });
    return EXIT.ok;
  }
  if (items.length === 0)
    terminal.line(`${id} has no copy: \`tripline rules draft FILE --shadow-copy\` runs one in shadow.`);
  const zone = await clockOf(api);
  for (const each of items) print(terminal, each, zone);
  return EXIT.ok;
}

function print(terminal: Terminal, comparison: Comparison, zone: string): void {
  const { colors } = terminal;
  const { original, copy, version, since, passed } = comparison;
  terminal.line(
    `${colors.bold(copy)} ${colors.dim(`version ${version} beside ${original}, since ${dayAndTime(since, zone)} (${zone})`)}`,
  );
  for (const side of Object.keys(SIDES) as Side[]) {
    terminal.line(`  ${SIDES[side]}: ${counted(comparison[side], 'trip')}`);
    for (const trip of comparison.examples[side])
      terminal.line(
        colors.dim(`    ${dayAndTime(trip.at, zone)}  ${driverOf(trip)}, trip ${oneLine(trip.trip_id, 200)}`),
      );
  }
  terminal.line(
    `  within throttle and budget: ${counted(passed.original, 'alert')} by the original, ${passed.copy} by the copy`,
  );
}
