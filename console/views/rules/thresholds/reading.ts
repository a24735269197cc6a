import type { ConsoleTexts } from '../../../../texts/en/console/index.ts';

/** Function that returns texts about back-tests in the reader's language. */
type Say = (
  key: `backtests.${keyof ConsoleTexts['backtests']}`,
  values?: Readonly<Record<string, string | number>>,
) => string;

/** The results of one value of a sweep. */
interface Point {
  readonly value: number;
  readonly alerts_per_week: number;
  readonly messages_per_recipient_day: { readonly max: number };
  readonly confirmed: number;
  readonly false_alarms: number;
}

/** Values that were tried for one number, and its value today. */
interface Sweep {
  readonly points: readonly Point[];
  readonly current: number;
  readonly strictest_with_all_confirmed?: number | undefined;
}

/** Functions and names for the words of a result. */
export interface Wording {
  readonly say: Say;
  /** Returns a count with one decimal place at most. */
  readonly number: (value: number) => string;
  /** Returns the threshold with its unit. */
  readonly value: (value: number) => string;
  /** The recipient of the rule; undefined when there are several. */
  readonly recipient: string | undefined;
}

/**
 * Returns the results of one value of a sweep as a sentence: "At 6: 31 alerts a week (today 69); at most 14 messages a day for
 * #fleet-safety; all 7 confirmed incidents still open; 4 false alarms do not."
 */
export function readingOf(sweep: Sweep, point: Point, wording: Wording): string {
  const { say, value } = wording;
  const parts = [
    alertsIn(sweep, point, wording),
    messagesIn(point, wording),
    confirmedIn(sweep, point, say),
    falseAlarmsIn(sweep, point, say),
  ];
  return say('backtests.readAt', {
    value: value(point.value),
    parts: parts.filter((part) => part !== undefined).join('; '),
  });
}

/** Returns the point of a sweep for today's value. */
export function todayOf<Each extends Point>({
  points,
  current,
}: {
  readonly points: readonly Each[];
  readonly current: number;
}): Each | undefined {
  return points.find(({ value }) => value === current);
}

function alertsIn(sweep: Sweep, point: Point, { say, number }: Wording): string {
  return say('backtests.readAlerts', {
    shown: number(point.alerts_per_week),
    count: point.alerts_per_week,
    isToday: point.value === sweep.current ? 'yes' : 'no',
    today: number(todayOf(sweep)?.alerts_per_week ?? 0),
  });
}

function messagesIn(point: Point, { say, recipient }: Wording): string {
  const { max: count } = point.messages_per_recipient_day;
  if (count === 0) return say('backtests.readNoMessage');
  return say('backtests.readMessages', { count, recipient: recipient ?? say('backtests.readAnyone') });
}

/**
 * Returns words about the confirmed incidents. The total is included only if some value opens them all,
 * because the total is unknown otherwise.
 */
function confirmedIn(sweep: Sweep, { confirmed: count }: Point, say: Say): string | undefined {
  if (sweep.points.every(({ confirmed }) => confirmed === 0)) return undefined;
  const complete = sweep.points.find(({ value }) => value === sweep.strictest_with_all_confirmed);
  if (!complete) return say('backtests.readConfirmed', { count });
  const total = complete.confirmed;
  return count === total
    ? say('backtests.readAllConfirmed', { total })
    : say('backtests.readSomeConfirmed', { count, total });
}

function falseAlarmsIn(sweep: Sweep, point: Point, say: Say): string | undefined {
  const now = todayOf(sweep)?.false_alarms ?? 0;
  const difference = point.false_alarms - now;
  if (difference > 0) return say('backtests.readMoreFalse', { count: difference });
  if (difference < 0) return say('backtests.readFewerFalse', { count: -difference });
  return now === 0 ? undefined : say('backtests.readSameFalse', { count: now });
}
