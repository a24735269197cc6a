import {
  condition,
  defineQuery,
  defineSignal,
  log,
  makeContinueAsNewFunc,
  proxyActivities,
  setCurrentDetails,
  setHandler,
  workflowInfo,
} from '@temporalio/workflow';
import type { Activities } from '../activities/index.ts';
import type { DueDelivery } from '../activities/trips/index.ts';
import {
  INCIDENT_SIGNAL,
  INCIDENT_TIMELINE,
  answersSlowly,
  isChannel,
  sendActivity,
} from './contracts/index.ts';
import type { IncidentInput, IncidentMoment, IncidentResult } from './contracts/index.ts';
import { incidentInWords } from './currentDetails.ts';
import { ON_CURRENT, PAGE, PAGE_SLOWLY, SEND, SEND_PAGE } from './profiles.ts';

const changed = defineSignal(INCIDENT_SIGNAL);
const wholeTimeline = defineQuery<readonly IncidentMoment[]>(INCIDENT_TIMELINE);

const page = proxyActivities<Activities>(PAGE);
const send = proxyActivities<Activities>(SEND_PAGE);
const slow = proxyActivities<Activities>(PAGE_SLOWLY);
const update = proxyActivities<Activities>(SEND);

/** Number of ticks after which a new run starts, to limit the history. The incident's data is in the store. */
const TICKS_A_RUN = 100;

/** State of one run of the workflow. */
interface Run {
  readonly input: IncidentInput;
  readonly timeline: IncidentMoment[];
  /** Ids of the messages that are currently being delivered. */
  readonly underWay: Set<string>;
  /** Whether no tick has run yet. */
  isNew: boolean;
  /** Whether a signal reported a change after the last tick. */
  hasNews: boolean;
  /** Whether messages are currently being updated. */
  isRefreshing: boolean;
  /** Whether messages show an outdated state. */
  isStale: boolean;
}

/**
 * Keeps the clock of an incident, which survives crashes: carries out the next step when it is due. Steps are determined only in
 * the activity, under the incident's lock. A signal only requests a tick.
 */
export async function incidentWorkflow(input: IncidentInput): Promise<IncidentResult> {
  const run = beginRun(input);
  for (let ticks = 0; ; ticks += 1) {
    const { tick, shows } = await nextTick(run);
    sendNew(run, tick.deliveries, shows);
    if (tick.over && (await hasComeToRest(run))) return resultOf(run);
    if (!tick.over) await untilDueOrNews(run, tick.waitMs);
    // Prefers to start a new run when no delivery is unfinished. The new run would continue such deliveries only after their
    // claims expire.
    if ((ticks >= TICKS_A_RUN && run.underWay.size === 0) || workflowInfo().continueAsNewSuggested)
      await makeContinueAsNewFunc<typeof incidentWorkflow>(ON_CURRENT)({ ...input, timeline: run.timeline });
  }
}

function beginRun(input: IncidentInput): Run {
  const run: Run = {
    input,
    timeline: [...(input.timeline ?? [])],
    underWay: new Set<string>(),
    isNew: true,
    hasNews: false,
    isRefreshing: false,
    isStale: false,
  };
  setHandler(changed, () => void (run.hasNews = true));
  setHandler(wholeTimeline, () => run.timeline);
  if (input.timeline) refresh(run);
  return run;
}

/**
 * Runs one tick.
 * @returns the tick, and the number of the timeline entry that its messages show if they are sent now; 0 means unknown
 */
async function nextTick(run: Run) {
  const { fleet, incidentId } = run.input;
  run.hasNews = false;
  const after = lastSeq(run);
  const tick = await page.tickIncident({ fleet, incidentId, after });
  run.timeline.push(...tick.moments);
  if (tick.progress) setCurrentDetails(incidentInWords(tick.progress, run.timeline));
  const hasNews = areNews(tick.moments, after);
  if (hasNews) refresh(run);
  // Messages that an earlier run may have started: if they were sent, they show the incident's state of that time.
  const isTakenOver = run.isNew && (hasNews || after > 0);
  run.isNew = false;
  return { tick, shows: isTakenOver ? 0 : lastSeq(run) };
}

/** Kinds of an incident's first timeline entries. Until they are recorded, no message has been sent that could need an update. */
const BEGINNING = ['opened', 'paged'];

/**
 * Returns whether messages need an update. A new run that finds entries always updates, because an earlier run's messages show an
 * older state.
 */
function areNews(moments: readonly IncidentMoment[], after: number): boolean {
  if (after > 0) return moments.length > 0;
  return moments.some(({ kind }, index) => kind !== BEGINNING[index]);
}

/** Sends messages in parallel without waiting, so that a slow or failing message does not delay the next step. */
function sendNew(run: Run, deliveries: readonly DueDelivery[], shows: number): void {
  for (const due of deliveries) if (!run.underWay.has(due.id)) void sendOne(run, due, shows);
}

async function sendOne(run: Run, due: DueDelivery, shows: number): Promise<void> {
  run.underWay.add(due.id);
  try {
    // A page that was not delivered does not wait for an answer: the next step is due at once.
    if ((await sendDue(run.input.fleet, due)) === 'failed') run.hasNews = true;
  } catch (error) {
    log.error('A message of an incident could not be delivered.', { delivery: due.id, error });
  }
  run.underWay.delete(due.id);
  if (lastSeq(run) > shows) refresh(run);
}

/** Updates all messages. A change during an update causes another update. */
function refresh(run: Run): void {
  run.isStale = true;
  if (!run.isRefreshing) void refreshUntilFresh(run);
}

async function refreshUntilFresh(run: Run): Promise<void> {
  const { fleet, incidentId } = run.input;
  run.isRefreshing = true;
  while (run.isStale) {
    run.isStale = false;
    try {
      await update.refreshIncidentMessages({ fleet, incidentId });
    } catch (error) {
      log.error('Messages of an incident could not be brought up to date.', { error });
    }
  }
  run.isRefreshing = false;
}

async function untilDueOrNews(run: Run, waitMs: number | undefined): Promise<void> {
  if (waitMs === undefined) await condition(() => run.hasNews);
  else if (waitMs > 0) await condition(() => run.hasNews, waitMs);
}

/** Waits until all messages are sent and updated. Returns false if a change, such as a reopening, came meanwhile. */
async function hasComeToRest(run: Run): Promise<boolean> {
  await condition(() => run.hasNews || (run.underWay.size === 0 && !run.isRefreshing));
  return !run.hasNews;
}

function sendDue(fleet: string, { id: deliveryId, action }: DueDelivery): Promise<unknown> {
  if (!isChannel(action)) throw new Error(`An incident sends messages, and ${action} is not a message.`);
  return (answersSlowly(action) ? slow : send)[sendActivity(action)]({ fleet, deliveryId });
}

function lastSeq({ timeline }: Run): number {
  return timeline.at(-1)?.seq ?? 0;
}

function resultOf({ timeline }: Run): IncidentResult {
  const pages = timeline.filter(({ kind }) => kind === 'paged' || kind === 'unanswered').length;
  return { state: 'resolved', pages };
}
