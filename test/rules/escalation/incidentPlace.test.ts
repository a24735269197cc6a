import { expect, it } from 'vitest';
import { ageToShow } from '../../../rules/escalation/index.ts';

const openedAt = new Date('2026-03-10T22:00:00Z');
const ago = (minutes: number): Date => new Date(openedAt.getTime() - minutes * 60_000);

it('the age of a trip is shown from half an hour on, or when its policy calls it late', () => {
  expect(ageToShow({ openedAt, tripEndedAt: ago(29), late: false })).toBeUndefined();
  expect(ageToShow({ openedAt, tripEndedAt: ago(30), late: false })).toBe(1_800);
  expect(ageToShow({ openedAt, tripEndedAt: ago(5), late: true })).toBe(300);
  expect(ageToShow({ openedAt, tripEndedAt: null, late: true })).toBeUndefined();
});
