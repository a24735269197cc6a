/** One event as a reader of a stream sees it. */
export interface StreamedEvent {
  readonly event: string;
  readonly id: string;
  readonly data: unknown;
}

/** A stream that is being read. */
export interface EventStream {
  readonly status: number;
  readonly headers: Headers;
  /** Events that have arrived so far. */
  readonly events: readonly StreamedEvent[];
  /** Returns the id with which a browser would resume. */
  readonly lastId: () => string;
  readonly comments: () => number;
  /** Returns whether all missed events have arrived: an id that belongs to no event follows them, or a `reset`. */
  readonly hasCaughtUp: () => boolean;
  /** Resolves when the server ends the stream. */
  readonly ended: Promise<void>;
  /** Closes the stream, as a reader that closes its tab does. */
  leave(): Promise<void>;
}

/** Reads a stream of events as a browser does (HTML standard, section 9.2.6). */
export async function readStream(
  url: string,
  credential: (
    { readonly token: string; readonly cookie?: never } | { readonly cookie: string; readonly token?: never }
  ) & { readonly lastEventId?: string | undefined },
): Promise<EventStream> {
  const { token, cookie, lastEventId } = credential;
  const stop = new AbortController();
  const response = await fetch(url, {
    headers: {
      ...(cookie === undefined ? { authorization: `Bearer ${token}` } : { cookie }),
      'accept-encoding': 'gzip, br',
      ...(lastEventId !== undefined && { 'last-event-id': lastEventId }),
    },
    signal: stop.signal,
  });
  const events: StreamedEvent[] = [];
  let lastId = lastEventId ?? '';
  let comments = 0;
  let hasCaughtUp = false;
  const take = (block: string): void => {
    const fields = new Map<string, string>();
    for (const line of block.split('\n')) {
      const [, name = '', value = ''] = /^([^:]*):? ?(.*)$/.exec(line) ?? [];
      if (name === '') comments += 1;
      else fields.set(name, value);
    }
    lastId = fields.get('id') ?? lastId;
    const data = fields.get('data');
    hasCaughtUp ||= fields.get('event') === 'reset' || (fields.has('id') && data === undefined);
    if (data !== undefined)
      events.push({ event: fields.get('event') ?? 'message', id: lastId, data: JSON.parse(data) as unknown });
  };
  const read = async (): Promise<void> => {
    let text = '';
    const decoder = new TextDecoder();
    for await (const chunk of response.body!) {
      text += decoder.decode(chunk as Uint8Array, { stream: true });
      const blocks = text.split('\n\n');
      text = blocks.pop()!;
      blocks.forEach(take);
    }
  };
  const ended = read().catch(() => undefined);
  return {
    status: response.status,
    headers: response.headers,
    events,
    ended,
    lastId: () => lastId,
    comments: () => comments,
    hasCaughtUp: () => hasCaughtUp,
    async leave() {
      stop.abort();
      await ended;
    },
  };
}
