import { LONGEST_NAME, formatDuration } from '../format/index.ts';
import { personName } from './state.ts';
import { timelineWords } from './timeline.ts';
import type { TimelineEntry } from './timeline.ts';

/** What a page or a note goes out for. */
export interface MessageReason {
  readonly entry: TimelineEntry;
  /** Of a page: its time had come, a person wanted it, the assignee gave no update for too long, or their snooze is over. */
  readonly cause?:
    'time' | 'escalated' | 'paging_resumed' | 'snooze_over' | 'reopened' | 'joined' | 'undelivered';
  /** The person behind the cause, as people call them. */
  readonly by?: string;
  /** Steps of a round, as far as the policy is known. */
  readonly steps?: number;
  /** Seconds since people wait for an answer: since it was opened, or since it was last assigned. */
  readonly waitedSeconds: number;
}

/** Why a message goes out now, in one or two sentences: `Step 2 of 3: not acknowledged for 10 min.` */
export function messageReasonWords(occasion: MessageReason): string {
  const { entry, waitedSeconds } = occasion;
  switch (entry.kind) {
    case 'paged':
      return pageWords(occasion);
    case 'unanswered':
      if (['escalated', 'paging_resumed', 'snooze_over'].includes(occasion.cause ?? 'time'))
        return pageWords(occasion);
      return `Not acknowledged for ${waited(waitedSeconds)}: all steps have run. It stays open until someone acknowledges it.`;
    default:
      return `${timelineWords(entry)}.`;
  }
}

function pageWords(occasion: MessageReason): string {
  const { entry, cause = 'time', waitedSeconds } = occasion;
  const by = personName(occasion.by, LONGEST_NAME);
  const where = whereWords(occasion);
  switch (cause) {
    case 'escalated':
      return `${by} escalated it${where && ` (${where.toLowerCase()})`}: acknowledgement needed.`;
    case 'paging_resumed':
      return `No update from ${occasion.by === undefined ? 'the assignee' : by} for too long, so it is open again${where && ` (${where.toLowerCase()})`}: acknowledgement needed.`;
    case 'snooze_over':
      return `The snooze${occasion.by === undefined ? '' : ` by ${by}`} is over, so it is open again${where && ` (${where.toLowerCase()})`}: acknowledgement needed.`;
    case 'reopened':
      return `${by} reopened it${where && ` (${where.toLowerCase()})`}: acknowledgement needed.`;
    case 'joined':
      return `Another alert joined it${where && ` (${where.toLowerCase()})`}: acknowledgement needed.`;
    case 'undelivered':
      return `${where || 'Again'}: the previous step reached nobody. Acknowledgement needed.`;
    case 'time':
      if ((entry.round ?? 1) === 1 && (entry.step ?? 1) === 1)
        return where ? `${where}: acknowledgement needed.` : 'Acknowledgement needed.';
      return `${where || 'Again'}: not acknowledged for ${waited(waitedSeconds)}.`;
  }
}

/** `Step 2 of 3`, `Round 2, step 1 of 3`; empty for a chain of one step and one round. */
function whereWords({ entry: { round = 1, step }, steps }: MessageReason): string {
  if (step === undefined) return '';
  if (round > 1) return `Round ${round}, step ${step}${steps === undefined ? '' : ` of ${steps}`}`;
  if (steps === 1) return '';
  return `Step ${step}${steps === undefined ? '' : ` of ${steps}`}`;
}

/** Whole minutes from two on: the seconds are of no use to the reader. */
function waited(seconds: number): string {
  return formatDuration(seconds < 120 ? Math.round(seconds) : Math.round(seconds / 60) * 60);
}
