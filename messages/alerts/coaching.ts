import { LONGEST_NAME, LONGEST_SENTENCE, formatSpan, oneLine } from '../format/index.ts';
import type { Card, MessageFleet, MessageTrip } from '../format/index.ts';

/** An e-mail to a driver about one of their own trips. It holds data of nobody else, and no link to the trip's page. */
export interface CoachingMessage {
  readonly kind: 'coaching';
  readonly fleet: MessageFleet;
  readonly language: 'en' | 'de';
  /** The driver's name, where it is known. */
  readonly name?: string | undefined;
  readonly rule: { readonly name: string };
  readonly trip: Pick<MessageTrip, 'tripId' | 'startTime' | 'endTime'>;
  readonly deliveryKey: string;
  readonly possibleRepeat: boolean;
}

interface Words {
  readonly title: (when: string) => string;
  readonly greeting: (name: string | undefined) => string;
  readonly what: (rule: string) => string;
  readonly advice: string;
  readonly because: string;
}

const WORDS: Readonly<Record<CoachingMessage['language'], Words>> = {
  en: {
    title: (when) => `About your trip: ${when}`,
    greeting: (name) => (name === undefined ? 'Hello,' : `Hello ${name},`),
    what: (rule) => `your fleet’s safety rule “${rule}” applied to this trip.`,
    advice:
      'Please keep this in mind on your next trip. If you have a question, ask your fleet’s safety team.',
    because: 'because your fleet informs drivers of such trips',
  },
  de: {
    title: (when) => `Zu Ihrer Fahrt: ${when}`,
    greeting: (name) => (name === undefined ? 'Guten Tag,' : `Guten Tag ${name},`),
    what: (rule) => `für diese Fahrt galt die Sicherheitsregel „${rule}“ Ihrer Flotte.`,
    advice:
      'Bitte denken Sie auf Ihrer nächsten Fahrt daran. Fragen beantwortet das Sicherheitsteam Ihrer Flotte.',
    because: 'weil Ihre Flotte Fahrer über solche Fahrten informiert',
  },
};

/** A coaching e-mail as a card. */
export function coachingCard(message: CoachingMessage): Card {
  const { fleet, language, trip, name } = message;
  const words = WORDS[language];
  const when =
    (language === 'de' ? germanSpan(trip, fleet.timezone) : formatSpan(trip, fleet.timezone)) ??
    oneLine(trip.tripId, LONGEST_NAME);
  const title = words.title(when);
  const what = oneLine(words.what(oneLine(message.rule.name, LONGEST_NAME)), LONGEST_SENTENCE);
  const greeting = words.greeting(name === undefined ? undefined : oneLine(name, LONGEST_NAME));
  return {
    ...{ fleetName: fleet.name, brand: fleet.brand, language, subject: title, preview: what },
    ...{ notification: `${title} · ${what}`, tone: 'info', emoji: '🚗', title },
    ...{ isPossibleRepeat: message.possibleRepeat, status: [] },
    lead: [{ kind: 'text', text: `${greeting}\n${what}\n${words.advice}` }],
    details: [],
    footer: { because: words.because, ids: [] },
    deliveryKey: message.deliveryKey,
  };
}

/** `Mo., 9. November 2026, 09:12–09:40 Uhr` on the fleet's clock; undefined where a time is missing. */
function germanSpan(
  { startTime = '', endTime = '' }: CoachingMessage['trip'],
  timeZone: string,
): string | undefined {
  const [start, end] = [new Date(startTime), new Date(endTime)];
  if (Number.isNaN(start.getTime()) || Number.isNaN(end.getTime())) return undefined;
  const format = new Intl.DateTimeFormat('de', {
    ...{ weekday: 'short', day: 'numeric', month: 'long', year: 'numeric' },
    ...{ hour: '2-digit', minute: '2-digit', timeZone },
  });
  return format.formatRange(start, end);
}
