import { Agent, get } from 'node:http';

// Runs in a separate process, so that the sender's own work is not measured as a delay of the server.
// Arguments: the URL to poll, e.g. `http://127.0.0.1:3000/healthz`, and the milliseconds between two requests, which do not
// wait for the previous answer.

/** The longest wait for an answer since the last question, in milliseconds, and the number of requests. */
export interface Delay {
  readonly worstMs: number;
  readonly asked: number;
}

const [url = '', everyMs = ''] = process.argv.slice(2);
const agent = new Agent({ keepAlive: true });
/** Times at which the unanswered requests were sent. */
const open = new Set<number>();
let worstMs = 0;
let asked = 0;
/** Times at which the open questions arrived. */
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

/** Answers each question once all requests that were sent before it are answered. */
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
