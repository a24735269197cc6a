import { createInterface } from 'node:readline';
import { randomOf } from '../random.ts';

/** How a stand-in behaves for a while. */
export type Mode =
  | 'well'
  /** Takes what it is given and cuts the line instead of answering. */
  | 'takes_and_drops'
  /** Takes it and leaves the sender waiting. */
  | 'takes_and_hangs'
  /** Takes nothing and leaves the sender waiting. */
  | 'hangs'
  /** Asks to come more slowly: 429, or a passing refusal of a mail server. */
  | 'limits'
  /** 5xx, or a mail server that closes its service. */
  | 'broken'
  /** Reads all of it, takes nothing and cuts the line. */
  | 'cuts'
  /** A gateway answers 502 in its place: for every second call after it was taken, for the others instead. */
  | 'bad_gateway';

/** The commands on a stand-in's standard input, a line of JSON each. */
export interface ModeOrder {
  /** `mute`: every call hangs, where in any other bad mood some go well. */
  readonly mode: Mode | 'mute';
  readonly ms: number;
}

/** The mood of a stand-in's process. */
export interface Moods {
  /** What befalls the next call: in a bad mood the first and most of the others fare badly, and some go well. */
  next(): Mode;
  /** Settles when the present mood is over: whoever hangs is cut off then. */
  over(): Promise<void>;
}

const ILL_SHARE = 0.7;

/** Follows the orders on standard input; when that ends, so does the process. */
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
