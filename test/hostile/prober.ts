import { Agent, get } from 'node:http';

// A process of its own, so that what the sender computes is not taken for a delay of the server.
// Arguments: what is asked, e.g. `http://127.0.0.1:3000/healthz`, and the milliseconds between two requests, whether or not
// the one before was answered.

/** The longest wait for an answer since the last question, in milliseconds, and how many were asked. */
export interface Delay {
  readonly worstMs: number;
  readonly asked: number;
}

const [url = '', everyMs = ''] = process.argv.slice(2);
const agent = new Agent({ keepAlive: true });
/** When each request that is not answered yet was sent. */
const open = new Set<number>();
let worstMs = 0;
let asked = 0;
/** The count of the last request before which everything must be answered before a question is. */
const questions: number[] = [];

function ask(): void {
  const sentAt = performance.now();
  open.add(sentAt);
  asked += 1;
  const settle = (): void => {
    worstMs = Math.max(worstMs, performance.now() - sentAt);
    open.delete(sentAt);
    answer();
  };
  const request = get(url, { agent }, (response) => response.resume().once('end', settle));
  request.once('error', settle);
}

/** A question is answered once everything that was sent before it is. */
function answer(): void {
  const [oldest = Infinity] = open;
  while (questions.length > 0 && oldest > questions[0]!) {
    questions.shift();
    process.send!({ worstMs, asked } satisfies Delay);
    worstMs = 0;
    asked = 0;
  }
}

setInterval(ask, Number(everyMs));
process.on('disconnect', () => process.exit());
process.on('message', () => {
  questions.push(performance.now());
  answer();
});
