import { join } from 'node:path';
import { Attempts } from './attempts.ts';
import { Causes } from './causes.ts';
import { Disturbances } from './disturbances.ts';
import { drain } from './drain.ts';
import type { Drained } from './drain.ts';
import { lookUpMissing } from './missing.ts';
import { cappedDeletions, expectedEffects, readDocuments } from './oracle.ts';
import type { Documents } from './oracle.ts';
import { createProgress, progressLine } from './progress.ts';
import { sumOf } from './report.ts';
import type { RunReport } from './report.ts';
import { sendTrips } from './sender.ts';
import type { SendingLog } from './sender.ts';
import { lastLines, startStack } from './stack.ts';
import type { ChaosStack, Without } from './stack.ts';
import { Tally } from './tally.ts';
import { unleash } from './unleash.ts';
import type { FaultLog } from './unleash.ts';

/** Options of one run. */
export interface RunOptions {
  readonly seed: number;
  readonly trips: number;
  readonly ratePerSecond: number;
  /** Mean time between the beginnings of two faults. */
  readonly faultEveryMs: number;
  /** Least and most duration of one outage of Temporal, the analytics service or a receiver. */
  readonly downMs: readonly [number, number];
  /** Time limit for draining, after everything is healed. */
  readonly drainWithinMs: number;
  readonly without?: Without;
  readonly tripsPerSecond?: number;
  /** The folder of the compiled programs, from `compile`. */
  readonly program: string;
  /** An empty folder for this run alone. */
  readonly folder: string;
  readonly signal: AbortSignal;
  /** The command that repeats the run. */
  readonly again: string;
  readonly write: (text: string) => void;
}

/**
 * Share of the messages that must be delivered before the faults end after the last trip was accepted, because sending has to
 * suffer from them. They end after `FAULTS_AFTER_SENDING_MS` in any case.
 */
const SENT_THROUGH_FAULTS = 0.6;
const FAULTS_AFTER_SENDING_MS = 30_000;

/** Starts everything, sends trips through faults, heals, drains, compares with the oracle, and ends everything. */
export async function runChaos(options: RunOptions): Promise<RunReport> {
  const began = Date.now();
  const documents = readDocuments();
  const { seed, trips } = options;
  const expected = expectedEffects(documents, { seed, trips });
  const capped = cappedDeletions(documents, { seed, trips });
  const due = new Tally(expected, [], capped).expected;
  options.write(
    `seed ${seed}: ${trips} trips, ${due} messages and deletions due; starting everything in ${options.folder}\n`,
  );
  const stack = await startStack({ ...options, documents });
  try {
    const tally = new Tally(expected, stack.journals, capped);
    return await runOn(stack, { options, began, documents, tally });
  } finally {
    await stack.end();
  }
}

async function runOn(
  stack: ChaosStack,
  run: {
    readonly options: RunOptions;
    readonly began: number;
    readonly documents: Documents;
    readonly tally: Tally;
  },
): Promise<RunReport> {
  const { options, tally } = run;
  const sender: SendingLog = { accepted: 0, posts: 0, retries: 0 };
  const disturbances = new Disturbances();
  const faults: FaultLog = {
    counts: new Map(),
    now: new Set(),
    done: [],
    errors: [],
    disturbances,
    isOpeningOver: false,
  };
  let phase = 'faults';
  const progress = createProgress(() => {
    tally.read();
    return progressLine(run.began, {
      phase,
      trips: options.trips,
      sender,
      tally,
      now: faults.now,
      faults: countOf(faults),
    });
  }, options.write);
  try {
    const sendingSince = Date.now();
    const isProved = (): boolean => options.without !== undefined && isBroken(tally);
    await throughFaults(stack, { ...run, sender, faults, isProved });
    const drainingSince = Date.now();
    phase = 'draining';
    const { drainWithinMs: withinMs, signal } = options;
    const drained = await drain(stack, { tally, withinMs, signal, isOver: isProved });
    progress.stop();
    const report = await reportOf(stack, { ...run, sender, faults, drained });
    const whole = (Date.now() - run.began) / 1000;
    const sending = (drainingSince - sendingSince) / 1000;
    const draining = (Date.now() - drainingSince) / 1000;
    return { ...report, seconds: { sending, draining, whole } };
  } finally {
    progress.stop();
  }
}

