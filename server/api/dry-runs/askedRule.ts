import * as z from 'zod';
import type { PublishedRule } from '../../../rules/evaluation/index.ts';
import { parseRule } from '../../../rules/lint/index.ts';
import type { Db } from '../../../store/db/index.ts';
import { getDocument, getVersion } from '../../../store/documents/index.ts';
import { Problem } from '../../http/index.ts';
import { anyRule, refused, storableText } from '../http/index.ts';
import { conditionsOf, givenConditions } from './givenConditions.ts';
import type { ConditionsAsked } from './givenConditions.ts';

/** How a question names the rule it is about: given whole, or stored, with the shared conditions to try it with. */
export const askedRuleFields = {
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
};

/** A rule given whole, or a stored one. */
export interface AskedRule {
  readonly rule?: unknown;
  readonly rule_id?: string | undefined;
  readonly version?: number | 'draft' | undefined;
}

/** Checks that a question names one rule; for `superRefine`. */
export function checkAskedRule({ rule, rule_id: id, version }: AskedRule, context: z.RefinementCtx): void {
  if ((rule === undefined) === (id === undefined))
    context.addIssue({ code: 'custom', message: 'give either `rule` or `rule_id`', path: ['rule'] });
  if (rule !== undefined && version !== undefined)
    context.addIssue({ code: 'custom', message: 'goes with `rule_id` only', path: ['version'] });
}

/**
 * The rule that a question is about, its defaults filled in; version 0 is a draft, or one given whole.
 * @throws Problem 404 for an unknown rule or version, 422 for a rule that is refused
 */
export async function askedRule(
  db: Db,
  args: { readonly fleetId: string; readonly asked: AskedRule; readonly shared: ConditionsAsked },
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
