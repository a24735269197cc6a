import * as z from 'zod';
import { rivalsOf } from '../../rules/backtest/rivals.ts';
import type { BacktestQuestion } from '../../rules/backtest/question.ts';
import type { PublishedRule } from '../../rules/compile.ts';
import { parseRule } from '../../rules/schema.ts';
import type { Rule } from '../../rules/schema.ts';
import type { Db } from '../../store/database.ts';
import { getDocument, getVersion, publishedOfKinds } from '../../store/documentReads.ts';
import { Problem } from '../problem.ts';
import { anyRule } from './decision.ts';
import {
  conditionsOf,
  countingConditions,
  givenConditions,
  neededConditions,
  readGiven,
} from './givenConditions.ts';
import type { ConditionsAsked } from './givenConditions.ts';
import { refused, storableText } from './input.ts';

/** Longest range, in days: a year and a day. */
const LONGEST_RANGE_DAYS = 366;
const DAY_MS = 86_400_000;

const date = z.iso.date().meta({ example: '2026-03-01' });

/** What `POST backtests` takes. */
export const backtestBody = z
  .strictObject({
    rule: anyRule.optional(),
    rule_id: storableText(63).optional().meta({ description: 'Instead: a stored rule.' }),
    version: z
      .union([z.int().min(1).max(2_147_483_647), z.literal('draft')])
      .optional()
      .meta({
        description:
          'Of a stored rule: a published version, or `draft`. Without it the draft when there is one, otherwise the version that counts.',
      }),
    conditions: givenConditions,
    from: date.meta({ description: 'First day, on the fleet’s calendar.' }),
    to: date.meta({ description: 'Last day, included.' }),
  })
  .refine(({ rule, rule_id: ruleId }) => (rule === undefined) !== (ruleId === undefined), {
    message: 'give either `rule` or `rule_id`',
    path: ['rule'],
  })
  .refine(({ rule, version }) => rule === undefined || version === undefined, {
    message: 'goes with `rule_id` only',
    path: ['version'],
  })
  .refine(({ from, to }) => from <= to, { message: 'lies before `from`', path: ['to'] })
  .refine(({ from, to }) => (Date.parse(to) - Date.parse(from)) / DAY_MS < LONGEST_RANGE_DAYS, {
    message: `is more than ${LONGEST_RANGE_DAYS} days after \`from\``,
    path: ['to'],
  });

type Asked = z.output<typeof backtestBody>;

/**
 * The question as it is kept: the rule with the conditions it is tried with, its published version and the rules around it
 * as they stand now.
 * @throws Problem 404 for an unknown rule or version, 422 for a rule or a condition that is refused
 */
export async function backtestQuestion(
  db: Db,
  asked: Asked,
  fleet: { readonly id: string; readonly timezone: string },
): Promise<BacktestQuestion> {
  const documents = await publishedOfKinds(db, { fleetId: fleet.id, kinds: ['rule', 'condition'] });
  const live = documents
    .filter(({ kind }) => kind === 'rule')
    .map(({ id, version, body }) => ({ id, version, rule: body as unknown as Rule }));
  const conditions = countingConditions(documents);
  const shared = readGiven(asked.conditions, conditions);
  const tested = triedWith(shared, await testedRule(db, { fleetId: fleet.id, asked, shared }));
  const published = live.find(({ id, version }) => id === tested.id && version !== tested.version);
  return {
    tested,
    ...(published && { published }),
    rivals: rivalsOf(published ? [tested, published] : [tested], live),
    ...(conditions.length > 0 && { conditions }),
    from: asked.from,
    to: asked.to,
    timezone: fleet.timezone,
  };
}

/** The rule with what of the given conditions it needs: it is then what nobody has published, whatever its version was. */
function triedWith(shared: ConditionsAsked, tested: PublishedRule): PublishedRule {
  const conditions = neededConditions(tested.rule, shared).filter((each) => shared.given.includes(each));
  return conditions.length === 0 ? tested : { ...tested, version: 0, conditions };
}

async function testedRule(
  db: Db,
  args: { readonly fleetId: string; readonly asked: Asked; readonly shared: ConditionsAsked },
): Promise<PublishedRule> {
  const { fleetId, asked, shared } = args;
  const accepted = (body: unknown, version: number): PublishedRule => acceptedRule(body, version, shared);
  const { rule_id: id, version } = asked;
  if (id === undefined) return accepted(asked.rule, 0);
  const found = await getDocument(db, { fleetId, kind: 'rule', id });
  if (!found) throw new Problem(404, 'There is no rule with this id.');
  if (typeof version === 'number') {
    const old = await getVersion(db, { fleetId, kind: 'rule', id, version });
    if (!old) throw new Problem(404, `Rule "${id}" has no version ${version}.`);
    return accepted(old.body, version);
  }
  if (found.draft) return accepted(found.draft, 0);
  if (version === 'draft') throw new Problem(404, `Rule "${id}" has no draft.`);
  if (found.published) return accepted(found.published, found.publishedVersion ?? 0);
  throw new Problem(404, `Rule "${id}" has neither a draft nor a version that counts.`);
}

function acceptedRule(body: unknown, version: number, shared: ConditionsAsked): PublishedRule {
  const read = parseRule(body, { conditions: conditionsOf(shared) });
  if (read.ok) return { id: read.document.id, version, rule: read.document };
  throw refused(
    'The rule is refused.',
    read.errors.map((error) => ({ ...error, pointer: `/rule${error.pointer}` })),
  );
}
