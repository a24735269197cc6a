import type { DigestContent } from './content.ts';
import { counted, named } from './telling.ts';
import type { Telling } from './telling.ts';
import type { Block, Section } from './view.ts';

type Rule = NonNullable<DigestContent['rules']>['loudest'][number];

/** The rules that raised the most alerts, and which of them are noisy. */
export function rulesSection(telling: Telling): Section | undefined {
  const { content, words, measures, limits } = telling;
  if (content.rules === null) return undefined;
  const { loudest } = content.rules;
  const shown = loudest.slice(0, limits.rows);
  const more = loudest.length - shown.length;
  const title = words.rules.title;
  if (shown.length === 0) return { id: 'rules', title, blocks: [{ kind: 'text', text: words.rules.none }] };
  const blocks: Block[] = [
    {
      kind: 'table',
      caption: title,
      columns: [
        { text: words.rules.rule, isNumber: false },
        { text: words.rules.alerts, isNumber: true },
        { text: words.rules.before, isNumber: true },
      ],
      rows: shown.map((rule) => ({
        cells: [
          {
            text: named(rule.name || rule.id, telling),
            ...(rule.isNoisy ? ({ symbol: '◆', tone: 'warning' } as const) : {}),
          },
          { text: measures.count(rule.alerts) },
          { text: measures.count(rule.before) },
        ],
        ...(rule.isNoisy ? { note: noisyWords(rule, telling) } : {}),
      })),
      ...(more > 0 ? { more: words.more.rows(counted(more, telling)) } : {}),
    },
  ];
  if (shown.some(({ isNoisy }) => isNoisy)) blocks.push({ kind: 'quiet', text: words.rules.note });
  return { id: 'rules', title, blocks };
}

function noisyWords({ overBudget, falseAlarms, answered }: Rule, telling: Telling): string {
  const { words, measures } = telling;
  const why = [
    overBudget > 0 ? words.rules.overBudget(counted(overBudget, telling)) : '',
    falseAlarms > 0 ? words.rules.falseAlarms(measures.count(falseAlarms), measures.count(answered)) : '',
  ].filter(Boolean);
  return words.rules.noisy(why.length > 0 ? why.join(', ') : words.rules.noisyAnyway);
}
