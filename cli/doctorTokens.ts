import type { FleetConfig } from '../config.ts';
import type { Check } from './doctorCheck.ts';

/**
 * What the tokens that are limited to groups may see, by name; never the token itself.
 * @param known the fleet's groups, as the service lists them
 */
export function checkGroupTokens(
  { id, apiTokens }: Pick<FleetConfig, 'id' | 'apiTokens'>,
  known: readonly string[],
): readonly Check[] {
  return apiTokens.flatMap(({ name, groups }): Check[] => {
    if (groups === undefined) return [];
    const unknown = groups.filter((group) => !known.includes(group));
    const of = `fleet ${id}: the token "${name}"`;
    return unknown.length === 0
      ? [{ name: 'API token', result: 'ok', message: `${of} sees only ${groups.join(', ')}` }]
      : [
          {
            name: 'API token',
            result: 'warn',
            message: `${of} is limited to groups that the service does not list: ${unknown.join(', ')}. Is that how they are spelt?`,
          },
        ];
  });
}
