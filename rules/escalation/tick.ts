import { isInHours } from './chain.ts';
import type { Page } from './chain.ts';

/** The state of an incident, its position in the chain, and the time of its next tick. */
export interface IncidentClock {
  readonly state: 'open' | 'acknowledged' | 'resolved';
  /** Number of the chain's pages handled so far, including skipped pages. */
  readonly position: number;
  /** The time of the next tick. Null: nothing is due until a person acts. */
  readonly dueAt: Date | null;
}

/**
 * The reason for a page. `time`: it is due. `escalated`: a person escalated. `paging_resumed`: the assignee was silent too long.
 * `undelivered`: the previous page reached no recipient.
 */
export type PageCause = 'time' | 'escalated' | 'paging_resumed' | 'undelivered';

/** The reason for skipping a step: the step is outside its hours, or none of its receivers can be notified. */
export type SkipReason = 'outside_hours' | 'no_recipients';

/** One action of a tick. `page` is the page's index in the chain. */
export type IncidentMove =
  | { readonly kind: 'lapse' }
  | {
      readonly kind: 'page';
      readonly page: number;
      readonly cause: PageCause;
      /**
       * True if no page could notify a recipient within its hours, so that the latest recipients are notified again at any hour.
       */
      readonly isLastResort?: true;
      /** True if the step notifies outside its hours, because the first round would otherwise notify no recipient. */
      readonly despiteHours?: true;
    }
  | { readonly kind: 'skip'; readonly page: number; readonly reason: SkipReason };

/** The data that decide a tick. */
export interface IncidentTickInput {
  readonly clock: IncidentClock;
  readonly pages: readonly Page[];
  readonly at: Date;
  /** True if a person escalated and no page has followed yet. */
  readonly isHurried: boolean;
  /** True if all messages of the newest page failed permanently, so that no answer can be expected. */
  readonly isUndelivered?: boolean;
  /** Index of the newest page that notified a recipient since the incident opened or reopened. */
  readonly newestNotified: number | undefined;
  /** Whether a step within its hours has notified a recipient since the incident opened or reopened. */
  readonly isNotifiedInHours: boolean;
  /** Returns the number of receivers that a page would notify now. */
  readonly receivers: (page: number) => number;
}

/**
 * The mode of a tick. `onward` continues the chain, `again` pages recipients again. The first row that applies decides:
 *
 * | incident | condition | mode |
 * |---|---|---|
 * | resolved | | `over` |
 * | any | nothing is due until a person acts | `waiting` |
 * | any | due later; except if the incident is open and its newest page was not delivered | `waiting` |
 * | acknowledged | due: the assignee was silent too long | `again` |
 * | open | a person escalated, and no remaining page can notify a recipient now | `again` |
 * | open | all other cases | `onward` |
 */
type TickMode = 'over' | 'waiting' | 'again' | 'onward';

/**
 * Decides which pages are due at an instant, and the incident's clock afterwards. Each gap begins at the actual time of the
 * previous page. A late tick therefore delays the following pages, so that no page is early and no time to answer is shortened.
 */
export function decideTick(input: IncidentTickInput): {
  readonly moves: readonly IncidentMove[];
  readonly clock: IncidentClock;
} {
  const { clock } = input;
  const cause = causeOf(input);
  switch (modeOf(input)) {
    case 'over':
      return { moves: [], clock: { ...clock, dueAt: null } };
    case 'waiting':
      return { moves: [], clock };
    case 'onward':
      return moveFrom(input, { from: clock.position, cause });
    case 'again': {
      const { moves, clock: after } = pageAgain(input, cause);
      return { moves: clock.state === 'acknowledged' ? [{ kind: 'lapse' }, ...moves] : moves, clock: after };
    }
  }
}

type Tick = ReturnType<typeof decideTick>;

function modeOf(input: IncidentTickInput): TickMode {
  const { clock, at, isHurried } = input;
  if (clock.state === 'resolved') return 'over';
  if (!clock.dueAt || (clock.dueAt > at && !isUnheard(input))) return 'waiting';
  if (clock.state === 'acknowledged') return 'again';
  return isHurried && !notifiesSomeone(input, clock.position) ? 'again' : 'onward';
}

function isUnheard({ clock, isUndelivered }: IncidentTickInput): boolean {
  return isUndelivered === true && clock.state === 'open';
}

function causeOf(input: IncidentTickInput): PageCause {
  if (input.clock.state === 'acknowledged') return 'paging_resumed';
  if (input.isHurried) return 'escalated';
  return isUnheard(input) ? 'undelivered' : 'time';
}

/**
 * Pages again, for an escalation or a silent assignee. Tries these pages in order, until one notifies a recipient now:
 *
 * | pages | reason |
 * |---|---|
 * | the newest page that notified a recipient, and the pages after it | the chain continues there |
 * | earlier pages, the nearest first | their people are within their hours |
 * | the newest page that has a recipient, even outside its hours (`isLastResort`) | a call for help is never ignored |
 * | the first page of the chain that has a recipient | no page has notified a recipient yet |
 */
