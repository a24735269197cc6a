import { parentPort } from 'node:worker_threads';
import { digestPage, sentDigestPage } from '../../messages/digests/index.ts';
import { tripPage } from '../../messages/pages/index.ts';
import type { TripPageInput } from '../../messages/pages/index.ts';
import type { MessageFleet } from '../../messages/format/index.ts';
import { tripPicture } from '../../messages/picture/index.ts';
import { placeOf } from '../../rules/escalation/index.ts';
import type { IncidentPlace } from '../../rules/escalation/index.ts';
import { importantEvents } from '../../rules/evaluation/index.ts';
import type { Decision, TraceLeaf } from '../../rules/evaluation/index.ts';
import type { PathPoint, SpeedSample, TripEvent } from '../../rules/vocabulary/index.ts';
import { decisionInLanguage } from './decisionLanguage.ts';
import { readDirectory } from './directory.ts';
import { readLifted } from './extractJson.ts';
import { readNotification, withText } from '../webhooks/notification/index.ts';
import type { ReadNotification } from '../webhooks/notification/index.ts';

/** The content of a trip's picture: JSON as the database returns it, and options beside it. */
export interface TripShown {
  readonly path: string | undefined;
  readonly speedProfile: string | undefined;
  readonly events: readonly TripEvent[] | undefined;
  /** The conditions of the rule that an incident is about: what happened there has a place. */
  readonly leaves: readonly TraceLeaf[];
  /** The language of the picture's legend. */
  readonly language: MessageFleet['language'];
}

/**
 * The work that threads do. Answers are small, or texts: an object of many parts takes the one who receives it longer to
 * put together than JSON takes to parse.
 */
const tasks = {
  readNotification(bytes: Uint8Array): ReadNotification {
    return withText(readNotification(bytes));
  },

  readLifted,

  readDirectory,

  decisionInLanguage,

  /** Its charts take most of it. */
  digestPage,

  sentDigestPage,

  tripPage({
    page,
    decision,
  }: {
    readonly page: Omit<TripPageInput, 'decision'>;
    readonly decision: string;
  }): string {
    return tripPage({ ...page, decision: JSON.parse(decision) as Decision });
  },

  drawTrip({ path, speedProfile, events, leaves, language }: TripShown): {
    readonly png: Uint8Array | undefined;
    readonly place: IncidentPlace | undefined;
  } {
    const sections = {
      ...(events && { events }),
      ...(path !== undefined && { path: JSON.parse(path) as PathPoint[] }),
      ...(speedProfile !== undefined && { speedProfile: JSON.parse(speedProfile) as SpeedSample[] }),
    };
    const typeNames = importantEvents(events ?? [], leaves).flatMap(({ typeName }) => typeName ?? []);
    return { png: tripPicture(sections, { language }), place: placeOf(sections, typeNames) };
  },
};

/** The tasks by name. */
export type ThreadTasks = typeof tasks;

/** Runs one task in a thread, and reports its number when it begins. */
export function runTask({
  task,
  input,
  number,
}: {
  readonly task: keyof ThreadTasks;
  readonly input: never;
  readonly number: number;
}): unknown {
  parentPort?.postMessage(number);
  return tasks[task](input);
}
