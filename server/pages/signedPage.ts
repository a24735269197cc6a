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

/** The fleet and the content that a signed link opens. */
export interface OpenedLink<T> {
  readonly fleet: FleetConfig;
  readonly link: T;
}

/** The links of a page, and what is said about one that opens nothing. */
interface PageLinks<T> {
  readonly links: SignedLinks<T>;
  readonly damaged: TextKey;
  /** `damaged` when absent. */
  readonly expired?: (link: T) => PageWords;
}

/**
 * Prepares the pages behind signed links: they are stored nowhere, and found by no search engine.
 * @returns opens a request's link, its part `signed`; it throws Problem 404 for one that opens nothing
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
    // Kept once it was read: it never changes. A failed try is not stored.
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
