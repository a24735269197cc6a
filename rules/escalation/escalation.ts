import { parseDuration } from '../time/index.ts';
import type { EscalationPolicy, PolicyReceiver, PolicyStep } from '../documents/index.ts';

/** One page of a chain: a step of a round, or what is told when nobody answered. */
export interface Page {
  readonly kind: 'step' | 'unanswered';
  /** Both from 1; the step is absent when nobody answered. */
  readonly round: number;
  readonly step?: number;
  /** Seconds after the page before it, or after the opening. */
  readonly gapSeconds: number;
  readonly notify: readonly PolicyReceiver[];
  readonly when?: PolicyStep['when'];
}

/** How long after the last page nobody has answered, when the policy repeats nothing. */
const UNANSWERED_AFTER_SECONDS = 15 * 60;

/**
 * Every page of a policy's chain, in order: the steps of each round, then what is told when nobody answered (also when the
 * policy names nobody for it: that nobody answered is then only recorded).
 * @param late the chain for trips that come late, when the policy has one
 */
export function pagesOf(policy: EscalationPolicy, { late }: { readonly late: boolean }): readonly Page[] {
  const { steps, repeat } = late && policy.late ? policy.late : policy;
  const everySeconds = repeat ? parseDuration(repeat.every) : UNANSWERED_AFTER_SECONDS;
  const pages: Page[] = [];
  for (let round = 1; round <= 1 + (repeat?.times ?? 0); round += 1)
    steps.forEach(({ after, notify, when }, index) => {
      const before = index > 0 ? parseDuration(steps[index - 1]!.after) : 0;
      const pause = round > 1 && index === 0 ? everySeconds : 0;
      pages.push({
        ...{ kind: 'step', round, step: index + 1, notify },
        gapSeconds: pause + parseDuration(after) - before,
        ...(when && { when }),
      });
    });
  const { round } = pages[pages.length - 1]!;
  return [...pages, { kind: 'unanswered', round, gapSeconds: everySeconds, notify: policy.unanswered ?? [] }];
}
