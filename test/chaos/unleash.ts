import { appendFileSync, statSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { faultPlan, MOODY, OPENING, wordsOf } from './faultPlan.ts';
import type { Fault, ProcessName, Weather } from './faultPlan.ts';
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
  /** Faults that could not be done. */
  readonly errors: string[];
}

/** Faults beside each other; when so many last, no time passes for the others. */
const MOST_AT_ONCE = 3;
/** Without a message for so long nobody is killed: those who should send it may be starting still. */
const NO_MESSAGE_WITHIN_MS = 15_000;

/**
 * Does the faults of a plan, one beside the other, until it was enough and at least the plan's opening was gone through; then
 * everything is healed. A target that another fault still holds is left out: a process is not killed while it is stopped.
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
  },
): Promise<void> {
  const held = new Set<string>();
  const going = new Set<Promise<void>>();
  const { log, signal } = args;
  const healing = new AbortController();
  const ended = AbortSignal.any([signal, healing.signal]);
  let dealt = 0;
  for (const fault of faultPlan(args.weather)) {
    await pause(fault.afterMs, undefined, { signal }).catch(() => undefined);
    if (signal.aborted || (dealt >= OPENING.length && args.isEnough())) break;
    dealt += 1;
    while (going.size >= MOST_AT_ONCE && !signal.aborted) await Promise.race(going);
    const targets = fault.target === 'workers' ? ['worker-1', 'worker-2'] : [fault.target];
    if (targets.some((target) => held.has(target))) continue;
    const words = wordsOf(fault);
    log.counts.set(words, (log.counts.get(words) ?? 0) + 1);
    log.now.add(words);
    for (const target of targets) held.add(target);
    appendFileSync(
      args.logFile,
      `${JSON.stringify({ at: new Date().toISOString(), fault: words, ms: fault.ms })}\n`,
    );
    const doing: Promise<void> = inflict(victims, fault, { journals: args.journals, signal: ended })
      .catch((error: unknown) => {
        if (!ended.aborted) log.errors.push(`${words}: ${String(error)}`);
      })
      .finally(() => {
        log.now.delete(words);
        for (const target of targets) held.delete(target);
        going.delete(doing);
      });
    going.add(doing);
  }
  healing.abort();
  await Promise.all(everybody(victims).map((victim) => victim.heal()));
  for (const name of MOODY) victims.processes.get(name)?.tell({ mood: 'well', ms: 0 });
  await Promise.all(going);
}

function everybody({ postgres, processes }: Victims): Victim[] {
  return [postgres, ...processes.values()];
}

async function inflict(
  victims: Victims,
  fault: Fault,
  args: { readonly signal: AbortSignal; readonly journals: readonly string[] },
): Promise<void> {
  if (fault.kind === 'kill_at_message') {
    if (!(await hasNewMessage(args.journals, args.signal))) return;
    const workers = (['worker-1', 'worker-2'] as const).flatMap((name) => victims.processes.get(name) ?? []);
    await Promise.all(workers.map((worker) => worker.kill(fault.ms)));
    return;
  }
  if (fault.kind === 'mood' || fault.kind === 'mute') {
    const mood = fault.kind === 'mute' ? fault.kind : fault.mood;
    victims.processes.get(fault.target)?.tell({ mood, ms: fault.ms });
    await pause(fault.ms, undefined, { signal: args.signal });
    return;
  }
  if (fault.kind === 'restart') return victims.postgres.restart();
  const victim = fault.target === 'postgres' ? victims.postgres : victims.processes.get(fault.target);
  await (fault.kind === 'freeze' ? victim?.freeze(fault.ms) : victim?.kill(fault.ms));
}

/** Answers as soon as a receiver has written down a message more, before it answers the sender. */
async function hasNewMessage(journals: readonly string[], signal: AbortSignal): Promise<boolean> {
  const size = (): number =>
    journals.reduce((sum, path) => sum + (statSync(path, { throwIfNoEntry: false })?.size ?? 0), 0);
  const before = size();
  const until = Date.now() + NO_MESSAGE_WITHIN_MS;
  while (size() === before && Date.now() < until) await pause(5, undefined, { signal });
  return size() !== before;
}
