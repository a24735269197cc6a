import { DIGEST_RATINGS } from './content.ts';
import type { DigestScores } from './content.ts';
import { lineAltText, ratingsAltText } from './pictureWords.ts';
import { hasLine, hasRatings } from './pictures.ts';
import { changeOf, figureWords, named } from './telling.ts';
import type { Telling } from './telling.ts';
import type { Block, Section, TableRow } from './view.ts';

/** The fleet's score and its four ratings, with their change and the line of eight periods. */
export function scoresSection(telling: Telling): Section | undefined {
  const { content, words, measures } = telling;
  const { scores } = content;
  if (scores === null) return undefined;
  const blocks: Block[] = [
    ...line(scores, telling),
    {
      kind: 'table',
      caption: words.scores.rating,
      columns: [
        { text: words.scores.rating, isNumber: false },
        { text: words.scores.now, isNumber: true },
        { text: words.scores.change, isNumber: true },
      ],
      rows: DIGEST_RATINGS.map((rating): TableRow => {
        const figure = scores.ratings[rating];
        const ratingStyle = { write: measures.rating, better: 'up' } as const;
        return {
          cells: [
            { text: words.ratings[rating] },
            { text: figureWords(figure, { words, write: measures.rating }) },
            changeOf(figure, ratingStyle, words),
          ],
        };
      }),
    },
    { kind: 'quiet', text: words.scores.ratingsNote },
    ...(hasRatings(content)
      ? [{ kind: 'picture', id: 'ratings', alt: ratingsAltText(telling) } as const]
      : []),
  ];
  return { id: 'scores', title: words.scores.title, blocks };
}

function line(scores: DigestScores, telling: Telling): readonly Block[] {
  const { content, words } = telling;
  if (!hasLine(content)) return [{ kind: 'quiet', text: words.scores.noLine }];
  return [
    { kind: 'heading', text: words.scores.lineTitle },
    { kind: 'picture', id: 'line', alt: lineAltText(scores, telling) },
  ];
}

/** The groups side by side. */
export function groupsSection(telling: Telling): Section | undefined {
  const { content, words, measures, limits } = telling;
  const { byGroup } = content;
  if (byGroup === null || byGroup.length === 0) return undefined;
  const more = byGroup.length - limits.groups;
  const { group, score, change, drivers, distance, title } = words.groups;
  return {
    id: 'groups',
    title,
    blocks: [
      {
        kind: 'table',
        caption: title,
        columns: [
          { text: group, isNumber: false },
          { text: score, isNumber: true },
          { text: change, isNumber: true },
          { text: drivers, isNumber: true },
          { text: distance, isNumber: true },
        ],
        rows: byGroup.slice(0, limits.groups).map((each) => ({
          cells: [
            { text: named(each.group ?? words.head.wholeFleet, telling) },
            { text: figureWords(each.score, { words, write: measures.score }) },
            changeOf(each.score, { write: measures.score, better: 'up' }, words),
            { text: figureWords(each.drivers, { words, write: measures.count }) },
            { text: figureWords(each.distanceKm, { words, write: measures.distance }) },
          ],
        })),
        ...(more > 0 ? { more: words.more.rows({ count: more, said: measures.count(more) }) } : {}),
      },
    ],
  };
}
