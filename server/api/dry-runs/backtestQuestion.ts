import * as z from 'zod';
import { rivalsOf } from '../../../rules/backtest/index.ts';
import type { BacktestQuestion } from '../../../rules/backtest/index.ts';
import type { PublishedRule } from '../../../rules/evaluation/index.ts';
import type { Rule } from '../../../rules/lint/index.ts';
import type { Db } from '../../../store/db/index.ts';
import { publishedOfKinds } from '../../../store/documents/index.ts';
import { askedRule, askedRuleFields, checkAskedRule } from './askedRule.ts';
import { countingConditions, neededConditions, readGiven } from './givenConditions.ts';
import type { ConditionsAsked } from './givenConditions.ts';

/** Longest range, in days: a year and a day. */
const LONGEST_RANGE_DAYS = 366;
const DAY_MS = 86_400_000;

const date = z.iso.date().meta({ example: '2026-03-01' });

/** What `POST backtests` takes. */
export const backtestBody = z
  .strictObject({
    ...askedRuleFields,
    from: date.meta({ description: 'First day, on the fleet’s calendar.' }),
    to: date.meta({ description: 'Last day, included.' }),
  })
  .superRefine(checkAskedRule)
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
  const shared = await readGiven(asked.conditions, conditions);
  const tested = triedWith(shared, await askedRule(db, { fleetId: fleet.id, asked, shared }));
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
