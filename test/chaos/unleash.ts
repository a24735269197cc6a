import { appendFileSync, statSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { faultPlan, MOODY, OPENING_FAULTS, wordsOf } from './faultPlan.ts';
import type { DoneFault } from './evidence.ts';
import type { Disturbances } from './disturbances.ts';
import type { Fault, Moody, ProcessName, Weather } from './faultPlan.ts';
import type { ChaosPostgres } from './postgres.ts';
import type { Supervised } from './supervised.ts';
import type { Victim } from './victim.ts';

/** The processes to which faults are done. */
export interface Victims {
  readonly postgres: ChaosPostgres;
  readonly processes: ReadonlyMap<ProcessName, Supervised>;
}

/** The faults of a run so far. */
export interface FaultLog {
  /** Number of times each fault was inflicted, by its words. */
  readonly counts: Map<string, number>;
  /** Present faults, in words. */
  readonly now: Set<string>;
  /** Every fault with its times. */
  readonly done: DoneFault[];
  /** Faults that could not be inflicted. */
  readonly errors: string[];
  /** Periods in which processes were disturbed. */
  readonly disturbances: Disturbances;
  /** Whether all faults of the plan's opening have ended. */
  isOpeningOver: boolean;
}

/** Highest number of concurrent faults. The plan pauses while it is reached. */
const MOST_AT_ONCE = 3;
/** Time to wait for a message before a kill at a message is skipped, because the senders may still be starting. */
const NO_MESSAGE_WITHIN_MS = 15_000;
/**
 * Time that a bad mood of the opening waits for an attempt. A mood without one tests nothing and is not recorded. Killed
 * workers are back well within it, even on a busy machine.
 */
const NOBODY_COMES_WITHIN_MS = 60_000;

/**
 * Inflicts the faults of a plan, some concurrently, until `isEnough` and at least to the end of the opening. Then heals
 * everything. Skips a fault whose target has another one, so that no stopped process is killed; the opening waits instead.
 */
export async function unleash(
  victims: Victims,
  args: {
    readonly weather: Weather;
    /** Whether there were enough faults. */
    readonly isEnough: () => boolean;
    /** Ends the faults at once. */
    readonly signal: AbortSignal;
    readonly log: FaultLog;
    readonly logFile: string;
    /** Files that grow when a message is accepted. */
    readonly journals: readonly string[];
    /** Files that grow with each attempt. */
    readonly attempts: Readonly<Record<Moody, string>>;
  },
): Promise<void> {
  const held = new Set<string>();
  const going = new Set<Promise<void>>();
  const { log, signal } = args;
  const healing = new AbortController();
  const ended = AbortSignal.any([signal, healing.signal]);
  const opening: Promise<void>[] = [];
  let dealt = 0;
  for (const fault of faultPlan(args.weather)) {
    await pause(fault.afterMs, undefined, { signal }).catch(() => undefined);
    if (signal.aborted || (dealt >= OPENING_FAULTS && args.isEnough())) break;
    const isOpening = dealt < OPENING_FAULTS;
    dealt += 1;
    while (going.size >= MOST_AT_ONCE && !signal.aborted) await Promise.race(going);
    const targets = fault.target === 'workers' ? ['worker-1', 'worker-2'] : [fault.target];
    while (isOpening && targets.some((target) => held.has(target)) && !signal.aborted)
      await Promise.race(going);
    if (signal.aborted || targets.some((target) => held.has(target))) continue;
    const words = wordsOf(fault);
    log.now.add(words);
    const done: DoneFault = { at: Date.now(), targets, what: words };
    log.done.push(done);
    for (const target of targets) held.add(target);
    appendFileSync(
      args.logFile,
      `${JSON.stringify({ at: new Date().toISOString(), fault: words, ms: fault.ms })}\n`,
    );
    const doing: Promise<void> = inflict(victims, fault, { ...args, isOpening, signal: ended })
      .then((isDone) => {
        if (isDone) log.counts.set(words, (log.counts.get(words) ?? 0) + 1);
      })
      .catch((error: unknown) => {
        if (!ended.aborted) log.errors.push(`${words}: ${String(error)}`);
      })
      .finally(() => {
        log.now.delete(words);
        done.until = Date.now();
        for (const target of targets) held.delete(target);
        going.delete(doing);
      });
    going.add(doing);
    if (isOpening) opening.push(doing);
    if (dealt === OPENING_FAULTS) void Promise.all(opening).then(() => (log.isOpeningOver = true));
  }
  if (!signal.aborted) await Promise.all(opening);
  healing.abort();
  await Promise.all(everybody(victims).map((victim) => victim.heal()));
  for (const name of MOODY) victims.processes.get(name)?.report({ mode: 'well', ms: 0 });
  await Promise.all(going);
}

function everybody({ postgres, processes }: Victims): Victim[] {
  return [postgres, ...processes.values()];
}

/** @returns whether the fault had an effect */
async function inflict(
  victims: Victims,
  fault: Fault,
  args: {
    readonly signal: AbortSignal;
    readonly journals: readonly string[];
    readonly attempts: Readonly<Record<Moody, string>>;
    readonly log: FaultLog;
    readonly isOpening: boolean;
  },
): Promise<boolean> {
  const { disturbances } = args.log;
  if (fault.kind === 'mode' || fault.kind === 'mute') {
    const mode = fault.kind === 'mute' ? fault.kind : fault.mode;
    const mustBeMet = args.isOpening && fault.target !== 'analytics';
    const receiver = victims.processes.get(fault.target);
    receiver?.report({ mode, ms: fault.ms + (mustBeMet ? NOBODY_COMES_WITHIN_MS : 0) });
    const isMet =
      !mustBeMet || (await hasGrown([args.attempts[fault.target]], args.signal, NOBODY_COMES_WITHIN_MS));
    await pause(fault.ms, undefined, { signal: args.signal }).catch(() => undefined);
    receiver?.report({ mode: 'well', ms: 0 });
    return isMet;
  }
  if (fault.kind === 'kill_at_message' && !(await hasGrown(args.journals, args.signal, NO_MESSAGE_WITHIN_MS)))
    return false;
  const processes = fault.target === 'workers' ? WORKERS : [fault.target];
  await disturbances.during(processes, wordsOf(fault), () => disturb(victims, fault));
  return true;
}

const WORKERS = ['worker-1', 'worker-2'] as const;

async function disturb({ postgres, processes }: Victims, fault: Fault): Promise<void> {
  if (fault.kind === 'restart') return postgres.restart();
  if (fault.target === 'workers') {
    await Promise.all(WORKERS.map(async (name) => processes.get(name)?.kill(fault.ms)));
    return;
  }
  const victim = fault.target === 'postgres' ? postgres : processes.get(fault.target);
  await (fault.kind === 'freeze' ? victim?.freeze(fault.ms) : victim?.kill(fault.ms));
}

/**
 * Returns true as soon as a journal has grown, which happens before the sender gets its answer; false if none grows within
 * `withinMs`.
 */
async function hasGrown(
  journals: readonly string[],
  signal: AbortSignal,
  withinMs: number,
): Promise<boolean> {
  const size = (): number =>
    journals.reduce((sum, path) => sum + (statSync(path, { throwIfNoEntry: false })?.size ?? 0), 0);
  const before = size();
  const until = Date.now() + withinMs;
  while (size() === before && Date.now() < until) await pause(5, undefined, { signal });
  return size() !== before;
}
