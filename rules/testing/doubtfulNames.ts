import { hintOf, issueAt, pointerTo, sentence } from '../documents/index.ts';
import { groupsNamedIn, rulesNamedIn } from '../lint/index.ts';
import type { DocumentIssue, Rule } from '../lint/index.ts';
import { Suggestions, quoted, suggest } from '../vocabulary/index.ts';
import type { RuleTests } from './ruleTests.ts';

/**
 * Finds names in a rule's tests that are probably mistyped. The fleet's groups and drivers are unknown here, because only the
 * server knows them. Names are therefore compared with the names in the rule, and a very similar name is reported.
 * @param rules ids of the rules in the folder, and of rules that its shared conditions name
 * @returns errors about rules that do not exist, and warnings about groups and drivers that resemble a name in the rule
 */
export function doubtfulTestNames(
  { tests }: RuleTests,
  rule: Rule,
  rules: readonly string[],
): { readonly errors: DocumentIssue[]; readonly warnings: DocumentIssue[] } {
  const known = [...new Set([...rules, rule.id, ...rulesNamedIn(rule)])];
  const suggestions = new Suggestions();
  const groups = groupsNamedIn(rule);
  const drivers = [...(rule.scope?.drivers ?? []), ...(rule.scope?.exclude_drivers ?? [])];
  const errors: DocumentIssue[] = [];
  const warnings: DocumentIssue[] = [];
  for (const [index, test] of tests.entries()) {
    const at = pointerTo('/tests', index);
    for (const [place, alert] of test.rule_alerts.entries())
      if (!known.includes(alert.rule))
        errors.push(
          issueAt(
            `${at}/rule_alerts/${place}/rule`,
            sentence('noRuleInFolder', {
              name: quoted(alert.rule),
              hint: hintOf(suggestions, alert.rule, known),
            }),
            known,
          ),
        );
    const named = [
      ...(test.groups ?? []).map((name, place) => ({ name, pointer: `${at}/groups/${place}` })),
      ...Object.keys(test.group_readings).map((name) => ({
        name,
        pointer: pointerTo(`${at}/group_readings`, name),
      })),
    ];
    warnings.push(...named.flatMap((each) => resembling({ ...each, noun: 'group', known: groups })));
    const driver = { name: test.driver_id, pointer: `${at}/driver_id` };
    warnings.push(...resembling({ ...driver, noun: 'driver', known: drivers }));
  }
  return { errors, warnings };
}

/** Returns a warning if a name is very similar to a name in the rule. */
function resembling(args: {
  readonly name: string;
  readonly pointer: string;
  readonly noun: 'group' | 'driver';
  readonly known: readonly string[];
}): DocumentIssue[] {
  const { name, pointer, noun, known } = args;
  const meant = known.includes(name) ? undefined : suggest(name, known);
  // Ids that differ only in numbers are different ids, such as d-17 and d-18.
  if (meant === undefined || meant.replaceAll(/\d+/g, '#') === name.replaceAll(/\d+/g, '#')) return [];
  const hint = sentence('hint', { near: meant });
  const said =
    noun === 'group'
      ? sentence('ruleNamesNoGroup', { name: quoted(name), hint })
      : sentence('ruleNamesNoDriver', { name: quoted(name), hint });
  return [issueAt(pointer, said, known)];
}
