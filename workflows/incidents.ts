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

/** A history of so many turns is long enough; everything about the incident stands in the store. */
const TICKS_A_RUN = 100;

/** What a run of the workflow knows. */
interface Run {
  readonly input: IncidentInput;
  readonly timeline: IncidentMoment[];
  /** Messages that are being carried out: their ids in the ledger. */
  readonly underWay: Set<string>;
  /** It has taken no turn yet. */
  isNew: boolean;
  /** A signal reported a change, and no tick has run since. */
  hasNews: boolean;
  /** Messages are being brought up to date. */
  isRefreshing: boolean;
  /** They are not up to date any more. */
  isStale: boolean;
}

/**
 * The durable clock of an incident: it sees that its next step comes when it is due, whatever crashes meanwhile. What is due
 * is decided under the incident's lock, and nowhere else: a signal only says that it is worth looking.
 */
export async function incidentWorkflow(input: IncidentInput): Promise<IncidentResult> {
  const run = beginRun(input);
  for (let ticks = 0; ; ticks += 1) {
    const { tick, shows } = await nextTick(run);
    sendNew(run, tick.deliveries, shows);
    if (tick.over && (await hasComeToRest(run))) return resultOf(run);
    if (!tick.over) await untilDueOrNews(run, tick.waitMs);
    // What is under way when a run ends is taken up by the next one, after its claim is over: better when nothing is.
    if ((ticks >= TICKS_A_RUN && run.underWay.size === 0) || workflowInfo().continueAsNewSuggested)
      await makeContinueAsNewFunc<typeof incidentWorkflow>(ON_CURRENT)({ ...input, timeline: run.timeline });
  }
}

function beginRun(input: IncidentInput): Run {
  const run: Run = {
    ...{ input, timeline: [...(input.timeline ?? [])], underWay: new Set<string>() },
    ...{ isNew: true, hasNews: false, isRefreshing: false, isStale: false },
  };
  setHandler(changed, () => void (run.hasNews = true));
  setHandler(wholeTimeline, () => run.timeline);
  if (input.timeline) refresh(run);
  return run;
}

/** @returns the turn, and which entry of the timeline, 0 for an unknown one, its messages show if they go out now */
async function nextTick(run: Run) {
  const { fleet, incidentId } = run.input;
  run.hasNews = false;
  const after = lastSeq(run);
  const tick = await page.tickIncident({ fleet, incidentId, after });
  run.timeline.push(...tick.moments);
  if (tick.progress) setCurrentDetails(incidentInWords(tick.progress, run.timeline));
  const hasNews = areNews(tick.moments, after);
  if (hasNews) refresh(run);
  // An earlier run may have begun with them: they show how it stood then, if they are out.
  const isTakenOver = run.isNew && (hasNews || after > 0);
  run.isNew = false;
  return { tick, shows: isTakenOver ? 0 : lastSeq(run) };
}

/** How the life of an incident begins: until then no message is out that could be brought up to date. */
const BEGINNING = ['opened', 'paged'];

/** A run that begins again takes over messages of an earlier one, which show how it stood then. */
function areNews(moments: readonly IncidentMoment[], after: number): boolean {
  if (after > 0) return moments.length > 0;
  return moments.some(({ kind }, index) => kind !== BEGINNING[index]);
}

/** Side by side, and nobody waits: neither one that fails nor one that takes its time holds up the next step. */
function sendNew(run: Run, deliveries: readonly DueDelivery[], shows: number): void {
  for (const due of deliveries) if (!run.underWay.has(due.id)) void sendOne(run, due, shows);
}

async function sendOne(run: Run, due: DueDelivery, shows: number): Promise<void> {
  run.underWay.add(due.id);
  try {
    // A page that reaches nobody waits for nobody's answer.
    if ((await sendDue(run.input.fleet, due)) === 'failed') run.hasNews = true;
  } catch (error) {
    log.error('A message of an incident could not be delivered.', { delivery: due.id, error });
  }
  run.underWay.delete(due.id);
  if (lastSeq(run) > shows) refresh(run);
}

/** Every message is brought up to date; what changes meanwhile is seen to afterwards. */
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

/** Whether everyone has heard of the end. News meanwhile, such as that it was reopened, come first. */
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
