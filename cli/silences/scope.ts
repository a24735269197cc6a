import type { Answer } from '../../api/index.ts';
import { oneLine } from '../../messages/format/index.ts';
import { driverOf } from '../terminal/index.ts';

type Scope = Pick<Answer<'silences/{id}'>, 'rules' | 'drivers' | 'driver_names' | 'groups'>;

/**
 * Describes the alerts that a silence stops: `alerts of the rule a or b about the driver Ann Becker (d-5)`.
 * An alert must match every part.
 */
export function scopeWords({ rules, drivers: ids, driver_names: names = {}, groups }: Scope): string {
  if (!rules && !ids && !groups) return 'every alert of the whole fleet, except those of critical rules';
  const drivers = ids?.map((id) => driverOf({ driver_id: id, driver_name: names[id] }));
  const parts = [
    ...(rules ? [`of ${choice('the rule', rules)}`] : []),
    ...(drivers ? [`about ${choice('the driver', drivers)}`] : []),
    ...(groups ? [`${drivers ? 'while in' : 'about drivers of'} ${choice('the group', groups)}`] : []),
  ];
  return `alerts ${parts.join(' ')}`;
}

function choice(what: string, names: readonly string[]): string {
  const shown = names.map((name) => oneLine(name, 200));
  const last = shown.pop();
  return shown.length === 0 ? `${what} ${last}` : `${what} ${shown.join(', ')} or ${last}`;
}
