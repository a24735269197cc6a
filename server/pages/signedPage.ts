import type { Request, Response } from 'express';
import type { FleetConfig } from '../../config.ts';
import { LINK_KEY_NAME, isExpired } from '../../messages/format/index.ts';
import type { SignedLinks } from '../../messages/format/index.ts';
import { worded } from '../../messages/language/index.ts';
import type { TextKey } from '../../messages/language/index.ts';
import { instanceKey } from '../../store/db/index.ts';
import { Problem, readBody } from '../http/index.ts';
import type { AnswerDoc, Route, ServerDependencies } from '../http/index.ts';
import { pageProblem } from './pageProblem.ts';
import type { PageWords } from './pageProblem.ts';
import type * as z from 'zod';

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

/** Fields that the routes of all pages share. */
const OF_PAGES = { tag: 'Pages', security: 'none' } as const;

/** The answers of a page. @param missing says what a 404 means */
function answersOf(missing: string): Readonly<Record<200 | 404 | 503, AnswerDoc>> {
  return {
    200: { description: 'The page.', type: 'text/html' },
    404: { description: missing },
    503: { description: 'The database is unavailable.' },
  };
}

type Described = 'path' | 'id' | 'summary' | 'handle';

/** Returns the route that shows a page behind a signed link. @param page.missing says what a 404 means */
export function pageRoute({
  missing,
  ...page
}: Pick<Route, Described | 'description'> & { readonly missing: string }): Route {
  return { method: 'get', ...OF_PAGES, ...page, answers: answersOf(missing) };
}

/** A page's form: its fields, how large it may be, and what is said where it cannot be read. */
export interface PageForm<Schema extends z.ZodType> {
  readonly schema: Schema;
  readonly largestBytes: number;
  readonly isRequired: boolean;
  readonly example: object;
  readonly missing: string;
  /** Says what a 400 means. */
  readonly wrong: string;
  readonly wrongKey: (values: Readonly<Record<string, string>>) => TextKey;
}

/** Returns the route that takes a page's form. */
export function formRoute<Schema extends z.ZodType>(
  form: PageForm<Schema>,
  page: Pick<Route, Described>,
): Route {
  const { schema, largestBytes, isRequired: required, example, missing, wrong } = form;
  return {
    method: 'post',
    ...OF_PAGES,
    ...page,
    body: { required, type: 'application/x-www-form-urlencoded', schema, example },
    answers: {
      ...answersOf(missing),
      400: { description: wrong },
      413: { description: `Larger than ${largestBytes} bytes.` },
    },
  };
}

/** Reads a page's form. @throws Problem 400 or 413 as a page in the fleet's language */
export async function readForm<Schema extends z.ZodType>(
  { schema, largestBytes, wrongKey }: PageForm<Schema>,
  { request, response }: { readonly request: Request; readonly response: Response },
  { deps, fleetId }: { readonly deps: ServerDependencies; readonly fleetId: string },
): Promise<z.output<Schema>> {
  const problem = (status: 400 | 413, words: PageWords): Promise<Problem> =>
    pageProblem(deps, { fleetId, status, ...words });
  const body = await readBody(request, response, largestBytes);
  if (body.kind === 'too_large')
    throw await problem(413, { key: 'pages.formTooLarge', values: { bytes: largestBytes } });
  if (body.kind !== 'read') throw await problem(400, { key: 'pages.formLost' });
  const values = Object.fromEntries(new URLSearchParams(body.bytes.toString('utf8')));
  const parsed = schema.safeParse(values);
  if (parsed.success) return parsed.data;
  throw await problem(400, { key: wrongKey(values) });
}
