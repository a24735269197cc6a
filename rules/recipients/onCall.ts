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
 * Where a rotation without `starts` begins to count: a Monday. The first person has the week of the first hand-over on
 * this date or after it, the second the next one, and so on round and round, in both directions of time. Nothing about
 * the order depends on the day somebody asks, or on the day the document was published.
 */
const EPOCH_DATE = '2024-01-01';

const DAY_MILLIS = 86_400_000;

/** A span of time that is one person's. */
export interface Shift {
  readonly person: RotationPerson;
  /** Its first instant. */
  readonly from: Date;
  /** The first instant after it. */
  readonly to: Date;
  /** `week`: it is this person's week. `override`: somebody was put in. */
  readonly because: 'week' | 'override';
}

interface Span {
  readonly from: Date;
  readonly to: Date;
}

interface OverrideSpan extends Span {
  readonly person: RotationPerson;
}

/** The instant of a local date and time such as `2026-12-24T08:00`. */
function localInstant(local: string, zone: string): Date {
  const [date = '', time = ''] = local.split('T');
  return firstInstantFrom({ date, minutes: minutesOfTime(time) }, zone);
}

/** The overrides in the order in which they count: the one listed last first. One for nobody of the rotation is none. */
function* overridesOf({ overrides = [], people, timezone }: Rotation): Generator<OverrideSpan> {
  for (const { from, to, person: name } of overrides.toReversed()) {
    const person = people.find((each) => each.name === name);
    if (person) yield { person, from: localInstant(from, timezone), to: localInstant(to, timezone) };
  }
}

/** No clock is further from UTC than this, with room to spare. */
const FARTHEST_FROM_UTC_MILLIS = 2 * DAY_MILLIS;

/** The rotation without overrides that no zone's clock can bring near an instant: to read theirs would cost the most. */
function withOverridesNear(rotation: Rotation, at: Date): Rotation {
  // Local times compare as texts with the date of an instant that is surely before or after them.
  const [earliest, latest] = [-FARTHEST_FROM_UTC_MILLIS, FARTHEST_FROM_UTC_MILLIS].map((millis) =>
    utcDate(at.getTime() + millis),
  ) as [string, string];
  const near = (rotation.overrides ?? []).filter(({ from, to }) => from < latest && earliest <= to);
  return { ...rotation, overrides: near };
}

/** The date of the hand-over that is the first person's. */
function firstHandover({ starts = EPOCH_DATE, handover }: Rotation): string {
  const [begun, wanted] = [weekdayOf(starts), handover.weekday].map((day) => WEEKDAYS.indexOf(day));
  return addDays(starts, (wanted! - begun! + 7) % 7);
}

function handoverOf(rotation: Rotation, week: number): Date {
  const date = addDays(firstHandover(rotation), week * 7);
  return firstInstantFrom({ date, minutes: minutesOfTime(rotation.handover.at) }, rotation.timezone);
}

/** Weeks since the first person's first one, by the hand-overs there were until then. */
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
 * Whose turn it is at an instant: exactly one person's. Weeks run from hand-over to hand-over on the clock of the
 * rotation's zone: a hand-over at a time the clock jumps over is the end of the jump, at one it shows twice the first
 * showing. An override counts from its `from` on and no longer at its `to`; where two overlap, the one listed last.
 */
export function personOnShift(rotation: Rotation, at: Date): RotationPerson {
  for (const override of overridesOf(withOverridesNear(rotation, at)))
    if (holds(override, at)) return override.person;
  return personOfWeek(rotation, weekAt(rotation, at));
}

/** The spans that are somebody's by overrides, one after the other; those of one person without a gap between are one. */
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

/** What overrides leave of a week. */
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
 * Who has it until when: the turns that touch a span, whole, one after the other without a gap. Two weeks of one person
 * are two turns. Only the weeks of the span are computed, however far an override reaches beyond it.
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
