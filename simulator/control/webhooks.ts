import pLimit from 'p-limit';
import type { Journal } from '../trips/index.ts';
import { Recent } from '../world/index.ts';
import type { SimulatedClock } from '../world/index.ts';

/** One POST of a notification. */
export interface DeliveryAttempt {
  /** Simulated time, ISO 8601. */
  readonly at: string;
  /** The status of the answer; absent without an answer. */
  readonly status?: number;
  /** The reason why there was no status. */
  readonly failure?: string;
}

/** A notification and its outcome. */
export interface WebhookDelivery {
  readonly id: number;
  readonly body: unknown;
  readonly type?: string;
  readonly driverId?: string;
  readonly tripId?: string;
  /** `unsent`: no webhook URL was set when it was due. */
  readonly state: 'pending' | 'delivered' | 'given_up' | 'unsent';
  readonly attempts: readonly DeliveryAttempt[];
}

interface Sending {
  id: number;
  body: unknown;
  state: WebhookDelivery['state'];
  attempts: DeliveryAttempt[];
  firstRetryMs?: number;
}

const AT_ONCE = 40;

/** Posts notifications and retries them as the interface says. Any 2xx is a success. */
export class WebhookSender {
  readonly #clock: SimulatedClock;
  readonly #timeoutMs: number;
  readonly #schedule: RetrySchedule;
  readonly #log: (line: string) => void;
  readonly #journal: Pick<Journal, 'sending' | 'settled'> | undefined;
  readonly #closing = new AbortController();
  readonly #limit = pLimit(AT_ONCE);
  #url: string | undefined;
  readonly #kept = new Recent<Sending>();
  #count = 0;

  /** @param options.timeoutMs real milliseconds until an attempt times out */
  constructor(options: {
    clock: SimulatedClock;
    timeoutMs: number;
    schedule: RetrySchedule;
    log: (line: string) => void;
    journal?: Pick<Journal, 'sending' | 'settled'> | undefined;
  }) {
    this.#journal = options.journal;
    this.#clock = options.clock;
    this.#timeoutMs = options.timeoutMs;
    this.#schedule = options.schedule;
    this.#log = options.log;
  }

  /** Sets the URL for notifications from now on, retries of older ones included; undefined sends none. */
  setUrl(url: string | undefined): void {
    if (url !== undefined && !/^https?:$/.test(URL.canParse(url) ? new URL(url).protocol : ''))
      throw new TypeError('The webhook URL is not an http(s) URL.');
    this.#url = url;
  }

  /**
   * Sends a notification now.
   * @param body any JSON value; a string is sent unchanged
   */
  send(body: unknown): void {
    const sending: Sending = { id: (this.#count += 1), body, state: 'pending', attempts: [] };
    this.#journal?.sending(sending.id, body);
    this.#kept.add(sending);
    this.#try(sending);
  }

  /** Returns the last ten thousand notifications, oldest first. */
  deliveries(): WebhookDelivery[] {
    return this.#kept.all().map(({ firstRetryMs: _first, attempts, ...rest }) => ({
      ...rest,
      ...idsOf(rest.body),
      attempts: [...attempts],
    }));
  }

  /** Aborts attempts in progress; nothing is sent afterwards. */
  close(): void {
    this.#closing.abort();
    this.#limit.clearQueue();
  }

  #try(sending: Sending): void {
    void this.#limit(async () => {
      if (this.#closing.signal.aborted) return;
      if (this.#url === undefined) {
        this.#settle(sending, 'unsent');
        return;
      }
      const at = new Date(this.#clock.now()).toISOString();
      const outcome = await this.#post(this.#url, sending.body);
      if (this.#closing.signal.aborted) return;
      sending.attempts.push({ at, ...outcome });
      if (outcome.status !== undefined && outcome.status >= 200 && outcome.status < 300)
        this.#settle(sending, 'delivered');
      else this.#retry(sending, outcome);
    });
  }

  #settle(sending: Sending, state: WebhookDelivery['state']): void {
    sending.state = state;
    this.#journal?.settled(sending.id);
  }

  async #post(url: string, body: unknown): Promise<{ status?: number; failure?: string }> {
    try {
      const response = await fetch(url, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: typeof body === 'string' ? body : JSON.stringify(body),
        signal: AbortSignal.any([this.#closing.signal, AbortSignal.timeout(this.#timeoutMs)]),
      });
      await response.body?.cancel();
      return { status: response.status };
    } catch (error) {
      return { failure: failureOf(error) };
    }
  }

  #retry(sending: Sending, outcome: { status?: number; failure?: string }): void {
    const pauseSeconds = pauseBefore(sending.attempts.length, this.#schedule);
    const nextMs = this.#clock.now() + pauseSeconds * 1000;
    sending.firstRetryMs ??= nextMs;
    const what = outcome.status === undefined ? outcome.failure : `HTTP ${outcome.status}`;
    if (nextMs - sending.firstRetryMs > this.#schedule.giveUpAfterSeconds * 1000) {
      this.#settle(sending, 'given_up');
      this.#log(`notification ${sending.id}: ${what}; given up after ${sending.attempts.length} attempts`);
      return;
    }
    this.#log(`notification ${sending.id}: ${what}; again in ${Math.round(pauseSeconds)} s`);
    this.#clock.at(nextMs, () => this.#try(sending));
  }
}

function idsOf(body: unknown): { type?: string; driverId?: string; tripId?: string } {
  if (typeof body !== 'object' || body === null) return {};
  const { type, driver_id, trip_id } = body as Record<string, unknown>;
  return {
    ...(typeof type === 'string' ? { type } : {}),
    ...(typeof driver_id === 'string' ? { driverId: driver_id } : {}),
    ...(typeof trip_id === 'string' ? { tripId: trip_id } : {}),
  };
}

function failureOf(error: unknown): string {
  if (!(error instanceof Error)) return 'no answer';
  if (error.name === 'TimeoutError') return 'timed out';
  const cause: unknown = error.cause;
  // Codes only: a message may hold the URL, and its path is a secret.
  return cause instanceof Error && 'code' in cause ? String(cause.code) : 'no answer';
}

/** The retry schedule of the sender. Seconds are simulated. */
export interface RetrySchedule {
  readonly firstSeconds: number;
  /** Factor between two pauses; the interface does not define it, so 2 is assumed. */
  readonly factor: number;
  readonly longestSeconds: number;
  /** Measured from the first retry. */
  readonly giveUpAfterSeconds: number;
}

/** Interface section 6: from 2 minutes, exponentially, at most 15 minutes, until 1 day after the first retry. */
export const DOCUMENTED_SCHEDULE: RetrySchedule = {
  firstSeconds: 120,
  factor: 2,
  longestSeconds: 900,
  giveUpAfterSeconds: 86_400,
};

/**
 * Returns the pause before a retry, in seconds.
 * @param retry 1 for the first
 */
function pauseBefore(retry: number, schedule: RetrySchedule): number {
  return Math.min(schedule.longestSeconds, schedule.firstSeconds * schedule.factor ** (retry - 1));
}
