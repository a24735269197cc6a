import { NO_QUIRKS, startSimulator } from '../../simulator/simulator.ts';
import type { Simulator, SimulatorOptions } from '../../simulator/simulator.ts';
import { startHttpStandIn } from '../support/stand-ins/http.ts';

export const KEY = 'key-of-the-fleet';
/** A Thursday. */
export const START = '2026-05-07T12:00:00Z';

// A test looks into answers without describing them.
export type Answer = { status: number; headers: Headers; body: Loose };
export interface Loose {
  [name: string]: Loose;
  [index: number]: Loose;
}

/** A small still fleet without quirks; `close` is left to the test. */
export function still(options: Partial<SimulatorOptions> = {}): Promise<Simulator> {
  return startSimulator({
    apiKey: KEY,
    seed: 1,
    drivers: 12,
    startAt: START,
    speed: 0,
    ...options,
    quirks: { ...NO_QUIRKS, ...options.quirks },
  });
}

/** Calls the API with the key. */
export async function call(simulator: Simulator, path: string, init: RequestInit = {}): Promise<Answer> {
  const response = await fetch(
    `${simulator.url}/v3${path}${path.includes('?') ? '&' : '?'}apikey=${KEY}`,
    init,
  );
  return { status: response.status, headers: response.headers, body: (await response.json()) as Loose };
}

/** Calls a control endpoint. */
export async function control(
  simulator: Simulator,
  request: { method: string; path: string; body?: unknown },
): Promise<Answer> {
  const response = await fetch(`${simulator.url}/control${request.path}`, {
    method: request.method,
    headers: { 'content-type': 'application/json' },
    ...(request.body === undefined ? {} : { body: JSON.stringify(request.body) }),
  });
  return { status: response.status, headers: response.headers, body: (await response.json()) as Loose };
}

/** A text or number of an answer as text. */
export function textOf(value: unknown): string {
  return String(value);
}

/** The items of a list, in the type that a test says they have. */
export function list<T = Loose>(value: unknown): T[] {
  if (!Array.isArray(value)) throw new TypeError('no list');
  return value as T[];
}

/** Waits until something holds; fails with its description after a minute. */
export async function until(what: string, holds: () => boolean): Promise<void> {
  const deadline = Date.now() + 60_000;
  while (!holds()) {
    if (Date.now() > deadline) throw new Error(`never happened: ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 2));
  }
}

export interface Receiver {
  url: string;
  received: Loose[];
  raw: string[];
  /** Statuses to answer with, one a request; 200 once they are used up. `hang`: no answer. */
  answers: (number | 'hang')[];
  close(): Promise<void>;
}

/** A webhook receiver on a real socket. */
export async function receiver(answers: (number | 'hang')[] = []): Promise<Receiver> {
  const server = await startHttpStandIn(({ body }) => {
    found.raw.push(body);
    try {
      found.received.push(JSON.parse(body) as Loose);
    } catch {
      // Kept in `raw` alone.
    }
    const answer = found.answers.shift() ?? 200;
    if (answer === 'hang') return answer;
    return { status: answer, headers: answer === 302 ? { location: '/again' } : {}, body: '{}' };
  });
  const found: Receiver = {
    url: `${server.url}/hook`,
    received: [],
    raw: [],
    answers,
    close: () => server.close(),
  };
  return found;
}
