import { appendFileSync, statSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { faultPlan, MOODY, OPENING_FAULTS, wordsOf } from './faultPlan.ts';
import type { DoneFault } from './evidence.ts';
import type { Disturbances } from './disturbances.ts';
import type { Fault, Moody, ProcessName, Weather } from './faultPlan.ts';
import type { ChaosPostgres } from './postgres.ts';
import type { Supervised } from './supervised.ts';
import type { Victim } from './victim.ts';

/** Whom faults are done to. */
export interface Victims {
  readonly postgres: ChaosPostgres;
  readonly processes: ReadonlyMap<ProcessName, Supervised>;
}

/** What was done so far. */
export interface FaultLog {
  /** How often each, by its words. */
  readonly counts: Map<string, number>;
  /** What is going on right now, in words. */
  readonly now: Set<string>;
  /** Each, with when it was. */
  readonly done: DoneFault[];
  /** Faults that could not be done. */
  readonly errors: string[];
  /** What was done to processes, and when. */
  readonly disturbances: Disturbances;
  /** Whether all faults of the plan's opening have been, and were met or had their time. */
  isOpeningOver: boolean;
}

/** Faults beside each other; when so many last, no time passes for the others. */
const MOST_AT_ONCE = 3;
/** Without a message for so long nobody is killed: those who should send it may be starting still. */
const NO_MESSAGE_WITHIN_MS = 15_000;
/**
 * For so long a bad mood of the opening waits for someone to meet it: one that nobody meets shows nothing, and does not count.
 * Workers that were killed are back well within it, on a busy machine as well.
 */
const NOBODY_COMES_WITHIN_MS = 60_000;

/**
 * Does the faults of a plan, one beside the other, until it was enough and at least the plan's opening was gone through; then
 * everything is healed. A target that another fault still holds is left out, as no process is killed while it is stopped; in
 * the opening it is waited for.
 */
export async function unleash(
  victims: Victims,
  args: {
    readonly weather: Weather;
    /** Whether there were faults enough. */
    readonly isEnough: () => boolean;
    /** Ends it at once. */
    readonly signal: AbortSignal;
    readonly log: FaultLog;
    readonly logFile: string;
    /** Files that grow when a message has arrived. */
    readonly journals: readonly string[];
    /** Files that grow when a message is tried. */
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

/** @returns whether there was anything to be done */
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

/** Answers as soon as a receiver has written down a message more, before it answers the sender; false: none for so long. */
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