/** Sends all trips while faults come and go. Returns once both are over and everything is healed. */
async function throughFaults(
  stack: ChaosStack,
  run: {
    readonly options: RunOptions;
    readonly tally: Tally;
    readonly sender: SendingLog;
    readonly faults: FaultLog;
    readonly isProved: () => boolean;
  },
): Promise<void> {
  const { options, tally } = run;
  let sentAt = Infinity;
  const isOver = (): boolean =>
    tally.delivered >= tally.expected * SENT_THROUGH_FAULTS || Date.now() - sentAt > FAULTS_AFTER_SENDING_MS;
  const proved = new AbortController();
  const signal = AbortSignal.any([options.signal, proved.signal]);
  const faulting = unleash(stack, {
    weather: { seed: options.seed, everyMs: options.faultEveryMs, downMs: options.downMs },
    isEnough: () => sentAt < Infinity && isOver(),
    signal,
    log: run.faults,
    logFile: join(options.folder, 'faults.jsonl'),
    journals: stack.journals,
    attempts: stack.attempts,
  });
  const watch = setInterval(() => {
    tally.read();
    if (run.isProved()) proved.abort();
  }, 500);
  try {
    await sendTrips({
      ...options,
      urls: stack.webhookUrls,
      log: run.sender,
      signal,
      mayEnd: () => run.faults.isOpeningOver,
    });
  } finally {
    sentAt = Date.now();
    await faulting;
    clearInterval(watch);
  }
}

function isBroken(tally: Tally): boolean {
  for (const { kind } of tally.tooMany()) if (kind !== 'marked') return true;
  return false;
}

const countOf = ({ counts }: FaultLog): number => [...counts.values()].reduce((sum, count) => sum + count, 0);

async function reportOf(
  stack: ChaosStack,
  run: {
    readonly options: RunOptions;
    readonly began: number;
    readonly documents: Documents;
    readonly tally: Tally;
    readonly sender: SendingLog;
    readonly faults: FaultLog;
    readonly drained: Drained;
  },
): Promise<Omit<RunReport, 'seconds'>> {
  const { options, tally, sender, drained } = run;
  const harnessErrors = [...run.faults.errors];
  const { seed, trips, without, tripsPerSecond } = options;
  const endedByThemselves: Record<string, number> = {};
  for (const [name, { ends }] of stack.processes) {
    if (ends.length === 0) continue;
    endedByThemselves[name] = ends.length;
    for (const at of ends)
      run.faults.disturbances.add({ process: name, what: `${name} ended by itself`, from: at, to: at });
    if (name.startsWith('server'))
      harnessErrors.push(
        `${name} ended by itself ${ends.length} times: ${await lastLines(options.folder, name)}`,
      );
  }
  const attempts = new Attempts(Object.values(stack.attempts));
  attempts.read();
  const causes = new Causes(attempts, run.faults.disturbances);
  const excusedOf = (key: string): number => causes.excusedRepeats(key);
  const missing = await lookUpMissing(stack, { ...run, causes, attempts, faults: run.faults.done });
  const receivers = Object.fromEntries(tally.figures(excusedOf));
  const excused = missing.filter(({ isExcused }) => isExcused);
  for (const { receiver } of excused) receivers[receiver]!.lost -= 1;
  const shown = await stack.api.deliveries({ state: 'unconfirmed', limit: '200' }).catch(() => []);
  const total = { ...sumOf(Object.values(receivers)), unconfirmed: excused.length };
  const tooMany = [...tally.tooMany(excusedOf)];
  const isRight = total.lost + total.phantom + total.avoidable + tally.strange.length === 0;
  const isWhole = sender.accepted === trips && drained.isQuiet && drained.failed === 0;
  const passed = isRight && isWhole && harnessErrors.length === 0;
  return {
    seed,
    trips,
    ...(without && { without }),
    startedAt: new Date(run.began).toISOString(),
    ...(tripsPerSecond !== undefined && { tripsPerSecond, delayed: await stack.api.delayed() }),
    faults: Object.fromEntries(run.faults.counts),
    sender,
    endedByThemselves,
    isQuiet: drained.isQuiet,
    workflows: { running: drained.running, failed: drained.failed },
    messages: tally.messages,
    receivers,
    total,
    missing,
    tooMany,
    strange: tally.strange,
    shownAsUnconfirmed: shown.length,
    attempts: attempts.counts(),
    harnessErrors,
    passed,
    again: options.again,
  };
}
