import type { Page } from './escalation.ts';
import { isInHours } from './escalationHours.ts';

/** Where an incident stands, as far as its chain goes. */
export interface IncidentClock {
  readonly state: 'open' | 'acknowledged' | 'resolved';
  /** Pages of the chain taken so far, skipped ones included. */
  readonly position: number;
  /** Null: nothing is due until somebody does something. */
  readonly dueAt: Date | null;
}

/** Why a page is taken: its time has come, a person wants the next one now, or who had it was silent too long. */
export type PageCause = 'time' | 'escalated' | 'lapsed';

/** Why a step is passed over: outside its hours, or nobody can be told of those it names. */
export type SkipReason = 'outside_hours' | 'nobody_to_tell';

/** One thing that a turn does; `page` is the position in the chain, from 0. */
export type IncidentMove =
  | { readonly kind: 'lapse' }
  | { readonly kind: 'page'; readonly page: number; readonly cause: PageCause }
  | { readonly kind: 'skip'; readonly page: number; readonly reason: SkipReason };

/** What a turn has to know. */
export interface IncidentTurnInput {
  readonly clock: IncidentClock;
  readonly pages: readonly Page[];
  readonly at: Date;
  /** A person asked for the next step, and nothing of the chain was taken since. */
  readonly isHurried: boolean;
  /** The newest page of the chain that told somebody since the opening, or since it was reopened. */
  readonly newestTold: number | undefined;
  /** How many people and systems a page would tell at that moment. */
  readonly receivers: (page: number) => number;
}

/**
 * What is due at a moment, and where the incident stands after it. Each gap counts from the moment at which the page before
 * was taken: late turns move the rest, so nobody is told early, and nobody's time to answer shrinks.
 *
 * A step outside its hours is passed over; its successor keeps its time, unless a person wanted somebody now. A step of which
 * nobody can be told waits for no answer: the next one is due at once. When a person wants the next step and none is left that
 * tells anybody, or when who had it was silent too long, the newest page that told somebody is taken again: a call for help
 * is never refused, and where it would reach nobody else, hours do not count.
 */
export function incidentTurn(input: IncidentTurnInput): {
  readonly moves: readonly IncidentMove[];
  readonly clock: IncidentClock;
} {
  const { clock, pages, at } = input;
  if (clock.state === 'resolved') return { moves: [], clock: { ...clock, dueAt: null } };
  if (!clock.dueAt || clock.dueAt > at) return { moves: [], clock };
  const hasLapsed = clock.state === 'acknowledged';
  const again = hasLapsed || (input.isHurried && !tellsSomebody(input, clock.position));
  const moves: IncidentMove[] = hasLapsed ? [{ kind: 'lapse' }] : [];
  let cause: PageCause = hasLapsed ? 'lapsed' : input.isHurried ? 'escalated' : 'time';
  const retaken = again ? pageToRetake(input) : undefined;
  let position = retaken?.page ?? clock.position;
  let dueAt: Date | null = at;
  while (position < pages.length && dueAt && dueAt <= at) {
    const page = position;
    const isFree = retaken?.page === page && retaken.despiteHours;
    const reason = isFree ? undefined : whyPassedOver(input, page);
    position += 1;
    const mayWait = reason === undefined || (reason === 'outside_hours' && cause === 'time');
    const next = pages[position];
    dueAt = next ? new Date(at.getTime() + (mayWait ? Math.max(0, next.gapSeconds) * 1000 : 0)) : null;
    if (reason) moves.push({ kind: 'skip', page, reason });
    else {
      moves.push({ kind: 'page', page, cause });
      cause = 'time';
    }
  }
  return { moves, clock: { state: 'open', position, dueAt: position < pages.length ? dueAt : null } };
}

/** That nobody answered is always taken, though it may tell nobody: it is recorded. */
function whyPassedOver(
  { pages, at, receivers }: IncidentTurnInput,
  position: number,
): SkipReason | undefined {
  const page = pages[position]!;
  if (page.kind === 'unanswered') return undefined;
  if (!isInHours(page.when, at)) return 'outside_hours';
  return receivers(position) === 0 ? 'nobody_to_tell' : undefined;
}

/** Whether the chain, taken from a page on without waiting, tells anybody at that moment. */
function tellsSomebody(input: IncidentTurnInput, from: number): boolean {
  return input.pages.some(
    (_, page) => page >= from && whyPassedOver(input, page) === undefined && input.receivers(page) > 0,
  );
}

/**
 * The page that is taken again: the newest one that told somebody. Where neither it nor what follows would tell anybody now,
 * the newest one before it that can, at any hour; of a chain that has told nobody yet the first one that can.
 */
function pageToRetake(input: IncidentTurnInput): { readonly page: number; readonly despiteHours: boolean } {
  const page = input.newestTold ?? 0;
  if (tellsSomebody(input, page)) return { page, despiteHours: false };
  const able = input.pages.flatMap((_, index) => (input.receivers(index) > 0 ? [index] : []));
  const free = able.findLast((index) => index <= page) ?? able[0];
  return free === undefined ? { page, despiteHours: false } : { page: free, despiteHours: true };
}
