import { describe, expect, it } from 'vitest';
import type { EscalationPolicy, Rotation } from '../../../rules/documents/index.ts';
import { escalationPolicySchema, rotationSchema } from '../../../rules/documents/index.ts';
import { nextPage, previewChain } from '../../../rules/escalation/index.ts';

const NOON = new Date('2026-03-10T12:00:00Z');
const after = (minutes: number): Date => new Date(NOON.getTime() + minutes * 60_000);
const slack = (channel: string) => ({ type: 'slack', channel });
const policyOf = (steps: readonly object[], more: object = {}): EscalationPolicy =>
  escalationPolicySchema.parse({ id: 'p', name: 'P', steps, ...more });
const rotations = new Map<string, Rotation>([
  [
    'safety',
    rotationSchema.parse({
      id: 'safety',
      timezone: 'UTC',
      handover: { weekday: 'tue', at: '12:30' },
      starts: '2026-03-03',
      people: [
        { name: 'Ann', email: 'ann@example.com' },
        { name: 'Ben', email: 'ben@example.com' },
      ],
    }),
  ],
]);

function next(policy: EscalationPolicy, position: number, dueAt: Date | null, more: object = {}) {
  const found = nextPage(policy, {
    clock: { state: 'open', position, dueAt },
    rotations,
    late: false,
    isHurried: false,
    newestNotified: position === 0 ? undefined : position - 1,
    isNotifiedInHours: position > 0,
    ...more,
  });
  return (
    found && [found.at.toISOString(), ...found.receivers.map(({ person, receiver }) => person ?? receiver)]
  );
}

describe('the next page', () => {
  const policy = policyOf([
    { after: '0m', notify: [slack('#one')] },
    { after: '40m', notify: [{ type: 'email', to: ['rotation:safety'] }] },
  ]);

  it('is the one that is due, to whoever is on call then', () => {
    expect(next(policy, 1, after(20))).toEqual([after(20).toISOString(), 'Ann']);
    expect(next(policy, 1, after(40))).toEqual([after(40).toISOString(), 'Ben']);
  });

  it('is what the preview of the whole chain has there', () => {
    const previewed = previewChain(policy, { openedAt: NOON, late: false, rotations });
    expect(next(policy, 1, after(40))?.[0]).toBe(previewed[1]?.at.toISOString());
  });

  it('leaves out steps that notify nobody then', () => {
    const hours = { from: '00:00', to: '06:00', timezone: 'UTC' };
    const nightly = policyOf([
      { after: '0m', notify: [slack('#one')] },
      { after: '10m', notify: [slack('#night')], when: hours },
      { after: '20m', notify: [{ type: 'email', to: ['rotation:gone'] }] },
      { after: '30m', notify: [slack('#four')] },
    ]);
    expect(next(nightly, 1, after(10))).toEqual([after(20).toISOString(), '#four']);
  });

  it('is whoever is notified at the end, and nobody where the policy names nobody there', () => {
    const named = policyOf([{ after: '0m', notify: [slack('#one')] }], { unanswered: [slack('#boss')] });
    expect(next(named, 1, after(15))).toEqual([after(15).toISOString(), '#boss']);
    expect(next(policy, 2, after(55))).toBeUndefined();
    expect(next(policy, 3, null)).toBeUndefined();
  });

  it('is the same one again for who asked for help when none is left', () => {
    expect(next(policy, 3, after(60), { isHurried: true, newestNotified: 1 })).toEqual([
      after(60).toISOString(),
      'Ben',
    ]);
  });
});
