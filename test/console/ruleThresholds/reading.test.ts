import { describe, expect, it } from 'vitest';
import { readingOf } from '../../../console/views/rules/thresholds/index.ts';
import { sayInEnglish } from '../../support/browser/consoleSay.ts';

type Sweep = Parameters<typeof readingOf>[0];
type Point = Sweep['points'][number];

function point(value: number, more: Partial<Point> = {}): Point {
  return {
    value,
    alerts_per_week: 3,
    confirmed: 0,
    false_alarms: 0,
    messages_per_recipient_day: { max: 1 },
    ...more,
  };
}

function sweepOf(points: readonly Point[], more: Partial<Sweep> = {}): Sweep {
  return { current: -10, points, ...more };
}

describe('a point of a sweep as a sentence', () => {
  const read = (sweep: Sweep, value: number, recipient?: string): string =>
    readingOf(
      sweep,
      sweep.points.find((each) => each.value === value)!,
      {
        say: sayInEnglish,
        recipient,
        value: (each) => `${each} points`,
        number: (each) => String(each),
      },
    );

  it('names what it sends, beside today, and what becomes of incidents', () => {
    const today = point(-10, { alerts_per_week: 5.5, confirmed: 3, false_alarms: 5 });
    const sweep = sweepOf([point(-12.5, { confirmed: 2, false_alarms: 1 }), today], {
      strictest_with_all_confirmed: -10,
    });
    expect(read(sweep, -12.5, '#fleet-safety')).toBe(
      'At -12.5 points: 3 alerts a week (today 5.5); at most 1 message a day for #fleet-safety; 2 of 3 confirmed incidents still open; 4 false alarms do not.',
    );
    expect(read(sweep, -10)).toBe(
      'At -10 points: 5.5 alerts a week; at most 1 message a day for any recipient; all 3 confirmed incidents still open; so do all 5 false alarms.',
    );
  });

  it('says nothing of incidents where none was resolved', () => {
    const quiet = point(-20, {
      alerts_per_week: 1,
      messages_per_recipient_day: { max: 0 },
    });
    expect(read(sweepOf([quiet, point(-10)]), -20)).toBe(
      'At -20 points: 1 alert a week (today 3); no message.',
    );
  });

  it('names no total where no value opens every confirmed incident, and more false alarms than today', () => {
    const sweep = sweepOf([point(-10, { confirmed: 1 }), point(-5, { confirmed: 2, false_alarms: 1 })]);
    expect(read(sweep, -10)).toContain('; 1 confirmed incident still opens.');
    expect(read(sweep, -5)).toContain('; 2 confirmed incidents still open; 1 more false alarm opens.');
  });
});
