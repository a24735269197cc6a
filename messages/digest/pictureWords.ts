import { DIGEST_RATINGS } from './content.ts';
import type { DigestScores } from './content.ts';
import { figureWords, named } from './telling.ts';
import type { Telling } from './telling.ts';

/** Groups that are told in a picture's text. */
const GROUPS_TOLD = 6;

/** The line of scores in words, for those who do not see it. */
export function lineAltText(scores: DigestScores, telling: Telling): string {
  const { content, words, measures, dates } = telling;
  const said = (score: number | null): string =>
    score === null ? words.missing.not_known : measures.score(score);
  const points = scores.line.map(({ to, score }) => `${dates.short(to)} ${said(score)}`).join(', ');
  const who = lineName(scores, telling);
  const groups = (content.byGroup ?? [])
    .slice(0, GROUPS_TOLD)
    .map(({ group, line }) => `${named(group ?? '', telling)} ${said(line.at(-1)?.score ?? null)}`);
  const of = groups.length > 0 ? words.scores.lineAltGroups(groups.join(', ')) : '';
  return words.scores.lineAlt({ who, points }) + of;
}

/** Whose line the thick one is. */
export function lineName(scores: DigestScores, telling: Telling): string {
  const { content, words } = telling;
  if (scores.group !== null) return named(scores.group, telling);
  return content.groups === null ? words.scores.fleet : words.scores.together;
}

/** The four ratings in words. */
export function ratingsAltText(telling: Telling): string {
  const { content, words, measures } = telling;
  if (content.scores === null) return '';
  const { ratings } = content.scores;
  const told = DIGEST_RATINGS.map((rating) => {
    const figure = ratings[rating];
    const now = figureWords(figure, { words, write: measures.rating });
    const before = figure.before === null ? '' : ` (${words.change.was(measures.rating(figure.before))})`;
    return `${words.ratings[rating]} ${now}${before}`;
  });
  return words.scores.ratingsAlt(told.join(', '));
}
