/** Whether events arrive. */
export type Connection = 'connecting' | 'open' | 'lost';

/** Receivers of a tab for the events and the connection of its fleet. */
export interface Heard {
  readonly onEvent: (kind: string, id: string) => void;
  readonly onConnection: (connection: Connection) => void;
}

type Message =
  | { readonly type: 'event'; readonly kind: string; readonly id: string }
  | { readonly type: 'connection'; readonly connection: Connection };

const KINDS = ['incident', 'alert', 'delivery', 'alarm', 'reset'] as const;
const RETRY_MS = 3_000;

/**
 * Listens to a fleet's events. One tab of the browser holds the stream, by a lock that passes on when the tab closes, and
 * forwards events to the others. A tab that takes over sends `reset` once its stream is open, because it may have missed
 * events.
 * @returns a function that stops listening
 */
export function listen(fleet: string, heard: Heard): () => void {
  const channel = new BroadcastChannel(`tripline-live:${fleet}`);
  const stop = new AbortController();
  let connection: Connection = 'connecting';
  const hear = (message: Message): void => {
    if (message.type === 'event') heard.onEvent(message.kind, message.id);
    else heard.onConnection(message.connection);
  };
  channel.onmessage = ({ data }: MessageEvent<Message | 'ask'>) => {
    if (data !== 'ask') hear(data);
    else if (isLeader) channel.postMessage({ type: 'connection', connection } satisfies Message);
  };
  let isLeader = false;
  const say = (message: Message): void => {
    if (stop.signal.aborted) return;
    if (message.type === 'connection') connection = message.connection;
    hear(message);
    channel.postMessage(message);
  };
  const lead = async (): Promise<void> => {
    isLeader = true;
    await stream(fleet, { say, signal: stop.signal });
  };
  // Browsers offer locks only with TLS or on this machine; without them each tab has a stream of its own.
  const { locks } = navigator as { readonly locks?: LockManager };
  if (locks) {
    channel.postMessage('ask');
    void locks.request(`tripline-live:${fleet}`, { signal: stop.signal }, lead).catch(() => undefined);
  } else void lead();
  return () => {
    stop.abort();
    channel.close();
  };
}

/**
 * Holds a stream until the signal, and reopens it after errors. A browser resumes by itself, but not after an answer like 503.
 */
function stream(
  fleet: string,
  { say, signal }: { readonly say: (message: Message) => void; readonly signal: AbortSignal },
): Promise<void> {
  return new Promise((resolve) => {
    let source: EventSource | undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    // Events from before the stream opened do not arrive.
    let mayHaveMissed = true;
    const open = (): void => {
      source = new EventSource(`/api/v1/fleets/${encodeURIComponent(fleet)}/events`);
      source.onopen = () => {
        say({ type: 'connection', connection: 'open' });
        if (mayHaveMissed) say({ type: 'event', kind: 'reset', id: '' });
        mayHaveMissed = false;
      };
      source.onerror = () => {
        say({ type: 'connection', connection: 'lost' });
        if (source?.readyState !== EventSource.CLOSED) return;
        mayHaveMissed = true;
        timer = setTimeout(open, RETRY_MS);
      };
      for (const kind of KINDS)
        source.addEventListener(kind, ({ data }: MessageEvent<string>) =>
          say({ type: 'event', kind, id: idIn(data) }),
        );
    };
    open();
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      source?.close();
      resolve();
    });
  });
}

function idIn(data: string): string {
  try {
    const { id } = JSON.parse(data) as { readonly id?: unknown };
    return typeof id === 'string' ? id : '';
  } catch {
    return '';
  }
}
