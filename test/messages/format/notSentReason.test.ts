import { expect, it } from 'vitest';
import { stopWords } from '../../../messages/format/index.ts';
import type { StopReason } from '../../../rules/admission/index.ts';

it('every reason has words of its own, and what was simply sent has none', () => {
  const reasons: Readonly<Record<StopReason | 'resolved', string>> = {
    still_true: 'alert raised for trip "x"',
    shadow: 'in shadow mode',
    silenced: 'Silenced by "x"',
    suppressed: 'the rule "x"',
    throttled: 'last alert sent at x',
    over_budget: 'Over budget (x)',
    quiet_hours: 'until quiet hours end',
    batched: 'in the next summary',
    grouped: 'into the message of x',
    no_recipient: 'no recipient of the rule',
    coaching_off: 'do not allow coaching e-mails',
    resolved: 'resolved while it was held: x',
  };
  for (const [reason, words] of Object.entries(reasons))
    expect(stopWords({ state: 'stopped', reason, detail: 'x' }), reason).toContain(words);
  expect(stopWords({ state: 'raised' })).toBeUndefined();
  const throttled = { state: 'stopped', reason: 'throttled', detail: '2026-11-20T09:00:00.000Z' } as const;
  expect(stopWords(throttled)).toContain('last alert sent at Fri, 20 Nov 2026, 09:00 (UTC)');
  expect(stopWords(throttled, 'de', 'Europe/Berlin')).toContain('10:00 (Europe/Berlin, UTC+1)');
  expect(stopWords({ state: 'stopped', reason: 'resolved', detail: 'gone' })).toContain('no longer at');
  expect(stopWords({ state: 'stopped', reason: 'silenced' })).toBe('Silenced.');
});

it('an alert that another rule suppressed at first says until when, and what became of it then', () => {
  const unsuppressed = { by: 'crash', ended: 'failed' };
  expect(stopWords({ state: 'raised', unsuppressed })).toBe(
    'Suppressed by the rule "crash" until its message failed. Sent then.',
  );
  expect(stopWords({ state: 'stopped', reason: 'silenced', detail: 'x', unsuppressed })).toBe(
    'Suppressed by the rule "crash" until its message failed. Silenced by "x".',
  );
  expect(stopWords({ state: 'raised', unsuppressed: { by: 'crash', ended: 'new_reason' } }, 'de')).toBe(
    'Unterdrückt von der Regel „crash“, bis ihr Alarm endete, ohne gesendet zu werden. Dann gesendet.',
  );
});
