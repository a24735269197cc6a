import { decisionSentence } from '../decisions/index.ts';
import { formatInstant, stopWords, tripHelp, tripReasonWords, unsuppressedWords } from '../format/index.ts';
import { textsOf } from '../language/index.ts';
import { deliveriesWords, stopOfDeliveries } from './deliveries.ts';
import { stagesUntil } from './stages.ts';
import type { Stage, StageAnswer, Stop } from './stages.ts';
import type { Reader, RuleToExplain, TripToExplain } from './tripToExplain.ts';

/** Result of one trip for the rule. */
export interface ExplainedTrip {
  readonly tripId: string;
  readonly answer: string;
  /** The stage that it did not pass; absent: the alert was sent. */
  readonly stop?: Stop;
  readonly stages: readonly StageAnswer[];
}

/** Explains which stages a trip passed for a rule, and what stopped it. */
export function explainTrip(trip: TripToExplain, rule: RuleToExplain, reader: Reader): ExplainedTrip {
  const stop = stopOf(trip, rule, reader);
  const stages = stagesUntil(stop, (stage) => passedWords(stage, trip, reader));
  const sent = { deliveries: deliveriesWords(trip.deliveries, reader) };
  const answer = stop?.detail ?? textsOf(reader.language)('explanations.sent', sent);
  return { tripId: trip.tripId, answer, stages, ...(stop && { stop }) };
}

function stopOf(trip: TripToExplain, rule: RuleToExplain, reader: Reader): Stop | undefined {
  if (trip.alert) return stopOfAlert(trip.alert, trip, reader);
  if (trip.decision) return stopOfDecision(trip.decision, reader);
  return { stage: 'not_evaluated', state: 'stopped', detail: notEvaluatedWords(trip, rule, reader) };
}

function notEvaluatedWords(trip: TripToExplain, rule: RuleToExplain, { language, zone }: Reader): string {
  const say = textsOf(language);
  if (trip.state !== 'decided') {
    const help = tripHelp(trip.state, language);
    const reason = trip.reason === undefined ? '' : tripReasonWords(trip.reason, language);
    return reason === '' || help.includes(reason) ? help : `${help} ${reason}`;
  }
  if (trip.revision === 0) return say('explanations.onlyBackfilled');
  if (rule.publishedAt === undefined) return say('explanations.notPublished');
  if (rule.mode === 'off') return say('explanations.ruleOff');
  const time = formatInstant(rule.publishedAt, zone, language);
  return time === undefined
    ? say('explanations.notPublishedThen')
    : say('explanations.publishedSince', { time });
}

function stopOfDecision(decision: NonNullable<TripToExplain['decision']>, { language }: Reader): Stop {
  const detail = decisionSentence(decision, language);
  switch (decision.outcome) {
    case 'out_of_scope':
      return { stage: 'out_of_scope', state: 'stopped', detail };
    case 'unknown':
      return { stage: 'unknown_fact', state: 'stopped', detail };
    case 'not_matched':
      return { stage: 'not_matched', state: 'stopped', detail };
    case 'failed':
      return { stage: 'not_evaluated', state: 'stopped', detail };
    case 'matched': {
      const words = textsOf(language)('explanations.noAlertStored');
      return { stage: 'still_true', state: 'unknown', detail: words };
    }
  }
}

/** Stages by the reason of an alert. A resolved alert was held before. */
const STAGE_OF_REASON: Readonly<Record<string, Stage>> = {
  still_true: 'still_true',
  shadow: 'shadow',
  silenced: 'silenced',
  suppressed: 'suppressed',
  throttled: 'throttled',
  over_budget: 'over_budget',
  quiet_hours: 'held',
  resolved: 'held',
  batched: 'batched',
  grouped: 'grouped',
  no_recipient: 'recipient',
  coaching_off: 'recipient',
};

function stopOfAlert(
  alert: NonNullable<TripToExplain['alert']>,
  { deliveries }: TripToExplain,
  reader: Reader,
): Stop | undefined {
  const stage = alert.reason === undefined ? undefined : STAGE_OF_REASON[alert.reason];
  // A message that was held or grouped may have been sent separately since.
  const isSent = deliveries.some(({ state }) => state === 'sent');
  if (stage === undefined || (isSent && alert.state !== 'stopped'))
    return stopOfDeliveries(deliveries, reader);
  return { stage, state: 'stopped', detail: alertWords(alert, deliveries, reader) };
}

function alertWords(
  alert: NonNullable<TripToExplain['alert']>,
  deliveries: TripToExplain['deliveries'],
  { language, zone }: Reader,
): string {
  const say = textsOf(language);
  const words = stopWords(alert, language, zone) ?? '';
  if (alert.reason === 'shadow') {
    const word = say.known(`states.stopWord_${alert.detail ?? ''}`);
    return word === undefined ? words : say('explanations.shadowAlso', { word });
  }
  if (alert.state !== 'held') return words;
  const [first] = deliveries.flatMap((each) => (each.state === 'held' ? (each.releaseAt ?? []) : [])).sort();
  const time = formatInstant(first, zone, language);
  return time === undefined ? words : say('explanations.until', { words, time });
}

function passedWords(stage: Stage, trip: TripToExplain, reader: Reader): string {
  const { language, zone } = reader;
  const say = textsOf(language);
  switch (stage) {
    case 'no_trip_received':
      return say(`explanations.passed_received_${trip.receivedFrom ?? 'backfill'}`);
    case 'not_matched':
      return trip.decision?.outcome === 'matched'
        ? decisionSentence(trip.decision, language)
        : say('explanations.passed_matchedBefore');
    case 'held': {
      const [last] = trip.deliveries
        .flatMap(({ releaseAt, state }) => (releaseAt !== undefined && state === 'sent' ? [releaseAt] : []))
        .sort()
        .slice(-1);
      const time = formatInstant(last, zone, language);
      return time === undefined
        ? say('explanations.passed_held')
        : say('explanations.passed_heldUntil', { time });
    }
    case 'suppressed':
      return trip.alert?.unsuppressed
        ? unsuppressedWords(trip.alert.unsuppressed, language)
        : say('explanations.passed_suppressed');
    case 'recipient': {
      const receivers = trip.deliveries
        .filter(({ reason }) => reason === 'no_recipient' || reason === 'coaching_off')
        .map(({ receiver }) => receiver);
      return receivers.length === 0
        ? say('explanations.passed_recipient')
        : say('explanations.passed_recipientButNot', { receivers: receivers.join(', ') });
    }
    case 'delivery':
      return deliveriesWords(trip.deliveries, reader);
    default:
      return say(`explanations.passed_${stage}`);
  }
}
