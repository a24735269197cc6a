import { isInHours } from './steps.ts';
import type { Page } from './steps.ts';

/** An incident's state and its position in the chain. */
export interface IncidentClock {
  readonly state: 'open' | 'acknowledged' | 'resolved';
  /** Pages of the chain taken so far, skipped ones included. */
  readonly position: number;
  /** Null: nothing is due until a person acts. */
  readonly dueAt: Date | null;
}

/**
 * The reason to take a page: it is due, a person escalated, the assignee was silent too long, or the previous page
 * reached no recipient.
 */
export type PageCause = 'time' | 'escalated' | 'paging_resumed' | 'undelivered';

/** The reason that a step is skipped: it is outside its hours, or none of its receivers can be notified. */
export type SkipReason = 'outside_hours' | 'no_recipients';

/** One move of a tick; `page` is the position in the chain, from 0. */
export type IncidentMove =
  | { readonly kind: 'lapse' }
  | {
      readonly kind: 'page';
      readonly page: number;
      readonly cause: PageCause;
      /** No page could notify a recipient within its hours, so the latest recipients are notified again at any hour. */
      readonly isLastResort?: true;
      /** The step is notified outside its hours, because the first round would otherwise notify no recipient. */
      readonly despiteHours?: true;
    }
  | { readonly kind: 'skip'; readonly page: number; readonly reason: SkipReason };

/** The facts on which a tick depends. */
export interface IncidentTickInput {
  readonly clock: IncidentClock;
  readonly pages: readonly Page[];
  readonly at: Date;
  /** A person escalated, and the chain has taken no page since. */
  readonly isHurried: boolean;
  /** All messages of the newest page failed permanently, so no answer can be expected. */
  readonly isUndelivered?: boolean;
  /** The newest page of the chain that notified a recipient since the opening, or since the reopening. */
  readonly newestNotified: number | undefined;
  /** Whether a step within its hours has notified a recipient since the opening or reopening. */
  readonly isNotifiedInHours: boolean;
  /** Returns the number of receivers that a page would notify at that moment. */
  readonly receivers: (page: number) => number;
}

/**
 * Decides which pages are due at a moment, and the incident's clock after it. Each gap begins when the page before was taken,
 * so late ticks move the rest: no page is early, and no time to answer shrinks.
 *
 * - A step outside its hours is skipped; its successor keeps its time, unless a person escalated.
 * - A step without a receiver, and a page that reached no recipient, wait for no answer: the next page is due at once.
 * - When the assignee was silent too long, the newest page that notified a recipient is taken again. The same applies when a
 *   person escalates and no page is left that notifies a recipient.
 * - Where that page and its successors notify no recipient now, the newest earlier page that does is taken.
 * - Where there is none, the latest recipients are notified again, outside their hours too, because a call for help is never
 *   refused. A chain that has notified no recipient yet takes its first page that can.
 * - Where hours would leave the first round and the chain's end without a recipient, steps ignore their hours.
 */
export function decideTick(input: IncidentTickInput): {
  readonly moves: readonly IncidentMove[];
  readonly clock: IncidentClock;
} {
  const { clock, at } = input;
  if (clock.state === 'resolved') return { moves: [], clock: { ...clock, dueAt: null } };
  if (!clock.dueAt || (clock.dueAt > at && !isUnheard(input))) return { moves: [], clock };
  const hasLapsed = clock.state === 'acknowledged';
  const again = hasLapsed || (input.isHurried && !notifiesSomeone(input, clock.position));
  const cause = causeOf(input);
  const { moves, clock: after } = again
    ? takenAgain(input, cause)
    : moveFrom(input, { from: clock.position, cause });
  return { moves: hasLapsed ? [{ kind: 'lapse' }, ...moves] : moves, clock: after };
}

type Tick = ReturnType<typeof decideTick>;

function isUnheard({ clock, isUndelivered }: IncidentTickInput): boolean {
  return isUndelivered === true && clock.state === 'open';
}

function causeOf(input: IncidentTickInput): PageCause {
  if (input.clock.state === 'acknowledged') return 'paging_resumed';
  if (input.isHurried) return 'escalated';
  return isUnheard(input) ? 'undelivered' : 'time';
}

/** Takes pages from the newest one that notified a recipient, or from another page that notifies one now. */
function takenAgain(input: IncidentTickInput, cause: PageCause): Tick {
  const newest = input.newestNotified ?? 0;
  const tick = moveFrom(input, { from: newest, cause });
  const notifies = (index: number): boolean =>
    whyPassedOver(input, index) === undefined && input.receivers(index) > 0;
  if (tick.moves.some((move) => move.kind === 'page' && notifies(move.page))) return tick;
  const earlier = backFrom(newest).find(notifies);
  if (earlier !== undefined) return moveFrom(input, { from: earlier, cause });
  const able = input.pages.flatMap((_, index) => (input.receivers(index) > 0 ? [index] : []));
  const page = able.findLast((index) => index <= newest) ?? able[0] ?? newest;
  const next = input.pages[page + 1];
  const dueAt = next ? new Date(input.at.getTime() + Math.max(0, next.gapSeconds) * 1000) : null;
  return {
    moves: [{ kind: 'page', page, cause, isLastResort: true }],
    clock: { state: 'open', position: page + 1, dueAt },
  };
}

function backFrom(end: number): readonly number[] {
  return Array.from({ length: end }, (_, index) => end - 1 - index);
}

/** Takes the due pages, starting at a page. */
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
 * Returns the reason to skip a page. The `unanswered` page is never skipped, because the missing answer is recorded even
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
 * Returns whether skipping a step that has receivers leaves the rest of the first round and the chain's end without a
 * recipient.
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

/** Returns whether the chain, taken from a page on without waiting, notifies a recipient at that moment. */
function notifiesSomeone(input: IncidentTickInput, from: number): boolean {
  return input.pages.some(
    (_, page) => page >= from && whyPassedOver(input, page) === undefined && input.receivers(page) > 0,
  );
}
