import type { DigestContent } from './content.ts';
import { cellText, changeOf, counted, named } from './telling.ts';
import type { Telling } from './telling.ts';
import type { Block, Cell, Section } from './view.ts';

type Deleted = NonNullable<DigestContent['deletions']>['deleted'][number];

/** The trips that were deleted as invalid, and what that did to the drivers' scores. */
export function deletionsSection(telling: Telling): Section | undefined {
  const { content, words, dates, limits, zone } = telling;
  if (content.deletions === null) return undefined;
  const { deleted, total, waiting } = content.deletions;
  const shown = deleted.slice(0, limits.rows);
  const more = Math.max(total, deleted.length) - shown.length;
  const blocks: Block[] = [
    {
      kind: 'text',
      text: total === 0 ? words.deletions.none : words.deletions.total(counted(total, telling)),
    },
  ];
  if (waiting > 0) blocks.push({ kind: 'text', text: words.deletions.waiting(counted(waiting, telling)) });
  if (shown.length > 0)
    blocks.push({
      kind: 'table',
      caption: words.deletions.title,
      columns: [
        { text: words.deletions.driver, isNumber: false },
        { text: words.deletions.deleted, isNumber: true },
        { text: words.deletions.effect, isNumber: true },
      ],
      rows: shown.map((each) => ({
        cells: [
          { text: named(each.name, telling) },
          { text: dates.moment(each.deletedAt, zone) ?? words.missing.not_known },
          effect(each, telling),
        ],
        note: `${named(each.driverId, telling)} · ${named(each.tripId, telling)} · ${words.deletions.byRule(named(each.rule, telling))}`,
      })),
      ...(more > 0 ? { more: words.more.rows(counted(more, telling)) } : {}),
    });
  return { id: 'deletions', title: words.deletions.title, blocks };
}

function effect({ scoreBefore, scoreAfter }: Deleted, { words, measures }: Telling): Cell {
  if (scoreBefore === null || scoreAfter === null) return { text: words.deletions.effectUnknown };
  const change = scoreAfter - scoreBefore;
  const told = changeOf(
    { value: scoreAfter, before: scoreBefore, change },
    { write: measures.score, better: 'neither' },
    words,
  );
  return {
    text: words.deletions.effectOf(measures.score(scoreBefore), measures.score(scoreAfter), cellText(told)),
  };
}
