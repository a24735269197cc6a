import type { DeletionRequestMessage } from '../../messages/deletions/index.ts';
import type { Language } from '../../messages/language/index.ts';
import { exampleDeletion } from '../messages/exampleIncident.ts';
import { BASE, driver, fleetOf } from './alerts.ts';
import { sentenceOf } from './sentences.ts';

/** Returns an approval request to delete a trip of forty seconds. */
export function approvalRequest(language: Language): DeletionRequestMessage {
  const named = language === 'de' ? 'Fahrt ohne Bewegung' : exampleDeletion.rule.name;
  return {
    ...exampleDeletion,
    driver,
    fleet: fleetOf(language),
    link: `${BASE}/t/x.y`,
    rule: { ...exampleDeletion.rule, name: named },
    trip: {
      tripId: '1763732137000',
      startTime: '2025-11-21T14:35:25+01:00',
      endTime: '2025-11-21T14:36:05+01:00',
      distanceKm: 0.12,
      durationSeconds: 40,
      maxSpeedKmph: 9,
      score: null,
    },
    cause: sentenceOf('ghost', 'en'),
    ...(language !== 'en' && { shownCause: sentenceOf('ghost', language) }),
  };
}

/** Returns the same approval request after the trip was deleted. */
export function deleted(language: Language): DeletionRequestMessage {
  const request = approvalRequest(language);
  return {
    ...request,
    snapshotTakenAt: '2025-11-22T08:00:02Z',
    deletion: {
      ...request.deletion,
      state: 'deleted',
      decidedBy: 'Ann',
      decidedAt: '2025-11-22T08:00:00Z',
      settledAt: '2025-11-22T08:00:04Z',
    },
  };
}
