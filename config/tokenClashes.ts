import { z } from 'zod';

const UNREADABLE = { name: '', token: '' };

/** Finds tokens that clash, whatever else is wrong with their fleets: only the fields that matter here are read. */
const looseFleets = z.object({
  fleets: z.array(
    z.object({
      id: z.string().catch('?'),
      webhookTokens: z.array(z.string().catch('')).catch([]),
      apiTokens: z
        .array(z.object({ name: z.string().catch(''), token: z.string().catch('') }).catch(UNREADABLE))
        .catch([]),
    }),
  ),
});

/** A mistake and where it is. */
interface Clash {
  readonly path: PropertyKey[];
  readonly message: string;
}

/**
 * Tokens and names that stand twice: a name within one fleet, an API token anywhere, a webhook token among the API tokens.
 * @param value fleets as described, which may be wrong in other ways
 * @returns every clash in words that hold no token
 */
export function tokenClashes(value: unknown): Clash[] {
  const parsed = looseFleets.safeParse(value);
  if (!parsed.success) return [];
  const { fleets } = parsed.data;
  const webhookTokens = new Set(fleets.flatMap((fleet) => fleet.webhookTokens).filter(Boolean));
  const owners = new Map<string, string>();
  return fleets.flatMap(({ id, apiTokens }, at) => {
    const names = new Set<string>();
    return apiTokens.flatMap(({ name, token }, index): Clash[] => {
      const path = ['fleets', at, 'apiTokens', index];
      const owner = owners.get(token);
      const clashes: (Clash | false)[] = [
        name !== '' &&
          names.has(name) && {
            path: [...path, 'name'],
            message: `has the name "${name}" of an earlier API token of this fleet: the audit could not say whose it was, so give each a name of its own`,
          },
        owner !== undefined && {
          path: [...path, 'token'],
          message: `is the same text as the API token "${owner}": each needs its own`,
        },
        webhookTokens.has(token) && {
          path: [...path, 'token'],
          message: 'is also a webhook token, which stands in an address: each needs its own',
        },
      ];
      names.add(name);
      if (token !== '') owners.set(token, `${id}/${name}`);
      return clashes.filter((each) => each !== false);
    });
  });
}
