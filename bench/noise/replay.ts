import { readFile, readdir } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { normaliseDriver, normaliseTrip } from '../../analytics/index.ts';
import { groupKey } from '../../rules/admission/index.ts';
import type { AdmittedAlert, AdmittedDelivery } from '../../rules/admission/index.ts';
import { AdmissionReplay, DriverWindows, RunStarts, planBacktest } from '../../rules/backtests/index.ts';
import type { BacktestPlan } from '../../rules/backtests/index.ts';
import { evaluateRules } from '../../rules/evaluation/index.ts';
import type { PublishedRule } from '../../rules/evaluation/index.ts';
import { planFacts, resolveFacts } from '../../rules/facts/index.ts';
import { deletionAsks, parseRule } from '../../rules/lint/index.ts';
import { localClockOf } from '../../rules/time/index.ts';
import type { DriverReading, Trip } from '../../rules/vocabulary/index.ts';
import type { SimulatedTrip } from '../../simulator/trips/index.ts';
import { FLEET } from './fleet.ts';
import type { BenchFleet } from './fleet.ts';
import { withRecipients } from './measure.ts';
import type { DecidedRow, Happenings, SentRow } from './measure.ts';
import { answersOf } from './service.ts';

const FOLDER = fileURLToPath(new URL('../../rules/examples/rules/', import.meta.url));
const DAY_MS = 86_400_000;
const NOTHING: ReadonlyMap<string, never> = new Map<string, never>();

/**
 * Takes a fleet's trips through the starter rules as a back-test does, all rules together: the same normaliser, facts, windows,
 * evaluation and admission as live, in memory, each trip at its end. What is held until one instant for one channel or mailbox is one
 * message, as a release makes it.
 */
export async function replay(world: BenchFleet): Promise<Happenings> {
  const plan = planOf(await starterRules());
  const steps = new Admission(plan, world);
  const read = new Reader(plan, world);
  const decided: DecidedRow[] = [];
  for (const trip of [...world.trips].sort((a, b) => a.endMs - b.endMs || a.driverIndex - b.driverIndex)) {
    // What the service knows of a trip it knows once that was uploaded.
    world.clock.advance(Math.max(0, trip.readableMs - world.clock.now()));
    const outcomes = await read.decide(trip);
    if (trip.endMs < world.moments.warmUp) continue;
    const at = new Date(trip.endMs);
    const key = { driverId: world.fleet.id(trip.driverIndex), tripId: trip.tripId };
    plan.rules.forEach(({ id: rule }, position) =>
      decided.push({ ...key, rule, outcome: outcomes[position]!, decidedAt: at, endedAt: at }),
    );
    steps.take({ ...key, at: trip.endMs, outcomes });
  }
  const critical = plan.rules.filter(({ rule }) => rule.severity === 'critical').map(({ id }) => id);
  return { sent: steps.sent, decided, critical: new Set(critical) };
}

/** Returns the starter set's rules, as in their files. */
async function starterRules(): Promise<readonly PublishedRule[]> {
  const names = (await readdir(FOLDER)).filter((name) => /(?<!\.(?:test|schema))\.json$/.test(name)).sort();
  const rules: PublishedRule[] = [];
  for (const name of names) {
    const parsed = parseRule(JSON.parse(withRecipients(await readFile(`${FOLDER}${name}`, 'utf8'))));
    if (!parsed.ok) throw new Error(`${name} is refused: ${parsed.errors[0]?.message ?? ''}`);
    if (parsed.document.budget)
      throw new Error(`${name} has a budget, whose messages the replay does not count: use LIVE=1.`);
    rules.push({ id: parsed.document.id, version: 1, rule: parsed.document });
  }
  return rules;
}

function planOf([tested, ...others]: readonly PublishedRule[]): BacktestPlan {
  if (!tested) throw new Error(`There is no rule in ${FOLDER}.`);
  return planBacktest({
    tested,
    rivals: others.map((rule) => ({ ...rule, because: 'shares_receiver' })),
    from: FLEET.firstDate,
    to: FLEET.firstDate,
    timezone: FLEET.timezone,
  });
}

/** A reader that fetches each trip and the other data that the rules use, and evaluates. Windows hold the history too. */
class Reader {
  readonly #plan: BacktestPlan;
  readonly #world: BenchFleet;
  readonly #answers: ReturnType<typeof answersOf>;
  readonly #windows = new Map<number, DriverWindows>();

  constructor(plan: BacktestPlan, world: BenchFleet) {
    this.#plan = plan;
    this.#world = world;
    this.#answers = answersOf(world);
  }

