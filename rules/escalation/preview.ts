import type { EscalationPolicy, RotationPerson } from '../documents/index.ts';
import { resolvePage } from '../recipients/index.ts';
import type { PageReceiver, RecipientGiven, ResolvedPage } from '../recipients/index.ts';
import { hoursInWords, pagesOf } from './steps.ts';
import type { Page } from './steps.ts';
import { decideTick } from './tick.ts';
import type { IncidentClock, SkipReason } from './tick.ts';

/** One page of a chain as it would be taken if nobody answered. */
export interface PreviewedPage {
  readonly at: Date;
  readonly kind: Page['kind'];
  /** Both from 1; `step` is absent where nobody answered. */
  readonly round: number;
  readonly step?: number;
  /** Who is notified; empty when the step is passed over. */
  readonly receivers: readonly PageReceiver[];
  /** What the policy names and reaches nobody then, as it is written there. */
  readonly unreachable: readonly string[];
  readonly skipped?: SkipReason;
  /** It is notified outside of its hours, which would leave the first round without anybody. */
  readonly despiteHours?: true;
  /** The hours of a step, in words. */
  readonly hours?: string;
}

/**
 * Preview who is notified of an incident, and when: the pages of its chain in order, taken by the very
 * function that takes them when it is real.
 * @param given.rotations the published ones; whose turn it is counts at the time of each page
 */
export function previewChain(
  policy: EscalationPolicy,
  given: { readonly openedAt: Date; readonly late: boolean } & Omit<RecipientGiven, 'at' | 'onCall'>,
): readonly PreviewedPage[] {
  const { openedAt, late, ...named } = given;
  const pages = pagesOf(policy, { late });
  const found: PreviewedPage[] = [];
  let isNotifiedInHours = false;
  let clock: IncidentClock = { state: 'open', position: 0, dueAt: wait(openedAt, pages[0]) };
  while (clock.dueAt) {
    const at = clock.dueAt;
    // The rounds of a chain name the same receivers, and many of them the same rotation.
    const resolved = new Map<Page['notify'], ResolvedPage>();
    const onCall = new Map<string, RotationPerson>();
    for (const { notify } of pages)
      if (!resolved.has(notify)) resolved.set(notify, resolvePage(notify, { ...named, at, onCall }));
    const tick = decideTick({
      ...{ clock, pages, at, isHurried: false, newestNotified: undefined, isNotifiedInHours },
      receivers: (page) => resolved.get(pages[page]?.notify ?? [])?.receivers.length ?? 0,
    });
    for (const move of tick.moves)
      if (move.kind !== 'lapse') {
        const { kind, round, step, when, notify } = pages[move.page]!;
        const { receivers, unreachable } = resolved.get(notify)!;
        const isNotified = move.kind === 'page' && !move.despiteHours && receivers.length > 0;
        isNotifiedInHours ||= isNotified;
        found.push({
          ...{ at, kind, round },
          ...(step !== undefined && { step }),
          ...(move.kind === 'skip'
            ? { receivers: [], unreachable, skipped: move.reason }
            : { receivers, unreachable }),
          ...(move.kind === 'page' && move.despiteHours && { despiteHours: true as const }),
          ...(when && { hours: hoursInWords(when) }),
        });
      }
    clock = tick.clock;
  }
  return found;
}

function wait(openedAt: Date, first: Page | undefined): Date {
  return new Date(openedAt.getTime() + (first?.gapSeconds ?? 0) * 1_000);
}
