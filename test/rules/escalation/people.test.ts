import { expect, it } from 'vitest';
import { receiverHandedTo } from '../../../rules/escalation/index.ts';
import type { Rotation } from '../../../rules/documents/index.ts';

const night: Rotation = {
  id: 'night',
  name: 'Night',
  timezone: 'UTC',
  handover: { weekday: 'mon', at: '09:00' },
  people: [
    { name: 'Bob', slack: 'U01BOB', email: 'bob@example.com' },
    { name: 'Cem', email: 'cem@example.com' },
    { name: 'Dora' },
  ],
};

it('finds how somebody is told by an address, a Slack id, or their name in a rotation', () => {
  const found = (to: string) => receiverHandedTo(to, [night]);
  expect(found('ann@example.com')).toEqual({ action: 'email', receiver: 'ann@example.com' });
  expect(found('U01ABCDEF')).toEqual({ action: 'slack', receiver: 'U01ABCDEF' });
  expect(found('slack:U01ABCDEF')).toEqual({ action: 'slack', receiver: 'U01ABCDEF' });
  expect(found('bob')).toEqual({ action: 'slack', receiver: 'U01BOB', person: 'Bob', rotation: 'night' });
  expect(found('Cem')).toMatchObject({ action: 'email', receiver: 'cem@example.com' });
  for (const unknown of ['Dora', 'Somebody', 'UWE', '']) expect(found(unknown), unknown).toBeUndefined();
});

it('does not guess which of two people with one name is meant', () => {
  const day: Rotation = { ...night, id: 'day', people: [{ name: 'Bob', slack: 'U02BOB' }] };
  expect(receiverHandedTo('Bob', [night, day])).toBeUndefined();
  expect(receiverHandedTo('U02BOB', [night, day])).toEqual({ action: 'slack', receiver: 'U02BOB' });
  const same: Rotation = { ...day, people: [{ name: 'bob', email: 'Bob@example.com' }] };
  expect(receiverHandedTo('Bob', [same, night])).toMatchObject({ receiver: 'U01BOB', rotation: 'night' });
});
