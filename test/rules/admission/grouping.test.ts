import { describe, expect, it } from 'vitest';
import { planDeliveries } from '../../../rules/admission/index.ts';
import type { PublishedRule, RuleDecision, RuleOutcome } from '../../../rules/evaluation/index.ts';
import type { Json } from '../../../rules/vocabulary/index.ts';
import { published } from '../given.ts';

function decided(rule: PublishedRule, outcome: RuleOutcome = 'matched'): RuleDecision {
  const { name, severity, mode } = rule.rule;
  return {
    rule: rule.id,
    version: rule.version,
    name,
    severity,
    mode,
    outcome,
    reason: outcome,
  };
}

function lines(rules: readonly PublishedRule[], decisions: readonly RuleDecision[]): readonly string[] {
  return planDeliveries(rules, decisions).map(
    ({ rule, version, action, receiver, actionIndex }) =>
      `${rule}@${version} ${actionIndex} ${action} ${receiver}`,
  );
}

const ACTIONS: Json[] = [
  { type: 'delete_trip' },
  { type: 'slack', channel: '#fleet-safety' },
  { type: 'email', to: ['a@example.com', 'b@example.com'] },
  { type: 'webhook', url: 'https://hooks.example.com/x' },
];

describe('deliveries', () => {
  it('are one a receiver, in the order of rules and actions, deletions last', () => {
    const rules = [
      published({ id: 'first', actions: ACTIONS }, 4),
      published({ id: 'second', actions: ACTIONS.slice(0, 2) }),
    ];
    expect(
      lines(
        rules,
        rules.map((rule) => decided(rule)),
      ),
    ).toEqual([
      'first@4 1 slack #fleet-safety',
      'first@4 2 email a@example.com',
      'first@4 2 email b@example.com',
      'first@4 3 webhook https://hooks.example.com/x',
      'second@1 1 slack #fleet-safety',
      'first@4 0 delete_trip trip',
      'second@1 0 delete_trip trip',
    ]);
  });

  it.each<RuleOutcome>(['not_matched', 'unknown', 'failed', 'out_of_scope'])(
    'are none when %s',
    (outcome) => {
      const rule = published({ actions: ACTIONS });
      expect(lines([rule], [decided(rule, outcome)])).toEqual([]);
    },
  );

  it.each(['shadow', 'off'])('are none in mode %s', (mode) => {
    const rule = published({ actions: ACTIONS, mode });
    expect(lines([rule], [decided(rule)])).toEqual([]);
  });

  it('are of the very version that matched', () => {
    expect(lines([published({}, 2)], [decided(published({}, 1))])).toEqual([]);
  });
});
