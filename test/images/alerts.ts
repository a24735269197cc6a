import { budgetSummary, budgetWhy, summaryWords } from '../../messages/alerts/index.ts';
import type { SummaryCause, SummaryItem, SummaryMessage } from '../../messages/alerts/index.ts';
import type { AlertMessage, MessageFleet } from '../../messages/format/index.ts';
import type { Language } from '../../messages/language/index.ts';
import { exampleAlert } from '../messages/exampleAlert.ts';
import { factOf, sentenceOf } from './sentences.ts';
import type { CONDITIONS } from './sentences.ts';

/** The public address of the installation. */
export const BASE = 'https://tripline.example';

/** A driver of a fleet that uploads driver records, with vehicle and phone. */
export const driver = {
  ...exampleAlert.driver,
  phone: '+49 30 123456',
  vehicle: 'Van 12',
  licensePlate: 'B-AM 1234',
};

/** Returns the fleet of all pictures, set to a language. */
export const fleetOf = (language: Language): MessageFleet => ({ ...exampleAlert.fleet, language });

type Condition = keyof typeof CONDITIONS;

/** Returns the sentence of a condition in a fleet's language, in the fields of a message. */
export function saidIn(
  language: Language,
  condition: Condition,
): { readonly sentence: string; readonly shownSentence?: string } {
  const sentence = sentenceOf(condition, 'en');
  return language === 'en' ? { sentence } : { sentence, shownSentence: sentenceOf(condition, language) };
}

/** Returns an alert about a collision. */
export function collisionAlert(language: Language): AlertMessage {
  const named = language === 'de' ? 'Aufprall erkannt' : exampleAlert.rule.name;
  return {
    ...exampleAlert,
    ...saidIn(language, 'collision'),
    driver,
    fleet: fleetOf(language),
    facts: [factOf('collision', language)],
    rule: { ...exampleAlert.rule, name: named },
    link: `${BASE}/t/x.y`,
  };
}

/** An alert about a driver's score to the manager of the region, with a subject from the rule. */
export const scoreDropAlert: AlertMessage = {
  ...collisionAlert('en'),
  ...saidIn('en', 'scoreDrop'),
  rule: { id: 'score-drop', name: 'Driver score drop', version: 2, severity: 'warning' },
  facts: [factOf('scoreDrop', 'en')],
  events: [],
  subject: 'Ann Meyer (d-17): score changed by -12.5 points in 7 days',
};

/** A trip in the summaries, with the rule that fired, the driver, the hour and the condition. */
interface Summed {
  readonly rule: readonly [english: string, german: string];
  readonly driver: AlertMessage['driver'];
  readonly hour: number;
  readonly condition: Condition;
}

const SUMMED: readonly Summed[] = [
  {
    rule: ['Repeated phone use', 'Wiederholte Handynutzung'],
    driver,
    hour: 14,
    condition: 'phoneUse',
  },
  {
    rule: ['Hard braking', 'Starkes Bremsen'],
    driver: { id: 'd-3', name: 'Cem Yilmaz', vehicle: 'Van 4', licensePlate: 'B-CY 204' },
    hour: 9,
    condition: 'hardBrakes',
  },
  {
    rule: ['Hard braking', 'Starkes Bremsen'],
    driver: { id: 'd-21', name: 'Dana Novak', vehicle: 'Truck 7', licensePlate: 'B-DN 771' },
    hour: 17,
    condition: 'hardBrakes',
  },
];

function itemOf({ rule, driver: who, hour, condition }: Summed, language: Language): SummaryItem {
  const two = String(hour).padStart(2, '0');
  return {
    rule: { id: 'r', name: rule[language === 'de' ? 1 : 0], severity: 'warning' },
    driver: who,
    trip: {
      tripId: `${who.id}-1`,
      startTime: `2025-11-21T${two}:03:00+01:00`,
      endTime: `2025-11-21T${two}:36:05+01:00`,
    },
    sentence: sentenceOf(condition, language),
    link: `${BASE}/t/x.y`,
  };
}

/** Returns a summary of the trips above, in the words for its cause. */
export function summary(cause: SummaryCause, language: Language = 'en'): SummaryMessage {
  const items = SUMMED.map((each) => itemOf(each, language));
  const counts = { alerts: items.length, trips: items.length, drivers: items.length };
  return {
    fleet: fleetOf(language),
    severity: 'warning',
    more: 0,
    deliveryKey: 'key',
    possibleRepeat: false,
    ...summaryWords(cause, counts, language),
    items,
  };
}

/** A morning summary in which one line requests approval to delete a trip. */
export const batched: SummaryMessage = {
  ...summary('batch'),
  items: [
    ...summary('batch').items.slice(0, 2),
    {
      ...itemOf({ ...SUMMED[2]!, hour: 7, condition: 'ghost' }, 'en'),
      rule: { id: 'invalid-trip', name: 'Invalid trip', severity: 'info' },
      pendingDeletion: '31',
    },
  ],
};

/** A summary of the alerts that a rule held on one day because it was over budget. */
export const overBudget: SummaryMessage = {
  ...summary('batch'),
  ...budgetSummary({ name: 'Hard braking', limit: 40, date: '2025-11-21' }, { total: 12, drivers: 9 }, 'en'),
  items: SUMMED.slice(1).map((each) => itemOf(each, 'en')),
  more: 10,
  why: budgetWhy({ id: 'hard-braking', version: 3 }, 'en'),
};
