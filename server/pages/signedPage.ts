import type { Request, Response } from 'express';
import type { FleetConfig } from '../../config.ts';
import { LINK_KEY_NAME, isExpired } from '../../messages/format/index.ts';
import type { SignedLinks } from '../../messages/format/index.ts';
import { instanceKey } from '../../store/db/index.ts';
import { Problem } from '../http/index.ts';
import type { ServerDependencies } from '../http/index.ts';

/** What a signed link opens. */
export interface OpenedLink<T> {
  readonly fleet: FleetConfig;
  readonly link: T;
}

/** The links of a page, and what is said about one that opens nothing. */
interface PageLinks<T> {
  readonly links: SignedLinks<T>;
  readonly damaged: string;
  /** `damaged` when absent. */
  readonly expired?: (link: T) => string;
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
    if (!link || !fleet) throw new Problem(404, damaged);
    response.locals['fleet'] = fleet.id;
    if (isExpired(link, Math.floor(deps.now().getTime() / 1000)))
      throw new Problem(404, expired?.(link) ?? damaged);
    return { fleet, link };
  };
}

/** What the pages in e-mails say about a link that was damaged. */
export const DAMAGED_IN_EMAIL =
  'This link is damaged: parts of it may have been lost on the way. Open it from the e-mail again, or copy all of it. Nothing was changed.';
