import { describe, expect, it } from 'vitest';
import type { Rotation } from '../../../rules/documents/index.ts';
import { isInHours } from '../../../rules/escalation/index.ts';
import { resolvePage, rotationsNamed } from '../../../rules/recipients/index.ts';

const at = new Date('2026-03-10T12:00:00Z');
const rotation = (id: string, person: Rotation['people'][number]): [string, Rotation] => [
  id,
  { id, timezone: 'UTC', handover: { weekday: 'mon', at: '08:00' }, people: [person] },
];
const rotations = new Map([
  rotation('safety', { name: 'Ann', email: 'ann@example.com', slack: 'U01' }),
  rotation('mail-only', { name: 'Bob', email: 'bob@example.com' }),
  rotation('unreachable', { name: 'Cy' }),
]);

describe('whom a page tells', () => {
  it('is everybody once, whichever way leads to them', () => {
    const { receivers, unreachable } = resolvePage(
      [
        { type: 'slack', channel: '#urgent' },
        { type: 'slack', channel: 'rotation:safety' },
        { type: 'email', to: ['Lead@example.com', 'lead@example.com', 'rotation:safety'] },
        { type: 'webhook', url: 'https://hooks.example.com/x' },
      ],
      { at, rotations },
    );
    expect(receivers).toEqual([
      { action: 'slack', receiver: '#urgent' },
      { action: 'slack', receiver: 'U01', person: 'Ann', rotation: 'safety' },
      { action: 'email', receiver: 'Lead@example.com' },
      { action: 'email', receiver: 'ann@example.com', person: 'Ann', rotation: 'safety' },
      { action: 'webhook', receiver: 'https://hooks.example.com/x' },
    ]);
    expect(unreachable).toEqual([]);
  });

  it('is told in the other way when a person has no address of the one asked for', () => {
    const { receivers } = resolvePage([{ type: 'slack', channel: 'rotation:mail-only' }], { at, rotations });
    expect(receivers).toEqual([
      { action: 'email', receiver: 'bob@example.com', person: 'Bob', rotation: 'mail-only' },
    ]);
  });

  it('says which name reaches nobody', () => {
    const to = ['rotation:unreachable', 'rotation:retracted'];
    expect(resolvePage([{ type: 'email', to }], { at, rotations })).toEqual({
      receivers: [],
      unreachable: to,
      notAllowed: [],
    });
    expect(rotationsNamed([{ type: 'email', to: [...to, 'x@example.com'] }])).toEqual([
      'unreachable',
      'retracted',
    ]);
  });
});

describe('the hours of a step', () => {
  const night = { from: '22:00', to: '06:00', timezone: 'Europe/Berlin' };
  it.each([
    ['2026-03-10T20:59:00Z', false],
    ['2026-03-10T21:00:00Z', true],
    ['2026-03-11T04:59:00Z', true],
    ['2026-03-11T05:00:00Z', false],
  ])('over midnight: %s is %s', (time, isIn) => {
    expect(isInHours(night, new Date(time))).toBe(isIn);
  });

  it('belong to the day on which they begin', () => {
    const friday = { ...night, days: ['fri' as const] };
    expect(isInHours(friday, new Date('2026-03-14T02:00:00Z'))).toBe(true);
    expect(isInHours(friday, new Date('2026-03-13T02:00:00Z'))).toBe(false);
  });

  it('are the whole day where only days are named, and always without any', () => {
    const tuesday = { days: ['tue' as const], timezone: 'UTC' };
    expect(isInHours(tuesday, new Date('2026-03-10T00:00:00Z'))).toBe(true);
    expect(isInHours(tuesday, new Date('2026-03-11T00:00:00Z'))).toBe(false);
    expect(isInHours({ from: '18:00', timezone: 'UTC' }, new Date('2026-03-10T23:59:00Z'))).toBe(true);
    expect(isInHours({ from: '18:00', timezone: 'UTC' }, new Date('2026-03-11T00:00:00Z'))).toBe(false);
    expect(isInHours(undefined, at)).toBe(true);
  });
});
