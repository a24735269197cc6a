import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import { digestEmail } from '../../../messages/digests/index.ts';
import type { DigestContent } from '../../../messages/digests/index.ts';
import { chosenPeriod } from '../../../rules/digests/index.ts';
import { digestDocument, digestRun } from '../../support/digests/run.ts';
import { fleetStub, stubDriver } from '../../support/digests/fleetStub.ts';
import type { FleetStub } from '../../support/digests/fleetStub.ts';
import { useDatabase } from '../../support/store/useDatabase.ts';

const database = useDatabase();
let stub: FleetStub;
beforeEach(() => {
  stub = fleetStub();
  // A score that shows which range was requested: the day and the month of its last date.
  stub.score = (query) => ({
    driving_behavior: { service_score: Number((query.get('end_date') ?? '').slice(8)) },
  });
});

/** Composes a digest of the period that a request chooses by its last date. */
async function digestOf(
  period: 'day' | 'month',
  dates: { readonly period: string; readonly compare?: string },
): Promise<DigestContent> {
  const chosen = chosenPeriod(dates, { kind: period, now: new Date('2026-07-01T12:00:00Z') });
  if (!chosen.ok) throw new Error(String(chosen.said));
  const { now, before } = chosen.period;
  for (const { from } of [now, before]) stub.drivers.set(from, [stubDriver('ann'), stubDriver('ben')]);
  const send = { at: '07:00', timezone: 'UTC', ...(period === 'month' ? { day: 2 } : {}) };
  const run = await digestRun(database.db, {
    fleetId: randomUUID(),
    now,
    before,
    analytics: { baseUrl: 'http://service.example', apiKey: 'planted-key', fetch: stub.fetch },
    document: digestDocument({ period, send }),
  });
  return run.content();
}

const scoreCalls = (): string[] =>
  stub.calls
    .filter((call) => call.startsWith('/v3/score'))
    .map((call) => /start_date=([\d-]+).*end_date=([\d-]+)/.exec(call)!.slice(1).join(' to '))
    .sort();

describe('a digest of a month', () => {
  it('is of whole months, eight of them in its line, the leap day and the turn of the year in them', async () => {
    const content = await digestOf('month', { period: '2024-03-31' });
    expect(content.period).toMatchObject({
      kind: 'month',
      now: { from: '2024-03-01', to: '2024-03-31' },
      before: { from: '2024-02-01', to: '2024-02-29' },
    });
    const months = [
      '2023-08-01 to 2023-08-31',
      '2023-09-01 to 2023-09-30',
      '2023-10-01 to 2023-10-31',
      '2023-11-01 to 2023-11-30',
      '2023-12-01 to 2023-12-31',
      '2024-01-01 to 2024-01-31',
      '2024-02-01 to 2024-02-29',
      '2024-03-01 to 2024-03-31',
    ];
    expect(scoreCalls()).toEqual(months);
    expect(content.scores?.line.map(({ to, score }) => [to, score])).toEqual(
      months.map((month) => [month.slice(-10), Number(month.slice(-2))]),
    );
    expect(content.scores?.score).toMatchObject({ value: 31, before: 29, change: 2 });
    expect(content.drivers?.active.value).toBe(2);
    const { subject, text } = digestEmail(content);
    expect(subject).toContain('March 2024');
    expect(text.replaceAll(/\s+/g, ' ')).toContain('compared with February 2024');
  });

  it('compared with the one a year before asks for that one, too, and leaves the line as it is', async () => {
    const content = await digestOf('month', { period: '2026-03-31', compare: '2025-02-28' });
    expect(scoreCalls()).toHaveLength(9);
    expect(scoreCalls()[0]).toBe('2025-02-01 to 2025-02-28');
    expect(content.scores?.line.map(({ to }) => to)).not.toContain('2025-02-28');
    expect(content.scores?.score).toMatchObject({ value: 31, before: 28, change: 3 });
  });
});

describe('a digest of a day', () => {
  it('is of that date and the one before, with eight dates in its line', async () => {
    const content = await digestOf('day', { period: '2026-03-03' });
    expect(content.period).toMatchObject({
      kind: 'day',
      now: { from: '2026-03-03', to: '2026-03-03' },
      before: { from: '2026-03-02', to: '2026-03-02' },
    });
    const dates = ['2026-02-24', '2026-02-25', '2026-02-26', '2026-02-27', '2026-02-28', '2026-03-01', '2026-03-02', '2026-03-03']; // prettier-ignore
    expect(scoreCalls()).toEqual(dates.map((date) => `${date} to ${date}`));
    expect(content.scores?.line.map(({ to }) => to)).toEqual(dates);
    expect(content.scores?.score).toMatchObject({ value: 3, before: 2, change: 1 });
    const { subject, text } = digestEmail(content);
    expect(subject).toContain('3 March 2026');
    expect(text.replaceAll(/\s+/g, ' ')).toContain('compared with Monday 2 March 2026');
  });
});
