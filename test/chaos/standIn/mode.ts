import { createInterface } from 'node:readline';
import type { HttpFault } from '../../support/stand-ins/faults.ts';
import { randomOf } from '../random.ts';

/** Temporary behaviour of a fake service. */
export type Mode =
  | 'well'
  /** Takes the message and cuts the connection instead of answering. */
  | 'takes_and_drops'
  /** Takes the message and leaves the sender waiting. */
  | 'takes_and_hangs'
  /** Takes nothing and leaves the sender waiting. */
  | 'hangs'
  /** Limits the rate: answers 429, or a temporary refusal of a mail server. */
  | 'limits'
  /** Answers 5xx, or 421 as a mail server that is closing. */
  | 'broken'
  /** Reads the whole message, takes nothing and cuts the connection. */
  | 'cuts'
  /** A gateway answers 502 in its place. Every second message is taken nevertheless. */
  | 'bad_gateway';

/** A command on a fake service's standard input, as a line of JSON. */
export interface ModeOrder {
  /** `mute` lets every call hang; in any other bad mood some calls succeed. */
  readonly mode: Mode | 'mute';
  readonly ms: number;
}

/** The moods of a fake service's process. */
export interface Moods {
  /** Returns the mode of the next call. A bad mood affects its first call and most of the others. */
  next(): Mode;
  /** Settles when the present mood is over, so that hanging calls end. */
  over(): Promise<void>;
}

const ILL_SHARE = 0.7;

/** Follows the commands on standard input, and ends the process when standard input ends. */
export function followModes(seed: string): Moods {
  const random = randomOf('mode', seed);
  let mode: ModeOrder['mode'] = 'well';
  let isNew = false;
  let waiting: (() => void)[] = [];
  let timer: NodeJS.Timeout | undefined;
  const end = (): void => {
    mode = 'well';
    for (const go of waiting) go();
    waiting = [];
  };
  const lines = createInterface({ input: process.stdin });
  lines.on('line', (line) => {
    const order = JSON.parse(line) as ModeOrder;
    clearTimeout(timer);
    end();
    mode = order.mode;
    isNew = true;
    timer = setTimeout(end, order.ms);
  });
  lines.on('close', () => process.exit(0));
  return {
    next() {
      if (mode === 'mute') return 'hangs';
      const isIll = random() < ILL_SHARE || isNew;
      isNew = false;
      return isIll ? mode : 'well';
    },
    over: () => (mode === 'well' ? Promise.resolve() : new Promise((done) => waiting.push(done))),
  };
}

/** Returns the fault of a service on HTTP in a mood. */
export function httpFaultIn(mode: Mode, moods: Moods): HttpFault | undefined {
  switch (mode) {
    case 'well':
    case 'bad_gateway':
      return undefined;
    case 'takes_and_drops':
      return { kind: 'accept_and_drop' };
    case 'takes_and_hangs':
    case 'hangs':
      return { kind: 'hang', isTaken: mode === 'takes_and_hangs', until: moods.over() };
    case 'limits':
      return { kind: 'limited', seconds: 1 };
    case 'broken':
      return { kind: 'status', status: 503 };
    case 'cuts':
      return { kind: 'drop' };
  }
}
