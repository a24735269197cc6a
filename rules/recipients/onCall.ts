import type { Rotation, RotationPerson } from '../documents/index.ts';
import {
  WEEKDAYS,
  addDays,
  firstInstantFrom,
  minutesOfTime,
  utcDate,
  weekdayOf,
  zonedClock,
} from '../time/index.ts';

/** The rotations that policies may name, by id. */
export type Rotations = ReadonlyMap<string, Rotation>;

/**
 * The start date of rotations without `starts`, which is a Monday. The first person has the week of the first handover on or
 * after it. A fixed date is used so that the order does not depend on the current date or the date of publication.
 */
const EPOCH_DATE = '2024-01-01';

const DAY_MILLIS = 86_400_000;

/** A period during which one person is on shift. */
export interface Shift {
  readonly person: RotationPerson;
  /** The first instant of the shift. */
  readonly from: Date;
  /** The first instant after the shift. */
  readonly to: Date;
  /** `week`: the shift is the person's regular week. `override`: an override assigned the shift. */
  readonly because: 'week' | 'override';
}

interface Span {
  readonly from: Date;
  readonly to: Date;
}

interface OverrideSpan extends Span {
  readonly person: RotationPerson;
}

/** Returns the instant of a local date and time, such as `2026-12-24T08:00`. */
function localInstant(local: string, zone: string): Date {
  const [date = '', time = ''] = local.split('T');
  return firstInstantFrom({ date, minutes: minutesOfTime(time) }, zone);
}

/**
 * Yields the overrides in order of precedence: an override that is listed later takes precedence. Skips overrides for people who
 * are not in the rotation.
 */
function* overridesOf({ overrides = [], people, timezone }: Rotation): Generator<OverrideSpan> {
  for (const { from, to, person: name } of overrides.toReversed()) {
    const person = people.find((each) => each.name === name);
    if (person) yield { person, from: localInstant(from, timezone), to: localInstant(to, timezone) };
  }
}

/** A time that is longer than any zone's offset from UTC. */
const FARTHEST_FROM_UTC_MILLIS = 2 * DAY_MILLIS;

/**
 * Returns the rotation with only those overrides that may apply near an instant. Other overrides are omitted, because converting
 * their local times is the most expensive part.
 */
function withOverridesNear(rotation: Rotation, at: Date): Rotation {
  // Local times are compared as texts. The two dates are far enough away to be before and after the instant in every time zone.
  const [earliest, latest] = [-FARTHEST_FROM_UTC_MILLIS, FARTHEST_FROM_UTC_MILLIS].map((millis) =>
    utcDate(at.getTime() + millis),
  ) as [string, string];
  const near = (rotation.overrides ?? []).filter(({ from, to }) => from < latest && earliest <= to);
  return { ...rotation, overrides: near };
}

/** Returns the date on which the first person's first week begins. */
function firstHandover({ starts = EPOCH_DATE, handover }: Rotation): string {
  const [begun, wanted] = [weekdayOf(starts), handover.weekday].map((day) => WEEKDAYS.indexOf(day));
  return addDays(starts, (wanted! - begun! + 7) % 7);
}

function handoverOf(rotation: Rotation, week: number): Date {
  const date = addDays(firstHandover(rotation), week * 7);
  return firstInstantFrom({ date, minutes: minutesOfTime(rotation.handover.at) }, rotation.timezone);
}

/** Returns the number of weeks since the first person's first week, which is negative before it. */
function weekAt(rotation: Rotation, at: Date): number {
  const { date } = zonedClock(at, rotation.timezone);
  const days = (Date.parse(date) - Date.parse(firstHandover(rotation))) / DAY_MILLIS;
  let week = Math.floor(days / 7) + 1;
  while (handoverOf(rotation, week) > at) week -= 1;
  return week;
}

function personOfWeek({ people }: Rotation, week: number): RotationPerson {
  const person = people[((week % people.length) + people.length) % people.length];
  if (!person) throw new RangeError('A rotation has at least one person.');
  return person;
}

function holds({ from, to }: Span, at: Date): boolean {
  return from <= at && at < to;
}

/**
 * Returns the person who is on shift at an instant. Weeks last from handover to handover in the rotation's time zone. An override
 * applies from its `from` up to its `to`; if two overlap, the one listed last applies.
 *
 * If a clock change skips the time of a handover, the handover is at the change. If the time occurs twice, it is at the first
 * occurrence.
 */
export function personOnShift(rotation: Rotation, at: Date): RotationPerson {
  for (const override of overridesOf(withOverridesNear(rotation, at)))
    if (holds(override, at)) return override.person;
  return personOfWeek(rotation, weekAt(rotation, at));
}

/** Returns the shifts that overrides assign, in order. Adjacent shifts of one person are merged. */
function overrideShifts(overrides: readonly OverrideSpan[]): Shift[] {
  const spans = overrides.map(({ person, from, to }) => ({ person, from: from.getTime(), to: to.getTime() }));
  const bounds = [...new Set(spans.flatMap(({ from, to }) => [from, to]))].sort((a, b) => a - b);
  const found: Shift[] = [];
  bounds.slice(1).forEach((end, index) => {
    const [start, to] = [bounds[index]!, new Date(end)];
    const person = spans.find((each) => each.from <= start && start < each.to)?.person;
    const last = found.at(-1);
    if (!person) return;
    if (last?.person === person && last.to.getTime() === start) found[found.length - 1] = { ...last, to };
    else found.push({ person, from: new Date(start), to, because: 'override' });
  });
  return found;
}

/** Returns the parts of a regular week that no override covers. */
function leftOfWeek(week: Span, person: RotationPerson, taken: readonly Shift[]): Shift[] {
  const left: Shift[] = [];
  let { from } = week;
  for (const override of taken) {
    if (override.to <= from || override.from >= week.to) continue;
    if (from < override.from) left.push({ person, from, to: override.from, because: 'week' });
    from = override.to;
  }
  if (from < week.to) left.push({ person, from, to: week.to, because: 'week' });
  return left;
}

/**
 * Returns the complete shifts that overlap a period, in order and without gaps. Two weeks of one person are two shifts. Only
 * weeks of the period are computed, even if an override extends beyond it.
 */
export function shiftsBetween(rotation: Rotation, from: Date, to: Date): readonly Shift[] {
  const taken = overrideShifts([...overridesOf(rotation)]);
  const shifts = [...taken];
  const last = weekAt(rotation, to);
  for (let week = weekAt(rotation, from); week <= last; week += 1) {
    const span = { from: handoverOf(rotation, week), to: handoverOf(rotation, week + 1) };
    shifts.push(...leftOfWeek(span, personOfWeek(rotation, week), taken));
  }
  return shifts
    .filter((shift) => shift.from < to && shift.to > from)
    .sort((a, b) => a.from.getTime() - b.from.getTime());
}
