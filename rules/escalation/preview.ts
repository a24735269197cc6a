import type { EscalationPolicy, RotationPerson } from '../documents/index.ts';
import { resolvePage } from '../recipients/index.ts';
import type { PageReceiver, RecipientGiven, ResolvedPage } from '../recipients/index.ts';
import { hoursInWords, pagesOf } from './chain.ts';
import type { Page } from './chain.ts';
import { decideTick } from './tick.ts';
import type { IncidentClock, SkipReason } from './tick.ts';

/** One page of a chain in a preview, which assumes that the incident is not answered. */
export interface PreviewedPage {
  readonly at: Date;
  readonly kind: Page['kind'];
  /** Numbers of the round and the step, from 1. `step` is absent for the page at the end of the chain. */
  readonly round: number;
  readonly step?: number;
  /** The receivers that are notified. Empty if the step is skipped. */
  readonly receivers: readonly PageReceiver[];
  /** Receivers named in the policy that resolve to no recipient at that time. */
  readonly unreachable: readonly string[];
  readonly skipped?: SkipReason;
  /** True if the step notifies outside its hours, because the first round would otherwise notify no recipient. */
  readonly despiteHours?: true;
  /** The step's hours in words. */
  readonly hours?: string;
}

/** The state of an incident from which the preview starts. */
interface ChainState extends Omit<RecipientGiven, 'at' | 'onCall'> {
  readonly clock: IncidentClock;
  /** True if a person escalated and no page has followed yet. */
  readonly isHurried: boolean;
  /** Index of the newest page that notified a recipient. */
  readonly newestNotified: number | undefined;
  readonly isNotifiedInHours: boolean;
}

/**
 * Previews the pages of an incident's chain in order, with times and receivers. It uses `decideTick`, as a real incident does.
 * @param given.rotations the published rotations; the person on call is resolved at the time of each page
 */
export function previewChain(
  policy: EscalationPolicy,
  given: { readonly openedAt: Date; readonly late: boolean } & Omit<RecipientGiven, 'at' | 'onCall'>,
): readonly PreviewedPage[] {
  const { openedAt, late, ...named } = given;
  const pages = pagesOf(policy, { late });
  const clock: IncidentClock = { state: 'open', position: 0, dueAt: wait(openedAt, pages[0]) };
  return [
    ...chainFrom(pages, {
      ...named,
      clock,
      isHurried: false,
      newestNotified: undefined,
      isNotifiedInHours: false,
    }),
  ];
}

/**
 * Returns the next page of an open incident that will notify a recipient if there is no answer. Returns `undefined` if no such
 * page is left.
 */
export function nextPage(
  policy: EscalationPolicy,
  given: ChainState & { readonly late: boolean },
): PreviewedPage | undefined {
  for (const page of chainFrom(pagesOf(policy, given), given)) if (page.receivers.length > 0) return page;
  return undefined;
}

function* chainFrom(pages: readonly Page[], given: ChainState): Generator<PreviewedPage> {
  const { newestNotified, ...named } = given;
  let { clock, isHurried, isNotifiedInHours } = given;
  while (clock.dueAt) {
    const at = clock.dueAt;
    // Receivers are resolved once per list, because rounds repeat the same receivers, and many name the same rotation.
    const resolved = new Map<Page['notify'], ResolvedPage>();
    const onCall = new Map<string, RotationPerson>();
    for (const { notify } of pages)
      if (!resolved.has(notify)) resolved.set(notify, resolvePage(notify, { ...named, at, onCall }));
    const tick = decideTick({
      clock,
      pages,
      at,
      isHurried,
      newestNotified,
      isNotifiedInHours,
      receivers: (page) => resolved.get(pages[page]?.notify ?? [])?.receivers.length ?? 0,
    });
    for (const move of tick.moves)
      if (move.kind !== 'lapse') {
        const { kind, round, step, when, notify } = pages[move.page]!;
        const { receivers, unreachable } = resolved.get(notify)!;
        isNotifiedInHours ||= move.kind === 'page' && !move.despiteHours && receivers.length > 0;
        yield {
          at,
          kind,
          round,
          ...(step !== undefined && { step }),
          ...(move.kind === 'skip'
            ? { receivers: [], unreachable, skipped: move.reason }
            : { receivers, unreachable }),
          ...(move.kind === 'page' && move.despiteHours && { despiteHours: true as const }),
          ...(when && { hours: hoursInWords(when) }),
        };
      }
    clock = tick.clock;
    isHurried = false;
  }
}

function wait(openedAt: Date, first: Page | undefined): Date {
  return new Date(openedAt.getTime() + (first?.gapSeconds ?? 0) * 1_000);
}
