import { LONGEST_NAME, LONGEST_SENTENCE, formatSpan, oneLine } from '../format/index.ts';
import type { Card, MessageFleet, MessageTrip } from '../format/index.ts';
import { textsOf } from '../language/index.ts';
import type { Language } from '../language/index.ts';

/** An e-mail to a driver about one of their own trips. It contains no other person's data and no link to the trip's page. */
export interface CoachingMessage {
  readonly kind: 'coaching';
  readonly fleet: MessageFleet;
  /** The driver's language, else the fleet's. */
  readonly language: Language;
  /** The driver's name, where it is known. */
  readonly name?: string | undefined;
  readonly rule: { readonly name: string };
  readonly trip: Pick<MessageTrip, 'tripId' | 'startTime' | 'endTime'>;
  readonly deliveryKey: string;
  readonly possibleRepeat: boolean;
}

/** Renders a coaching e-mail as a card. */
export function coachingCard(message: CoachingMessage): Card {
  const { fleet, language, trip, name } = message;
  const say = textsOf(language);
  const when = formatSpan(trip, fleet.timezone, language) ?? oneLine(trip.tripId, LONGEST_NAME);
  const title = say('alerts.coachingTitle', { when });
  const rule = oneLine(message.rule.name, LONGEST_NAME);
  const what = oneLine(say('alerts.coachingWhat', { rule }), LONGEST_SENTENCE);
  const greeting =
    name === undefined
      ? say('alerts.coachingGreeting')
      : say('alerts.coachingGreetingName', { name: oneLine(name, LONGEST_NAME) });
  return {
    fleetName: fleet.name,
    brand: fleet.brand,
    language,
    subject: title,
    preview: what,
    notification: `${title} · ${what}`,
    tone: 'info',
    emoji: '🚗',
    title,
    isPossibleRepeat: message.possibleRepeat,
    status: [],
    lead: [{ kind: 'text', text: `${greeting}\n${what}\n${say('alerts.coachingAdvice')}` }],
    details: [],
    footer: { because: say('alerts.coachingWhy'), ids: [] },
    deliveryKey: message.deliveryKey,
  };
}
