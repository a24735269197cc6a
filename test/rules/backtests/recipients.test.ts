import { expect, it } from 'vitest';
import { rivalsOf } from '../../../rules/backtests/index.ts';
import { parseRoute, parseRule } from '../../../rules/lint/index.ts';

const route = parseRoute({
  id: 'lead',
  by: 'group',
  entries: { north: { slack: '#north' } },
  default: { slack: '#fleet' },
});
if (!route.ok) throw new Error('the route is refused');

function published(id: string, channel: string) {
  const rule = parseRule({
    id,
    name: id,
    severity: 'warning',
    mode: 'live',
    actions: [{ type: 'slack', channel }],
    conditions: { all: [{ fact: 'trip.distance_km', operator: 'greaterThan', value: 1 }] },
  });
  if (!rule.ok) throw new Error(JSON.stringify(rule.errors));
  return { id, version: 1, rule: rule.document };
}

it('a rule that names a recipient of a route shares messages with one that names the route', () => {
  const tested = published('a', 'route:lead');
  const live = [
    published('entry', '#north'),
    published('same', 'route:lead'),
    published('other', '#elsewhere'),
    published('fallback', '#fleet'),
  ];
  const ids = (of: ReturnType<typeof rivalsOf>) => of.map(({ id, because }) => `${id} ${because}`);
  expect(ids(rivalsOf([tested], live, [route.document]))).toEqual([
    'entry shares_receiver',
    'same shares_receiver',
    'fallback shares_receiver',
  ]);
  expect(ids(rivalsOf([tested], live))).toEqual(['same shares_receiver']);
});
