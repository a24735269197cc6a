import pLimit from 'p-limit';
import type { Journal } from '../trips/index.ts';
import { Recent } from '../world/index.ts';
import type { SimulatedClock } from '../world/index.ts';

/** One attempt to post a notification. */
export interface DeliveryAttempt {
  /** Simulated time of the attempt, ISO 8601. */
  readonly at: string;
  /** HTTP status of the answer; absent if there was none. */
  readonly status?: number;
  /** Reason why there was no answer. */
  readonly failure?: string;
}

/** A notification, with its attempts and its outcome. */
export interface WebhookDelivery {
  readonly id: number;
  readonly body: unknown;
  readonly type?: string;
  readonly driverId?: string;
  readonly tripId?: string;
  /** State of the notification. `unsent`: no webhook URL was set when it was due. */
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

/** Sender of notifications, which retries them on the schedule of the interface. Any 2xx answer is a success. */
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

  /** @param options.timeoutMs real milliseconds after which an attempt times out */
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

  /** Sets the URL for notifications from now on, including retries of earlier ones. With undefined, none are sent. */
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

  /** Aborts the running attempts. Nothing is sent afterwards. */
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
  // Uses only the code, because the message may contain the URL, whose path is a secret.
  return cause instanceof Error && 'code' in cause ? String(cause.code) : 'no answer';
}

/** Schedule of retries, in simulated seconds. */
export interface RetrySchedule {
  readonly firstSeconds: number;
  /** Factor by which each pause is longer than the one before. The interface does not specify it, so 2 is assumed. */
  readonly factor: number;
  readonly longestSeconds: number;
  /** Time from the first retry until the notification is given up. */
  readonly giveUpAfterSeconds: number;
}

/**
 * Schedule of the interface, section 6: the first pause is 2 minutes, pauses grow exponentially to 15 minutes, and retries end 1
 * day after the first.
 */
export const DOCUMENTED_SCHEDULE: RetrySchedule = {
  firstSeconds: 120,
  factor: 2,
  longestSeconds: 900,
  giveUpAfterSeconds: 86_400,
};

/**
 * Returns the pause before a retry, in seconds.
 * @param retry number of the retry, from 1
 */
function pauseBefore(retry: number, schedule: RetrySchedule): number {
  return Math.min(schedule.longestSeconds, schedule.firstSeconds * schedule.factor ** (retry - 1));
}