  /** The outcome of each rule, by position; nothing for a trip of the history, which is only kept. */
  async decide(driven: SimulatedTrip): Promise<readonly string[]> {
    const { compiled, needs } = this.#plan;
    const { fleet, moments } = this.#world;
    const driverId = fleet.id(driven.driverIndex);
    const path = ['driver', encodeURIComponent(driverId), 'trip', driven.tripId];
    const trip = normaliseTrip(driverId, driven.tripId, await this.#answers(path, new URLSearchParams()));
    const windows = this.#windows.get(driven.driverIndex) ?? new DriverWindows(needs.windows, needs.rates);
    if (!this.#windows.has(driven.driverIndex)) windows.begin(driven.endMs);
    this.#windows.set(driven.driverIndex, windows);
    const ended = { trip, at: driven.endMs };
    windows.add([ended]);
    if (driven.endMs < moments.warmUp) return [];
    const group = fleet.group(driven.driverIndex);
    const groups = group === undefined ? [] : [group];
    const facts = resolveFacts(compiled.requests, {
      trip,
      decidedAt: new Date(driven.endMs).toISOString(),
      groups,
      readings: await this.#readings(trip),
      windows: windows.countsFor(ended),
      readAt: NOTHING,
      scoreBreaks: [],
      scores: NOTHING,
      ruleAlerts: NOTHING,
    });
    const decisions = await evaluateRules(compiled, facts, { driverId, tripId: driven.tripId, groups });
    return decisions.map(({ outcome }) => outcome);
  }

  async #readings(trip: Trip): Promise<ReadonlyMap<string, DriverReading | undefined>> {
    const readings = new Map<string, DriverReading | undefined>();
    for (const { endDate } of planFacts(this.#plan.compiled.requests, trip).readings) {
      const startDate = new Date(Date.parse(endDate) - 6 * DAY_MS).toISOString().slice(0, 10);
      const query = new URLSearchParams({ start_date: startDate, end_date: endDate });
      const body = await this.#answers(['driver', encodeURIComponent(trip.driverId), 'score'], query);
      readings.set(endDate, normaliseDriver(trip.driverId, body));
    }
    return readings;
  }
}

/** A trip that was evaluated. */
interface Evaluated {
  readonly driverId: string;
  readonly tripId: string;
  readonly at: number;
  readonly outcomes: readonly string[];
}

/**
 * The admission from matches to messages. Each rule has a replay of its own, because a back-test returns the alerts of one rule.
 */
class Admission {
  readonly sent: SentRow[] = [];
  readonly #replays: readonly AdmissionReplay[];
  /** Summaries by receiver and time: whose message it is was settled by the first alert in it. */
  readonly #summaries = new Set<string>();

  readonly #rules: BacktestPlan['rules'];
  readonly #runs = new Map<string, RunStarts>();

  constructor({ rules }: BacktestPlan, { fleet }: BenchFleet) {
    this.#rules = rules;
    const context = {
      timezone: FLEET.timezone,
      clock: localClockOf(FLEET.timezone),
      silences: [],
      groupsOf: (driverId: string): readonly string[] => {
        const group = fleet.group(fleet.indexOf(driverId) ?? 0);
        return group === undefined ? [] : [group];
      },
    };
    const cast = new Map(rules.entries());
    this.#replays = rules.map((_rule, own) => new AdmissionReplay({ own, rules: cast }, context));
  }

  take({ driverId, tripId, at, outcomes }: Evaluated): void {
    const rules = positionsOf(outcomes, 'matched');
    const match = { driverId, tripId, at, rules };
    const notMatched = positionsOf(outcomes, 'not_matched');
    const marks = this.#runsOf(driverId).of(tripId, { notMatched, ...(rules.length > 0 && { match }) });
    if (rules.length === 0) return;
    for (const each of this.#replays) {
      const alert = each.next({ ...match, ...marks });
      for (const delivery of alert?.deliveries ?? []) this.#send(alert!, delivery, { driverId, tripId, at });
    }
  }

  /** Runs begin with the first day: trips of the history are not evaluated. */
  #runsOf(driverId: string): RunStarts {
    const runs = this.#runs.get(driverId) ?? new RunStarts(this.#rules);
    this.#runs.set(driverId, runs);
    return runs;
  }

  #send(alert: AdmittedAlert, delivery: AdmittedDelivery, trip: Omit<Evaluated, 'outcomes'>): void {
    const { id: rule, rule: document } = alert.match.published;
    const { state, receiver, releaseAt, groupedInto } = delivery;
    const isGrouped = groupedInto !== undefined;
    if (state === 'skipped' && !isGrouped) return;
    const action = document.actions[delivery.actionIndex]!;
    const isCritical = document.severity === 'critical';
    const at = releaseAt ?? new Date(trip.at);
    const row = { rule, driverId: trip.driverId, tripId: trip.tripId, kind: 'alert', isCritical, at };
    if (action.type === 'delete_trip') {
      for (const asked of deletionAsks(document, action, { at }).asks)
        this.sent.push({
          ...row,
          kind: 'deletion_request',
          receiver: asked.receiver,
          isMessage: true,
        });
      return;
    }
    const key = JSON.stringify([groupKey(delivery.action, receiver), at.getTime()]);
    const joins = state === 'held' && this.#summaries.has(key);
    if (state === 'held') this.#summaries.add(key);
    this.sent.push({ ...row, receiver, isMessage: !isGrouped && !joins });
  }
}

function positionsOf(outcomes: readonly string[], wanted: string): readonly number[] {
  return outcomes.flatMap((outcome, position) => (outcome === wanted ? [position] : []));
}
