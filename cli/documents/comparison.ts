import type { Answer } from '../../api/index.ts';
import { oneLine } from '../../messages/format/index.ts';
import { counted } from '../backtests/index.ts';
import type { Context } from '../declaration/index.ts';
import { EXIT, dayAndTime, driverOf } from '../terminal/index.ts';
import type { Terminal } from '../terminal/index.ts';

/** Sides of a comparison, and their words. */
const SIDES = { both: 'both', only_original: 'only the original', only_copy: 'only the copy' } as const;
type Side = keyof typeof SIDES;

type Comparison = Answer<'rules/{id}/comparison'>['items'][number];

/** Compares a rule's alerts with those of its shadow copies, or a copy's with those of its original. */
export async function showComparison({
  api,
  terminal,
  given: { id },
  isJson,
  zone: clock,
}: Context<{ readonly id: string }>): Promise<number> {
  const { items } = await api.call('get', 'rules/{id}/comparison', { params: { id } });
  if (isJson) {
    terminal.json({ id, items });
    return EXIT.ok;
  }
  if (items.length === 0)
    terminal.line(`${id} has no copy: \`tripline rules draft FILE --shadow-copy\` runs one in shadow.`);
  const zone = await clock();
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
