import { describe, expect, it } from 'vitest';
import { WORKFLOWS, summaryOfType } from '../../workflows/contracts/index.ts';
import { incidentInWords } from '../../workflows/currentDetails.ts';

const moments = (...kinds: readonly string[]) =>
  kinds.map((kind, index) => ({ seq: index + 1, kind, at: `2026-11-27T10:0${index}:30.000Z` }));
const page = { round: 1, rounds: 1, steps: 3 };

describe('where an incident is', () => {
  it.each([
    [{ state: 'open' }, ['opened'], 'Open, not paged yet'],
    [
      { state: 'open', page: { ...page, step: 2 } },
      ['opened', 'paged', 'paged'],
      'Step 2 of 3, paged 10:02 UTC on 2026-11-27',
    ],
    [
      { state: 'open', page: { ...page, round: 2, rounds: 3, step: 1 } },
      ['opened', 'paged'],
      'Round 2 of 3, step 1 of 3, paged 10:01 UTC on 2026-11-27',
    ],
    [
      { state: 'open', page },
      ['opened', 'paged', 'unanswered'],
      'Not acknowledged after all 3 steps, last paged 10:01 UTC on 2026-11-27',
    ],
    [
      { state: 'acknowledged', page: { ...page, step: 1 } },
      ['opened', 'paged', 'acknowledged'],
      'Acknowledged 10:02 UTC on 2026-11-27',
    ],
    [{ state: 'resolved' }, ['opened', 'resolved'], 'Resolved 10:01 UTC on 2026-11-27'],
  ] as const)('%j after %j reads "%s"', (progress, kinds, words) => {
    expect(incidentInWords(progress, moments(...kinds))).toBe(words);
  });
});

describe('the summary of a workflow', () => {
  const input = {
    fleet: 'north',
    driverId: 'planted-driver',
    tripId: 'planted-trip',
    who: 'planted-person',
    receivedAt: '2026-11-27T10:00:00Z',
    source: 'webhook',
    effects: true,
    part: 0,
    deliveries: [],
    runId: '7',
    incidentId: '7',
    deletionId: '7',
    backfillId: '7',
    backtestId: '7',
    digest: 'weekly',
    simulationId: '7',
    alertId: '7',
    alarmMessageId: '7',
    erasureId: '7',
    releaseAt: '2026-11-27T11:00:00Z',
  };

  it.each(Object.values(WORKFLOWS))('%s names its fleet, and no driver, trip or person', (type) => {
    const summary = summaryOfType(type, input);
    expect(summary).toMatch(/fleet north/);
    expect(summary).not.toMatch(/planted|undefined/);
    // Temporal shows one line of at most 400 bytes.
    expect(Buffer.byteLength(summary!)).toBeLessThan(200);
  });

  it('is there for no workflow but ours', () => {
    expect(summaryOfType('someoneElsesWorkflow', input)).toBeUndefined();
  });
});
