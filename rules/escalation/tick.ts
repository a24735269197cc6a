import { isInHours } from './steps.ts';
import type { Page } from './steps.ts';

/** Where an incident stands, as far as its chain goes. */
export interface IncidentClock {
  readonly state: 'open' | 'acknowledged' | 'resolved';
  /** Pages of the chain taken so far, skipped ones included. */
  readonly position: number;
  /** Null: nothing is due until somebody does something. */
  readonly dueAt: Date | null;
}

/**
 * Why a page is taken: its time has come, a person wants the next one now, who had it was silent too long, or the page before
 * it reached nobody.
 */
export type PageCause = 'time' | 'escalated' | 'paging_resumed' | 'undelivered';

/** Why a step is passed over: outside its hours, or nobody can be notified of those it names. */
export type SkipReason = 'outside_hours' | 'no_recipients';

/** One thing that a turn does; `page` is the position in the chain, from 0. */
export type IncidentMove =
  | { readonly kind: 'lapse' }
  | {
      readonly kind: 'page';
      readonly page: number;
      readonly cause: PageCause;
      /** Nobody could be notified as the policy says: who was notified before is notified again, at whatever hour. */
      readonly isLastResort?: true;
      /** Its hours would have left the first round without anybody. */
      readonly despiteHours?: true;
    }
  | { readonly kind: 'skip'; readonly page: number; readonly reason: SkipReason };

/** What a turn has to know. */
export interface IncidentTickInput {
  readonly clock: IncidentClock;
  readonly pages: readonly Page[];
  readonly at: Date;
  /** A person asked for the next step, and nothing of the chain was taken since. */
  readonly isHurried: boolean;
  /** Every message of the newest page was refused for good: nobody answers who was not notified. */
  readonly isUndelivered?: boolean;
  /** The newest page of the chain that told somebody since the opening, or since it was reopened. */
  readonly newestNotified: number | undefined;
  /** Since then somebody was notified by a step in its hours, as the policy means it. */
  readonly isNotifiedInHours: boolean;
  /** How many people and systems a page would tell at that moment. */
  readonly receivers: (page: number) => number;
}

/**
 * What is due at a moment, and where the incident stands after it. Each gap counts from the moment at which the page before
 * was taken: late turns move the rest, so nobody is notified early, and nobody's time to answer shrinks.
 *
 * A step outside its hours is passed over; its successor keeps its time, unless a person wanted somebody now. A step of which
 * nobody can be notified waits for no answer: the next one is due at once, and so is the one after a page that reached nobody. When
 * a person wants the next step and none is left that notifies anybody, or when who had it was silent too long, the newest page that
 * told somebody is taken again; where that and what follows would notify nobody now, the newest one before it that does; and where
 * there is none, whoever was notified last is notified again, outside of their hours too, and of a chain that has notified nobody yet the
 * first one that can be notified: a call for help is never refused.
 *
 * Hours never leave an incident without anybody: where no step of the first round notifies anybody in its hours, and nobody is
 * named for the end of the chain, steps are told in their time as if they had no hours.
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

/** From the newest page that told somebody on, or from wherever somebody is told now. */
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

/** Takes what is due from a page on. */
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

/** That nobody answered is always taken, though it may notify nobody: it is recorded. */
function whyPassedOver(
  { pages, at, receivers }: IncidentTickInput,
  position: number,
): SkipReason | undefined {
  const page = pages[position]!;
  if (page.kind === 'unanswered') return undefined;
  if (!isInHours(page.when, at)) return 'outside_hours';
  return receivers(position) === 0 ? 'no_recipients' : undefined;
}

/** Whether nobody would be told in the rest of the first round and at the end of the chain if a step were passed over that can tell. */
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

/** Whether the chain, taken from a page on without waiting, notifies anybody at that moment. */
function notifiesSomeone(input: IncidentTickInput, from: number): boolean {
  return input.pages.some(
    (_, page) => page >= from && whyPassedOver(input, page) === undefined && input.receivers(page) > 0,
  );
}