function pageAgain(input: IncidentTickInput, cause: PageCause): Tick {
  const newest = input.newestNotified ?? 0;
  const tick = moveFrom(input, { from: newest, cause });
  const notifies = (index: number): boolean =>
    whyPassedOver(input, index) === undefined && input.receivers(index) > 0;
  if (tick.moves.some((move) => move.kind === 'page' && notifies(move.page))) return tick;
  const earlier = backFrom(newest).find(notifies);
  if (earlier !== undefined) return moveFrom(input, { from: earlier, cause });
  return pageAsLastResort(input, { newest, cause });
}

function pageAsLastResort(
  { pages, at, receivers }: IncidentTickInput,
  { newest, cause }: { readonly newest: number; readonly cause: PageCause },
): Tick {
  const able = pages.flatMap((_, index) => (receivers(index) > 0 ? [index] : []));
  const page = able.findLast((index) => index <= newest) ?? able[0] ?? newest;
  const next = pages[page + 1];
  const dueAt = next ? new Date(at.getTime() + Math.max(0, next.gapSeconds) * 1000) : null;
  return {
    moves: [{ kind: 'page', page, cause, isLastResort: true }],
    clock: { state: 'open', position: page + 1, dueAt },
  };
}

function backFrom(end: number): readonly number[] {
  return Array.from({ length: end }, (_, index) => end - 1 - index);
}

/**
 * Pages or skips each due step, starting at a position in the chain:
 *
 * | page | move | the next page is due |
 * |---|---|---|
 * | within its hours, with a recipient | `page` | after its gap |
 * | outside its hours, due by time | `skip` | after its gap |
 * | outside its hours, due because a person escalated or the previous page reached no recipient | `skip` | at once |
 * | without a recipient | `skip` | at once |
 * | outside its hours, if else the first round and the chain's end notify no recipient | `page`, `despiteHours` | after its gap |
 */
function moveFrom(input: IncidentTickInput, it: { readonly from: number; readonly cause: PageCause }): Tick {
  const { pages, at } = input;
  const moves: IncidentMove[] = [];
  let { from: position, cause } = it;
  let isNotifiedInHours = input.isNotifiedInHours;
  let dueAt: Date | null = at;
  while (position < pages.length && dueAt && dueAt <= at) {
    const page = position;
    const passedOver = whyPassedOver(input, page);
    const isInItsTime = cause === 'time' || cause === 'undelivered';
    const despiteHours =
      passedOver === 'outside_hours' && isInItsTime && !isNotifiedInHours && wouldNotifyNobody(input, page);
    const reason = despiteHours ? undefined : passedOver;
    position += 1;
    const mayWait = reason === undefined || (reason === 'outside_hours' && cause === 'time');
    const next = pages[position];
    dueAt = next ? new Date(at.getTime() + (mayWait ? Math.max(0, next.gapSeconds) * 1000 : 0)) : null;
    if (reason) moves.push({ kind: 'skip', page, reason });
    else {
      moves.push({ kind: 'page', page, cause, ...(despiteHours && { despiteHours }) });
      isNotifiedInHours ||= !despiteHours && input.receivers(page) > 0;
      cause = 'time';
    }
  }
  return { moves, clock: { state: 'open', position, dueAt: position < pages.length ? dueAt : null } };
}

/**
 * Returns the reason to skip a page, if any. The `unanswered` page is never skipped, because the missing answer is recorded even
 * without a receiver.
 */
function whyPassedOver(
  { pages, at, receivers }: IncidentTickInput,
  position: number,
): SkipReason | undefined {
  const page = pages[position]!;
  if (page.kind === 'unanswered') return undefined;
  if (!isInHours(page.when, at)) return 'outside_hours';
  return receivers(position) === 0 ? 'no_recipients' : undefined;
}

/**
 * Returns whether skipping this step would leave the incident without a notified recipient. The rest of the first round and the
 * end of the chain are considered. Returns false if the step itself has no receivers.
 */
function wouldNotifyNobody({ pages, at, receivers }: IncidentTickInput, passedOver: number): boolean {
  if (receivers(passedOver) === 0) return false;
  let waitMs = 0;
  return pages.every(({ kind, round, gapSeconds, when }, index) => {
    if (index <= passedOver) return true;
    waitMs += gapSeconds * 1000;
    const isMeant =
      kind === 'unanswered' || (round === 1 && isInHours(when, new Date(at.getTime() + waitMs)));
    return !isMeant || receivers(index) === 0;
  });
}

/** Returns whether any page from a position on could notify a recipient now. */
function notifiesSomeone(input: IncidentTickInput, from: number): boolean {
  return input.pages.some(
    (_, page) => page >= from && whyPassedOver(input, page) === undefined && input.receivers(page) > 0,
  );
}
