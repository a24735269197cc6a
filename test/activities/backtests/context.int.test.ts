import { expect, it } from 'vitest';
import { contextOf } from '../../../activities/backtests/index.ts';
import { createSilence } from '../../../store/alerts/index.ts';
import { questionWith } from '../../rules/backtests/given.ts';
import { useDatabase } from '../../support/store/useDatabase.ts';

const inTest = useDatabase();

it('silences surround it that counted within the range, or later while quiet hours or a batch may hold its alerts', async () => {
  const silence = (id: string, at: string, until: string) =>
    createSilence(inTest.db, {
      fleetId: 'f',
      id,
      reason: 'r',
      who: 'ann',
      rules: ['tested'],
      at: new Date(at),
      until: new Date(until),
    });
  await silence('before', '2026-02-20T00:00:00Z', '2026-02-28T22:59:00Z');
  await silence('across', '2026-02-20T00:00:00Z', '2026-03-01T12:00:00Z');
  await silence('inside', '2026-03-03T00:00:00Z', '2026-03-04T00:00:00Z');
  await silence('next', '2026-03-08T00:00:00Z', '2026-03-09T00:00:00Z');
  await silence('after', '2026-04-20T00:00:00Z', '2026-04-21T00:00:00Z');
  const { silences } = await contextOf(inTest.db, { fleetId: 'f', question: questionWith(), drivers: [] });
  expect(silences.map(({ id, from, to }) => [id, from.toISOString(), to.toISOString()])).toEqual([
    ['across', '2026-02-20T00:00:00.000Z', '2026-03-01T12:00:00.000Z'],
    ['inside', '2026-03-03T00:00:00.000Z', '2026-03-04T00:00:00.000Z'],
    ['next', '2026-03-08T00:00:00.000Z', '2026-03-09T00:00:00.000Z'],
  ]);
  const other = await contextOf(inTest.db, { fleetId: 'g', question: questionWith(), drivers: [] });
  expect(other.silences).toEqual([]);
});
