import { addDays } from '../time/index.ts';
import { AdmissionReplay } from './admissionReplay.ts';
import { Difference } from './difference.ts';
import { Examples, exampleOf, matchExample } from './examples.ts';
import type { BacktestPart } from './found.ts';
import { notesOf } from './notes.ts';
import type { Findings } from './notes.ts';
import { mergeParts } from './part.ts';
import { castOf } from './plan.ts';
import { TESTED } from './question.ts';
import type { BacktestQuestion } from './question.ts';
import type { BacktestResult } from './result.ts';
import { Tally, isTold } from './tally.ts';

const DAY_MILLIS = 86_400_000;
/** After so many matches the caller gets a turn. */
const A_TURN = 1_000;

/** One version's way through the alerts. */
class Run {
  readonly replay: AdmissionReplay;
  readonly tally: Tally;

  constructor({ plan, context }: Findings, version: number) {
    this.replay = new AdmissionReplay(castOf(plan, version), context);
    this.tally = new Tally(plan.rules[version]!.rule, context);
  }

  /** Whether anybody is told of this trip. */
  take(trip: BacktestPart['matches'][number], examples?: Examples): boolean {
    const alert = this.replay.next(trip);
    if (!alert) return false;
    this.tally.add(trip, alert);
    examples?.add(trip, alert);
    return isTold(alert);
  }
}

/**
 * Leads all matches through throttle, budget and the rest in the order of time, for the tested rule and for the version
 * that counts, and adds up. It yields the number of matches done every now and then, so that the caller may do other
 * work in between; what it returns does not depend on that.
 */
export function* answering(findings: Findings): Generator<number, BacktestResult> {
  const { question, plan, context } = findings;
  const found = mergeParts(findings.parts);
  const tested = new Run(findings, TESTED);
  const { published: position } = plan;
  const published = position === undefined ? undefined : new Run(findings, position);
  const examples = new Examples(TESTED);
  const difference = new Difference();
  for (const [index, trip] of found.matches.entries()) {
    const told = { new: tested.take(trip, examples), old: published?.take(trip) ?? false };
    difference.add(told, (side) => matchExample(trip, side === 'only_old' ? (position ?? TESTED) : TESTED));
    if (index % A_TURN === A_TURN - 1) yield index + 1;
  }
  const drivers = tested.tally.drivers();
  return {
    rule: ruleOnWire(findings, TESTED),
    from: question.from,
    to: question.to,
    timezone: context.timezone,
    trips: tripsOnWire(found, findings.leftOut),
    totals: tested.tally.totals(),
    days: tested.tally.days(datesOf(question), found.tripsByDate),
    receivers: tested.tally.receivers(),
    hours: tested.tally.hours(),
    drivers: drivers.top,
    drivers_matched: drivers.matched,
    examples: examples.list(),
    unknown: found.unknown
      .slice(0, 20)
      .map(({ fact, because, trips, example }) => ({ fact, because, trips, example: exampleOf(example) })),
    ...(published &&
      position !== undefined && {
        published: { ...ruleOnWire(findings, position), totals: published.tally.totals() },
        difference: difference.result(),
      }),
    rivals: question.rivals.map(({ id, version, because }) => ({ rule: id, version, because })),
    notes: notesOf(findings, found),
  };
}

/** A version of the rule, and what stands inside; the tested one with the mode that it was asked about with. */
function ruleOnWire({ question, plan }: Findings, position: number): BacktestResult['rule'] {
  const { id, version, rule } = (position === TESTED ? undefined : question.published) ?? question.tested;
  const compiled = plan.compiled.rules[position];
  return {
    ...{ id, version, name: rule.name, severity: rule.severity, mode: rule.mode },
    ...(compiled && 'shared' in compiled && compiled.shared && { conditions: compiled.shared }),
  };
}

function tripsOnWire({ outcomes }: BacktestPart, leftOut: number): BacktestResult['trips'] {
  const { matched, notMatched, unknown, failed } = outcomes;
  return {
    evaluated: matched + notMatched + unknown + failed,
    matched,
    not_matched: notMatched,
    unknown,
    failed,
    left_out: leftOut,
  };
}

function datesOf({ from, to }: BacktestQuestion): string[] {
  const days = (Date.parse(to) - Date.parse(from)) / DAY_MILLIS + 1;
  return Array.from({ length: Math.max(0, days) }, (_, day) => addDays(from, day));
}
