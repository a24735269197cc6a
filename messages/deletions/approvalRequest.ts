import { LONGEST_NAME, deletionReasonWords, formatInstant, oneLine } from '../format/index.ts';
import type { AlertMessage, MessageFleet, MessageTrip, Tone } from '../format/index.ts';
import { LONGEST_NOTE, personName } from '../incidents/index.ts';

/** Where a deletion stands. */
export type RequestedState =
  | 'requested'
  | 'approved'
  | 'rejected'
  | 'expired'
  | 'deleting'
  | 'deleted'
  | 'refused'
  | 'gone'
  | 'unknown_outcome';

/** A deletion that waits for a person, or what became of it. Every text is plain and unescaped. */
export interface DeletionRequestMessage {
  readonly kind: 'deletion_request';
  readonly fleet: MessageFleet;
  readonly deletion: {
    readonly id: string;
    readonly state: RequestedState;
    /** ISO 8601, UTC. */
    readonly requestedAt: string;
    readonly expiresAt: string;
    readonly decidedAt?: string;
    /** Who approved or rejected, as people call them. */
    readonly decidedBy?: string;
    readonly note?: string;
    /** Why it ended as it did, e.g. `has_collision`. */
    readonly reason?: string;
    readonly settledAt?: string;
  };
  readonly rule: AlertMessage['rule'];
  readonly driver: AlertMessage['driver'];
  readonly trip: MessageTrip;
  /** Why the rule wants it gone, in one sentence. */
  readonly cause: string;
  /** ISO 8601: when the copy that is at hand was taken; absent: it is taken before the trip is deleted. */
  readonly snapshotTakenAt?: string;
  /** Absolute address of the trip's page. */
  readonly link: string;
  readonly deliveryKey: string;
  readonly possibleRepeat: boolean;
}

/** A deletion's state in words. */
export interface DeletionHeader {
  /** A few words for a title. */
  readonly words: string;
  /** One or two sentences. */
  readonly sentences: readonly string[];
  readonly emoji: string;
  readonly symbol: string;
  readonly tone: Tone;
}

const HEADERS: Readonly<Record<RequestedState, Omit<DeletionHeader, 'sentences'>>> = {
  requested: { words: 'Delete this trip?', emoji: '🟠', symbol: '?', tone: 'warning' },
  approved: { words: 'Deletion approved', emoji: '🔵', symbol: '…', tone: 'info' },
  deleting: { words: 'Trip is being deleted', emoji: '🔵', symbol: '…', tone: 'info' },
  unknown_outcome: { words: 'Trip is being deleted', emoji: '🔵', symbol: '…', tone: 'info' },
  rejected: { words: 'Trip kept', emoji: '🟢', symbol: '✓', tone: 'good' },
  expired: { words: 'Trip kept', emoji: '🟢', symbol: '✓', tone: 'good' },
  refused: { words: 'Trip kept', emoji: '🟢', symbol: '✓', tone: 'good' },
  gone: { words: 'Trip was gone', emoji: '⚫', symbol: '✕', tone: 'neutral' },
  deleted: { words: 'Trip deleted', emoji: '⚫', symbol: '✕', tone: 'neutral' },
};

/** How a deletion stands, in words. */
export function deletionHeader({
  deletion,
  fleet,
}: Pick<DeletionRequestMessage, 'deletion' | 'fleet'>): DeletionHeader {
  const note = oneLine(deletion.note ?? '', LONGEST_NOTE);
  const sentences = [
    ...sentencesOf(deletion, fleet.timezone),
    ...(note && deletion.state !== 'requested' ? [`“${note}”`] : []),
  ];
  return { ...HEADERS[deletion.state], sentences };
}

function sentencesOf(deletion: DeletionRequestMessage['deletion'], zone: string): readonly string[] {
  const by = personName(deletion.decidedBy, LONGEST_NAME);
  const decided = formatInstant(deletion.decidedAt, zone);
  const settled = formatInstant(deletion.settledAt, zone);
  const why = oneLine(deletionReasonWords(deletion) ?? '', LONGEST_NOTE);
  switch (deletion.state) {
    case 'requested': {
      const until = formatInstant(deletion.expiresAt, zone);
      return [
        `The trip is kept unless a person approves the deletion${until === undefined ? '' : ` by ${until}`}.`,
      ];
    }
    case 'approved':
      return [`${by} approved it${at(decided)}. The trip is read again before it is deleted.`, ...some(why)];
    case 'deleting':
      return [`${by} approved it${at(decided)}.`];
    case 'unknown_outcome':
      return [`${by} approved it${at(decided)}.`, 'The outcome is not known yet; Tripline checks again.'];
    case 'rejected':
      return [`${by} rejected the deletion${at(decided)}.`];
    case 'expired':
      return ['Not approved in time.'];
    case 'refused':
      return some(why || 'It was not deleted.');
    case 'gone':
      return ['It was gone before Tripline deleted it.'];
    case 'deleted':
      return [`Deleted${at(settled)}; ${by} had approved it.`];
  }
}

function at(moment: string | undefined): string {
  return moment === undefined ? '' : ` on ${moment}`;
}

function some(text: string): readonly string[] {
  return text ? [text] : [];
}

/** What is said about the copy of the trip. */
export function snapshotWords({
  snapshotTakenAt,
  fleet,
}: Pick<DeletionRequestMessage, 'snapshotTakenAt' | 'fleet'>): string {
  const taken = formatInstant(snapshotTakenAt, fleet.timezone);
  return taken === undefined
    ? 'A copy of the whole trip is stored before it is deleted.'
    : `A copy of the whole trip was stored on ${taken}, and remains stored.`;
}
