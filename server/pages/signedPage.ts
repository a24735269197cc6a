import type { Request, Response } from 'express';
import type { FleetConfig } from '../../config.ts';
import { LINK_KEY_NAME, isExpired } from '../../messages/format/index.ts';
import type { SignedLinks } from '../../messages/format/index.ts';
import { worded } from '../../messages/language/index.ts';
import type { TextKey } from '../../messages/language/index.ts';
import { instanceKey } from '../../store/db/index.ts';
import { Problem } from '../http/index.ts';
import type { ServerDependencies } from '../http/index.ts';
import { pageProblem } from './pageProblem.ts';
import type { PageWords } from './pageProblem.ts';

/** The fleet and the content of a signed link. */
export interface OpenedLink<T> {
  readonly fleet: FleetConfig;
  readonly link: T;
}

/** The kind of links of a page, and the text for an invalid link. */
interface PageLinks<T> {
  readonly links: SignedLinks<T>;
  readonly damaged: TextKey;
  /** Returns the text for an expired link. Default: `damaged`. */
  readonly expired?: (link: T) => PageWords;
}

/**
 * Prepares a page behind signed links. Its responses are not cached and not indexed by search engines.
 * @returns a function that reads the link in the path parameter `signed`. It throws Problem 404 for an invalid link.
 */
export function linkOpener<T extends { readonly fleet: string; readonly expires?: number }>(
  deps: ServerDependencies,
  { links, damaged, expired }: PageLinks<T>,
): (request: Request, response: Response) => Promise<OpenedLink<T>> {
  let key: Promise<Uint8Array> | undefined;
  return async (request, response) => {
    response.locals['page'] = true;
    response.set('cache-control', 'no-store').set('referrer-policy', 'no-referrer');
    response.set('x-robots-tag', 'noindex, nofollow');
    // Keeps the key after the first read, because it never changes. A failed read is repeated.
    key ??= instanceKey(deps.database.db, LINK_KEY_NAME);
    key.catch(() => (key = undefined));
    const link = links.read(await key, String(request.params['signed']));
    const fleet = link && deps.config.fleets.find(({ id }) => id === link.fleet);
    if (!link || !fleet) throw new Problem(404, worded(damaged));
    response.locals['fleet'] = fleet.id;
    if (isExpired(link, Math.floor(deps.now().getTime() / 1000)))
      throw await pageProblem(deps, {
        fleetId: fleet.id,
        status: 404,
        ...(expired?.(link) ?? { key: damaged }),
      });
    return { fleet, link };
  };
}
