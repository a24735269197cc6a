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

/** The data for a trip's picture: JSON text as the database returns it, and options. */
export interface TripShown {
  readonly path: string | undefined;
  readonly speedProfile: string | undefined;
  readonly events: readonly TripEvent[] | undefined;
  /** The conditions of the rule that opened an incident. They determine the place that the picture marks. */
  readonly leaves: readonly TraceLeaf[];
  /** The language of the picture's legend. */
  readonly language: MessageFleet['language'];
}

/**
 * The tasks that threads can run. Results are small or text, because the main thread would need longer to rebuild an object of
 * many parts than to parse JSON.
 */
const tasks = {
  readNotification(bytes: Uint8Array): ReadNotification {
    return withText(readNotification(bytes));
  },

  readLifted,

  readDirectory,

  decisionInLanguage,

  /** Runs in a thread mainly because of its charts. */
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
