import { budgetSummary, budgetWhy, summaryWords } from '../../messages/alerts/index.ts';
import type { SummaryCause, SummaryItem, SummaryMessage } from '../../messages/alerts/index.ts';
import type { DeletionRequestMessage } from '../../messages/deletions/index.ts';
import type { AlertMessage, MessageFleet } from '../../messages/format/index.ts';
import { messageReasonWords } from '../../messages/incidents/index.ts';
import type { IncidentMessage } from '../../messages/incidents/index.ts';
import { exampleAlert } from '../messages/exampleAlert.ts';
import { exampleDeletion, exampleIncident } from '../messages/exampleIncident.ts';

/** Messages as a fleet has them that uploaded its drivers: with vehicle and phone, and with everything that follows from them. */
const driver = {
  ...exampleAlert.driver,
  ...{ phone: '+49 30 123456', vehicle: 'Van 12', licensePlate: 'B-AM 1234' },
};
export const BASE = 'https://tripline.example';

/** An alert of one trip. */
export const alert: AlertMessage = { ...exampleAlert, driver };

/** An incident whose second step has just run: who was paged, who is next, and where it happened. */
export const incident: IncidentMessage = {
  ...exampleIncident,
  alert: { ...exampleIncident.alert, driver },
  paged: [{ name: 'Ben', slackId: 'U02BEN' }],
  nextStep: { at: '2025-11-21T14:02:03Z', notified: ['head@example.com'] },
  answerLink: `${BASE}/a/x.y`,
};

/** What messages in German are made of beside the catalogue's texts: the sentences of decisions, and the timeline. */
const germanFleet: MessageFleet = { ...exampleAlert.fleet, language: 'de' };

/** The same incident in a fleet that reads German. */
export const germanIncident: IncidentMessage = {
  ...incident,
  fleet: germanFleet,
  alert: {
    ...incident.alert,
    fleet: germanFleet,
    shownSentence: 'Kollisionen in dieser Fahrt: 1 erkannt (Schwelle: mindestens 1).',
    facts: [{ ...incident.alert.facts[0]!, shownLabel: 'Kollisionen in dieser Fahrt' }],
  },
  shownOccasion: messageReasonWords(
    { entry: { kind: 'paged', via: 'tripline', step: 2 }, cause: 'time', steps: 3, waitedSeconds: 600 },
    'de',
  ),
  joined: incident.joined.map((each) => ({
    ...each,
    shownSentence: 'Starke Bremsungen in dieser Fahrt: 2 erkannt (Schwelle: mindestens 1).',
  })),
  timeline: [
    { at: '2025-11-21T13:37:03Z', text: 'Eröffnet' },
    { at: '2025-11-21T13:47:03Z', text: 'Stufe 2 der Runde 1: benachrichtigt Ben' },
  ],
};

/** A trip of the summaries: who drove, what fired and when it was. */
type Summed = readonly [rule: string, driver: string, id: string, hour: number, sentence: string];

const SUMMED: readonly Summed[] = [
  [
    'Repeated phone use',
    'Ann Meyer',
    'd-17',
    14,
    '3 phone events in 7 days detected (threshold: 3 or more).',
  ],
  ['Hard braking', 'Cem Yilmaz', 'd-3', 9, '5 hard brakes in this trip detected (threshold: 4 or more).'],
  ['Hard braking', 'Dana Novak', 'd-21', 17, '4 hard brakes in this trip detected (threshold: 4 or more).'],
];
const GERMAN: readonly string[] = [
  'Handynutzungen in 7 Tagen: 3 erkannt (Schwelle: mindestens 3).',
  'Starke Bremsungen in dieser Fahrt: 5 erkannt (Schwelle: mindestens 4).',
  'Starke Bremsungen in dieser Fahrt: 4 erkannt (Schwelle: mindestens 4).',
];

/** Of the drivers whose vehicle the directory has. */
const VEHICLES: Readonly<Record<string, { readonly vehicle: string; readonly licensePlate: string }>> = {
  'd-17': { vehicle: 'Van 12', licensePlate: 'B-AM 1234' },
  'd-21': { vehicle: 'Truck 3', licensePlate: 'B-DN 77' },
};

function itemOf([rule, name, id, hour, sentence]: Summed): SummaryItem {
  const two = String(hour).padStart(2, '0');
  return {
    rule: { id: 'r', name: rule, severity: 'warning' },
    driver: { id, name, ...(VEHICLES[id] ?? {}) },
    trip: {
      tripId: `${id}-1`,
      startTime: `2025-11-21T${two}:03:00+01:00`,
      endTime: `2025-11-21T${two}:36:05+01:00`,
    },
    sentence,
    link: `${BASE}/t/x.y`,
  };
}

/** A message about the trips above, as its cause words it: as many as it says. */
export function summary(cause: SummaryCause, fleet: MessageFleet = exampleAlert.fleet): SummaryMessage {
  const items = SUMMED.map(itemOf);
  const counts = { alerts: items.length, trips: items.length, drivers: items.length };
  return {
    ...{ fleet, severity: 'warning', more: 0, deliveryKey: 'key', possibleRepeat: false },
    ...summaryWords(cause, counts, fleet.language),
    items: fleet.language === 'de' ? items.map((each, at) => ({ ...each, sentence: GERMAN[at]! })) : items,
  };
}

/** The morning's summary of a rule that deletes trips: one line asks whether the trip may be deleted. */
export const batched: SummaryMessage = {
  ...summary('batch'),
  items: [
    ...summary('batch').items.slice(0, 2),
    {
      ...itemOf([
        'Invalid trip',
        'Dana Novak',
        'd-21',
        7,
        'Distance was 0.1 km (threshold: less than 0.2 km).',
      ]),
      rule: { id: 'invalid-trip', name: 'Invalid trip', severity: 'info' },
      pendingDeletion: '31',
    },
  ],
};

/** The summary of a rule in a German fleet. */
export const germanBatched: SummaryMessage = summary('batch', germanFleet);

/** What a rule held on one day because it was over its budget. */
export const overBudget: SummaryMessage = {
  ...summary('batch'),
  ...budgetSummary({ name: 'Hard braking', limit: 40, date: '2025-11-21' }, { total: 12, drivers: 9 }, 'en'),
  items: SUMMED.slice(1).map(itemOf),
  more: 10,
  why: budgetWhy({ id: 'hard-braking', version: 3 }, 'en'),
};

/** A trip that was deleted, as the message that asked for it then says. */
export const deleted: DeletionRequestMessage = {
  ...exampleDeletion,
  snapshotTakenAt: '2025-11-22T08:00:02Z',
  deletion: {
    ...exampleDeletion.deletion,
    ...{ state: 'deleted', decidedBy: 'Ann', decidedAt: '2025-11-22T08:00:00Z' },
    settledAt: '2025-11-22T08:00:04Z',
  },
};
