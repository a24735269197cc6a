import { LONGEST_NAME, deletionReasonWords, formatInstant, oneLine } from '../format/index.ts';
import type { AlertMessage, MessageFleet, MessageTrip, Tone } from '../format/index.ts';
import { LONGEST_NOTE } from '../incidents/index.ts';
import { textsOf } from '../language/index.ts';

/** States of a deletion. */
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

/** A deletion that waits for a person, or its outcome. Every text is plain and unescaped. */
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
    /** Display name of the person who approved or rejected. */
    readonly decidedBy?: string;
    readonly note?: string;
    /** Reason for its state, e.g. `has_collision`. */
    readonly reason?: string;
    readonly settledAt?: string;
  };
  readonly rule: AlertMessage['rule'];
  readonly driver: AlertMessage['driver'];
  readonly trip: MessageTrip;
  /** Reason that the rule requests the deletion, in one sentence in English; absent: none is stored. */
  readonly cause?: string;
  /** The cause in the fleet's language; absent: that is English. */
  readonly shownCause?: string;
  /** Time at which the available copy was taken, ISO 8601; absent: a copy is taken before the trip is deleted. */
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

const SIGNS: Readonly<Record<RequestedState, Pick<DeletionHeader, 'emoji' | 'symbol' | 'tone'>>> = {
  requested: { emoji: '🟠', symbol: '?', tone: 'warning' },
  approved: { emoji: '🔵', symbol: '…', tone: 'info' },
  deleting: { emoji: '🔵', symbol: '…', tone: 'info' },
  unknown_outcome: { emoji: '🔵', symbol: '…', tone: 'info' },
  rejected: { emoji: '🟢', symbol: '✓', tone: 'good' },
  expired: { emoji: '🟢', symbol: '✓', tone: 'good' },
  refused: { emoji: '🟢', symbol: '✓', tone: 'good' },
  gone: { emoji: '⚫', symbol: '✕', tone: 'neutral' },
  deleted: { emoji: '⚫', symbol: '✕', tone: 'neutral' },
};

/** Describes a deletion's state in words. */
export function deletionHeader({
  deletion,
  fleet,
}: Pick<DeletionRequestMessage, 'deletion' | 'fleet'>): DeletionHeader {
  const say = textsOf(fleet.language);
  const note = oneLine(deletion.note ?? '', LONGEST_NOTE);
  const sentences = [
    ...sentencesOf(deletion, fleet),
    ...(note && deletion.state !== 'requested' ? [say('deletions.note', { note })] : []),
  ];
  return { words: say(`deletions.title_${deletion.state}`), ...SIGNS[deletion.state], sentences };
}

function sentencesOf(
  deletion: DeletionRequestMessage['deletion'],
  { timezone, language }: MessageFleet,
): readonly string[] {
  const say = textsOf(language);
  const instant = (at: string | undefined): string | undefined => formatInstant(at, timezone, language);
  const by = oneLine(deletion.decidedBy ?? '', LONGEST_NAME) || say('deletions.someone');
  const moment = instant(deletion.decidedAt);
  const why = oneLine(deletionReasonWords(deletion, language) ?? '', LONGEST_NOTE);
  const approved =
    moment === undefined ? say('deletions.approved', { by }) : say('deletions.approvedAt', { by, moment });
  switch (deletion.state) {
    case 'requested': {
      const until = instant(deletion.expiresAt);
      return [
        until === undefined
          ? say('deletions.keptUnlessApproved')
          : say('deletions.keptUnlessApprovedBy', { until }),
      ];
    }
    case 'approved':
      return [`${approved} ${say('deletions.readAgain')}`, ...some(why)];
    case 'deleting':
      return [approved];
    case 'unknown_outcome':
      return [approved, say('deletions.outcomeUnknown')];
    case 'rejected':
      return [
        moment === undefined
          ? say('deletions.rejected', { by })
          : say('deletions.rejectedAt', { by, moment }),
      ];
    case 'expired':
      return [say('deletions.expired')];
    case 'refused':
      return some(why || say('deletions.notDeleted'));
    case 'gone':
      return [say('deletions.gone')];
    case 'deleted': {
      const settled = instant(deletion.settledAt);
      return [
        settled === undefined
          ? say('deletions.deleted', { by })
          : say('deletions.deletedAt', { by, moment: settled }),
      ];
    }
  }
}

function some(text: string): readonly string[] {
  return text ? [text] : [];
}

/** Says when the copy of the trip was taken, or that one will be taken. */
export function snapshotWords({
  snapshotTakenAt,
  fleet,
}: Pick<DeletionRequestMessage, 'snapshotTakenAt' | 'fleet'>): string {
  const say = textsOf(fleet.language);
  const moment = formatInstant(snapshotTakenAt, fleet.timezone, fleet.language);
  return moment === undefined ? say('deletions.copyIsMade') : say('deletions.copyWasMade', { moment });
}
