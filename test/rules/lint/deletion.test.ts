import { expect, it } from 'vitest';
import type { Rule } from '../../../rules/documents/index.ts';
import { deletionAsks } from '../../../rules/lint/index.ts';

const night = { from: '22:00', to: '06:00', timezone: 'UTC' };
const at = new Date('2026-03-10T23:00:00Z');
const remove = { type: 'delete_trip', approval: 'required', max_per_day: 10, max_share: 0.05 } as const;
const email = { type: 'email', to: ['ann@example.com', 'bob@example.com'], quiet_hours: night } as const;
const webhook = { type: 'webhook', url: 'https://hooks.example.com/x' } as const;

function asked(actions: readonly object[], action: object = remove, severity = 'info') {
  const rule = { id: 'r', severity, actions: [...actions, action] } as unknown as Rule;
  return deletionAsks(rule, { expires_after: '14d', ...remove, ...action }, { at: at }).asks;
}

it('asks in Slack alone where there is a Slack to ask', () => {
  const slack = { type: 'slack', channel: '#fleet' };
  expect(asked([email, slack, webhook])).toEqual([{ action: 'slack', receiver: '#fleet' }]);
  expect(asked([email], { ...remove, ask: '#cleaning' })).toEqual([
    { action: 'slack', receiver: '#cleaning' },
  ]);
});

it('notifies the e-mail and webhook receivers of a rule without Slack, after their quiet hours', () => {
  const releaseAt = new Date('2026-03-11T06:00:00Z');
  expect(asked([email, webhook, { ...email, to: ['bob@example.com'] }])).toEqual([
    { action: 'email', receiver: 'ann@example.com', releaseAt },
    { action: 'email', receiver: 'bob@example.com', releaseAt },
    { action: 'webhook', receiver: 'https://hooks.example.com/x' },
  ]);
  expect(asked([email], remove, 'critical')[0]).not.toHaveProperty('releaseAt');
  expect(asked([])).toEqual([]);
});

it('asks nobody one by one where summaries ask, unless the rule asks someone else or had to stop', () => {
  const batched = { type: 'slack', channel: '#fleet', batch: { every: '8h' } };
  expect(asked([batched])).toEqual([]);
  expect(asked([batched, email])).toEqual([]);
  const slack = [{ action: 'slack', receiver: '#fleet' }];
  expect(asked([batched], { ...remove, ask: '#fleet' })).toEqual(slack);
  expect(asked([batched], { ...remove, approval: 'auto' })).toEqual(slack);
  expect(asked([batched], remove, 'critical')).toEqual(slack);
});
