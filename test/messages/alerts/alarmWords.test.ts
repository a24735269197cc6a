import { describe, expect, it } from 'vitest';
import { alarmOf, alarmWords } from '../../../messages/alerts/index.ts';
import type { AlarmFault } from '../../../messages/alerts/index.ts';
import { ALARM_KINDS } from '../../../store/alarms/index.ts';

/** Faults of kinds whose messages name more than their subject. */
const DETAILED: readonly AlarmFault[] = [
  { kind: 'escalation_policy', subject: 'night', details: { rule: 'crash' } },
  { kind: 'escalation_receivers', subject: 'night', details: { because: 'names', names: 'rotation:x' } },
  { kind: 'escalation_receivers', subject: 'night', details: { because: 'lastResort', incident: '7' } },
  { kind: 'escalation_receivers', subject: 'night', details: { because: 'hours', incident: '7' } },
  { kind: 'escalation_receivers', subject: 'night', details: { because: 'refused', incident: '7' } },
  { kind: 'incident_unanswered', subject: '7', details: { policy: 'night', rule: 'crash' } },
  { kind: 'recipients', subject: 'rule:crash', details: { document: 'rule', id: 'crash', names: 'route:x' } },
  { kind: 'recipients', subject: 'digest:w', details: { document: 'digest', id: 'w', names: 'route:x' } },
  { kind: 'build_without_worker', subject: '', details: { builds: 'tripline/b1 (2)' } },
];
const detailed = new Set<string>(DETAILED.map(({ kind }) => kind));
const FAULTS: readonly AlarmFault[] = [
  ...DETAILED,
  ...ALARM_KINDS.filter((kind) => !detailed.has(kind)).map(
    (kind) => ({ kind, subject: 'too-short' }) as AlarmFault,
  ),
];

/** Details that choose between messages, and appear in none. */
const CHOOSES_WORDS = new Set(['because', 'document']);
const bothHold = (value: string) => (words: readonly string[]) => words.every((each) => each.includes(value));

describe('the words of an alarm', () => {
  it.each(FAULTS)('$kind, $subject: are stored in English and said in German', (fault) => {
    const stored = alarmOf(fault);
    expect(alarmWords(stored, 'en')).toBe(stored.message);
    const german = alarmWords(stored, 'de');
    expect(german).not.toBe(stored.message);
    for (const [name, value] of Object.entries<string>(fault.details ?? {}))
      if (!CHOOSES_WORDS.has(name)) expect([stored.message, german]).toSatisfy(bothHold(value));
    expect(`${stored.message} ${german}`).not.toMatch(/[{}]/);
  });

  it('of a kind that the catalogue lacks are those that were stored', () => {
    const stored = { kind: 'new_kind', subject: '', message: 'Something new.', details: {} };
    expect(alarmWords(stored, 'de')).toBe('Something new.');
  });
});
