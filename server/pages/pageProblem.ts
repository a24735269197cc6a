import { textsOf, worded } from '../../messages/language/index.ts';
import type { Language, TextKey, TextValues } from '../../messages/language/index.ts';
import { settingsFrom } from '../../rules/drivers/index.ts';
import { isDatabaseUnavailable } from '../../store/db/index.ts';
import type { Db } from '../../store/db/index.ts';
import { publishedSettings } from '../../store/drivers/index.ts';
import { Problem, notNow } from '../http/index.ts';
import type { ServerDependencies } from '../http/index.ts';

/** The text of a page that is shown instead of the requested page. */
export interface PageWords {
  readonly key: TextKey;
  readonly values?: TextValues;
}

type Status = 400 | 404 | 413 | 503;

/** The language of each fleet when it was last read. Pages about an outage of the database use it. */
const lastRead = new Map<string, Language>();

async function languageOf(db: Db, fleetId: string): Promise<Language> {
  try {
    const { language } = settingsFrom(await publishedSettings(db, fleetId));
    lastRead.set(fleetId, language);
    return language;
  } catch (error) {
    if (!isDatabaseUnavailable(error)) throw error;
    return lastRead.get(fleetId) ?? 'en';
  }
}

/**
 * Creates a problem whose page is in the language of the link's fleet. A program receives it in the language that its request
 * prefers.
 */
export async function pageProblem(
  { database: { db } }: ServerDependencies,
  { fleetId, status, key, values }: PageWords & { readonly fleetId: string; readonly status: Status },
): Promise<Problem> {
  const language = await languageOf(db, fleetId);
  const say = textsOf(language);
  const shown = { language, title: say(`pages.problem${status}`), detail: say(key, values) };
  const words = worded(key, values);
  if (status === 503) return notNow(words, {}, shown);
  return new Problem(status, words, { shown });
}

/**
 * Waits for `work`. If the database is unavailable, throws a problem whose text states that the person's answer was not stored.
 */
export async function kept<T>(
  deps: ServerDependencies,
  work: Promise<T>,
  { fleetId, key }: { readonly fleetId: string | undefined; readonly key: TextKey },
): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (!isDatabaseUnavailable(error)) throw error;
    if (fleetId === undefined) throw notNow(worded(key));
    throw await pageProblem(deps, { fleetId, status: 503, key });
  }
}
