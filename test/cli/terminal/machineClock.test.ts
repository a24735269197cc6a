import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const folder = join(import.meta.dirname, '../../../cli');
/** Calls that show a time on the clock of the machine, or in a zone that they do not name. */
const MACHINE_CLOCK =
  /\.(?:toTimeString|toDateString|toLocaleTimeString|toLocaleDateString|get(?:Hours|Minutes|Date|Day|Month|FullYear))\(/;

it('no command reads the clock of the machine’s own zone: people read the fleet’s', () => {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.endsWith('.ts'),
  );
  expect(files.length).toBeGreaterThan(50);
  const found = files.filter((name) => MACHINE_CLOCK.test(readFileSync(join(folder, name), 'utf8')));
  expect(found).toEqual([]);
});
