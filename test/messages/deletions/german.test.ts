import { expect, it } from 'vitest';
import type { DeletionRequestMessage } from '../../../messages/deletions/index.ts';
import { emailMessage, slackMessage } from '../../../messages/message.ts';
import { exampleAlert } from '../exampleAlert.ts';

const request: DeletionRequestMessage = {
  kind: 'deletion_request',
  fleet: { ...exampleAlert.fleet, language: 'de' },
  deletion: {
    id: '7',
    state: 'requested',
    requestedAt: '2026-11-20T10:00:00.000Z',
    expiresAt: '2026-12-04T10:00:00.000Z',
  },
  rule: exampleAlert.rule,
  driver: exampleAlert.driver,
  trip: exampleAlert.trip,
  link: exampleAlert.link,
  deliveryKey: 'k',
  possibleRepeat: false,
};

it('a request in German says until when, what can be pressed, and what it does', () => {
  const { subject, text } = emailMessage(request);
  expect(subject).toBe('Diese Fahrt löschen? Ann Meyer (d-17)');
  expect(text).toContain(
    'Die Fahrt bleibt erhalten, wenn niemand die Löschung bis Fr, 4. Dez. 2026, 11:00 (Europe/Berlin, UTC+1) freigibt.',
  );
  expect(text).toContain('Warum (Regel Collision detected)\nDie Regel verlangt es.');
  expect(text).toContain('Vor dem Löschen wird eine Kopie der ganzen Fahrt gespeichert.');
  const shown = JSON.stringify(slackMessage(request).blocks);
  for (const words of ['"Ablehnen"', '"Löschung freigeben"', '"Diese Fahrt endgültig löschen?"'])
    expect(shown).toContain(words);
});

it('a screen reader says of each button what it decides, in both languages', () => {
  const labelsOf = (message: DeletionRequestMessage): string[] =>
    [...JSON.stringify(slackMessage(message).blocks).matchAll(/"accessibility_label":"([^"]*)"/g)].map(
      (match) => match[1]!,
    );
  expect(labelsOf({ ...request, fleet: exampleAlert.fleet })).toEqual([
    'Reject the deletion of a trip of Ann Meyer (d-17)',
    'Approve the deletion of a trip of Ann Meyer (d-17)',
  ]);
  expect(labelsOf(request)).toEqual([
    'Löschung einer Fahrt von Ann Meyer (d-17) ablehnen',
    'Löschung einer Fahrt von Ann Meyer (d-17) freigeben',
  ]);
});

it.each([
  ['approved', 'Löschung freigegeben', 'Ben hat die Löschung am Fr, 20. Nov. 2026, 12:00'],
  ['rejected', 'Fahrt bleibt erhalten', 'Ben hat die Löschung am Fr, 20. Nov. 2026, 12:00'],
  ['refused', 'Fahrt bleibt erhalten', 'Die Fahrt enthält einen Aufprall und bleibt erhalten.'],
  ['deleted', 'Fahrt gelöscht', 'Gelöscht am Fr, 20. Nov. 2026, 13:00'],
] as const)('an outcome in German: %s', (state, title, sentence) => {
  const deletion = {
    ...request.deletion,
    state,
    decidedAt: '2026-11-20T11:00:00.000Z',
    decidedBy: 'Ben',
    reason: 'has_collision',
    settledAt: '2026-11-20T12:00:00.000Z',
  };
  const { subject, text } = emailMessage({ ...request, deletion });
  expect(subject).toContain(title);
  expect(text).toContain(sentence);
});
