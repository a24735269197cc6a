import { LONGEST_NAME, formatDuration } from '../format/index.ts';
import { textsOf } from '../language/index.ts';
import type { Language } from '../language/index.ts';
import { personName } from './state.ts';
import { timelineWords } from './timeline.ts';
import type { TimelineEntry } from './timeline.ts';

/** The event that a page or a note is sent for. */
export interface MessageReason {
  readonly entry: TimelineEntry;
  /** Cause of a page, for example its due time, a person's request, a missing update by the assignee, or the end of a snooze. */
  readonly cause?:
    'time' | 'escalated' | 'paging_resumed' | 'snooze_over' | 'reopened' | 'joined' | 'undelivered';
  /** The person behind the cause, as people call them. */
  readonly by?: string;
  /** Steps of a round, as far as the policy is known. */
  readonly steps?: number;
  /** Seconds since people wait for an answer: since it was opened, or since it was last assigned. */
  readonly waitedSeconds: number;
}

/** Says why a message is sent now, in one or two sentences: `Step 2 of 3: not acknowledged for 10 min.` */
export function messageReasonWords(occasion: MessageReason, language: Language = 'en'): string {
  const { entry, waitedSeconds } = occasion;
  switch (entry.kind) {
    case 'paged':
      return pageWords(occasion, language);
    case 'unanswered':
      if (['escalated', 'paging_resumed', 'snooze_over'].includes(occasion.cause ?? 'time'))
        return pageWords(occasion, language);
      return textsOf(language)('incidents.page_unanswered', { time: waited(waitedSeconds, language) });
    default:
      return `${timelineWords(entry, language)}.`;
  }
}

function pageWords(occasion: MessageReason, language: Language): string {
  const say = textsOf(language);
  const { entry, cause = 'time', waitedSeconds } = occasion;
  const who = personName(occasion.by, { limit: LONGEST_NAME, language });
  const isKnown = occasion.by !== undefined;
  const place = placeWords(occasion, { form: 'inside', language });
  const first = placeWords(occasion, { form: 'place', language });
  switch (cause) {
    case 'escalated':
      return say('incidents.page_escalated', { who, place });
    case 'paging_resumed':
      return say('incidents.page_resumed', { who: isKnown ? who : say('incidents.theAssignee'), place });
    case 'snooze_over':
      return isKnown
        ? say('incidents.page_snoozeOverBy', { who, place })
        : say('incidents.page_snoozeOver', { place });
    case 'reopened':
      return say('incidents.page_reopened', { who, place });
    case 'joined':
      return say('incidents.page_joined', { place });
    case 'undelivered':
      return say('incidents.page_undelivered', { place: first || say('incidents.again') });
    case 'time':
      if ((entry.round ?? 1) === 1 && (entry.step ?? 1) === 1)
        return first ? say('incidents.page_firstOf', { place: first }) : say('incidents.page_first');
      return say('incidents.page_time', {
        place: first || say('incidents.again'),
        time: waited(waitedSeconds, language),
      });
  }
}

/**
 * Names the place of a page in its chain: `Step 2 of 3`, `Round 2, step 1 of 3`; empty for a chain of one step and one round.
 * @param how.form `place` begins a sentence, `inside` is put in brackets after a word
 */
function placeWords(
  { entry: { round = 1, step }, steps }: MessageReason,
  { form, language }: { readonly form: 'place' | 'inside'; readonly language: Language },
): string {
  if (step === undefined || (round <= 1 && steps === 1)) return '';
  const say = textsOf(language);
  if (steps === undefined)
    return round > 1 ? say(`incidents.${form}Round`, { round, step }) : say(`incidents.${form}`, { step });
  return round > 1
    ? say(`incidents.${form}RoundOf`, { round, step, steps })
    : say(`incidents.${form}Of`, { step, steps });
}

/** Rounds to whole minutes from two minutes on, because the seconds are of no use to the reader. */
function waited(seconds: number, language: Language): string {
  return formatDuration(seconds < 120 ? Math.round(seconds) : Math.round(seconds / 60) * 60, language);
}
