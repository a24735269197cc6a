import type { Answer } from '../../api/index.ts';
import { driverLabel, oneLine } from '../../messages/format/index.ts';
import type { Shown } from '../declaration/index.ts';

/** Prints a driver's record with the origin of each field. */
export function print(driver: Answer<'drivers/{driver_id}'>, { terminal }: Shown): void {
  const { colors } = terminal;
  const { driver_id: id, name } = driver;
  terminal.line(colors.bold(driverLabel({ id, ...(name && { name }) })));
  const origins = Object.entries(driver.origins);
  if (origins.length === 0) terminal.line('  Nothing is known beside the id.');
  // In the API, each field that has an origin is a text.
  const values = driver as unknown as Readonly<Record<string, string | undefined>>;
  for (const [field, { from, path }] of origins)
    terminal.line(
      `  ${field.replaceAll('_', ' ').padEnd(16)} ${oneLine(values[field] ?? '', 200)}  ${colors.dim(from === 'directory' ? 'directory' : `attributes ${path ?? ''}`)}`,
    );
}
