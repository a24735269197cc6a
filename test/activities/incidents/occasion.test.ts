import { describe, expect, it } from 'vitest';
import { messageReasonOf } from '../../../activities/incidents/index.ts';
import { escalationPolicySchema } from '../../../rules/documents/index.ts';
import type { JsonObject } from '../../../rules/vocabulary/index.ts';
import type { Incident } from '../../../store/incidents/index.ts';
import type { IncidentEventKind } from '../../../store/tables/index.ts';

const OPENED = new Date('2026-03-10T12:00:00Z');
const after = (minutes: number): Date => new Date(OPENED.getTime() + minutes * 60_000);
const messages = { notify: [{ type: 'slack', channel: '#one' }] };
const policy = escalationPolicySchema.parse({
  id: 'collision',
  name: 'Collision',
  steps: [
    { after: '0m', ...messages },
    { after: '30m', ...messages },
    { after: '60m', ...messages },
  ],
});

type Happened = readonly [minutes: number, kind: IncidentEventKind, details?: JsonObject];

/** Returns the occasion of the last of some entries, after an opening and its first page. */
function wordsOf(...more: readonly Happened[]): string {
  const step = { round: 1, step: 1, cause: 'time' };
  const all: readonly Happened[] = [[0, 'opened'], [0, 'paged', step], ...more];
  const entries = all.map(([minutes, kind, details = null], index) => ({
    event: {
      fleetId: 'f',
      incidentId: '1',
      seq: index + 1,
      at: after(minutes),
      kind,
      details,
      who: 'ann',
      by: 'Ann',
      via: 'api' as const,
      note: null,
      answerKey: null,
    },
    entry: { kind, via: 'api', by: 'Ann', round: 1, ...(kind === 'paged' && { step: 3 }) },
  }));
  // Only these two fields of an incident are checked.
  const incident = { openedAt: OPENED, late: false } as Incident;
  return messageReasonOf({ entries, incident, policy, seq: all.length }).occasion;
}

const last: Happened = [60, 'paged', { round: 1, step: 3, cause: 'time' }];

describe('how long nobody has answered', () => {
  it.each<readonly [string, readonly Happened[], string]>([
    ['the opening, while nobody has it', [], '1 h 00 min'],
    [
      'the opening, though somebody who never had it asked for the next step',
      [[50, 'escalated']],
      '1 h 00 min',
    ],
    [
      'the moment at which an acknowledgement was taken back',
      [
        [10, 'acknowledged'],
        [45, 'escalated', { from: 'Ann' }],
      ],
      '15 min',
    ],
    ['a hand-over, which is an answer', [[40, 'reassigned', { to: 'Ben' }]], '20 min'],
    [
      'the end of a silence that was too long',
      [
        [10, 'acknowledged'],
        [40, 'paging_resumed', { assignee: 'Ann' }],
      ],
      '20 min',
    ],
  ])('counts from %s', (_from, happened, minutes) => {
    expect(wordsOf(...happened, last)).toBe(`Step 3 of 3: not acknowledged for ${minutes}.`);
    expect(wordsOf(...happened, [60, 'unanswered', { round: 1, cause: 'time' }])).toContain(
      `Not acknowledged for ${minutes}: all steps have run.`,
    );
  });
});

it('of a page after a snooze is that the snooze is over', () => {
  const page: Happened = [31, 'paged', { round: 1, step: 3, cause: 'paging_resumed' }];
  const over: Happened = [31, 'paging_resumed', { assignee: 'Ann', snoozed: true }];
  expect(wordsOf([1, 'snoozed', { minutes: 30 }], over, page)).toBe(
    'The snooze by Ann is over, so it is open again (step 3 of 3): acknowledgement needed.',
  );
});
