/** A message in the journal. */
export interface SlackEntry {
  /** The channel's name, with `#`: its receiver. */
  readonly receiver: string;
  readonly channel: string;
  readonly ts: string;
  readonly text: string;
  readonly blocks: unknown;
  readonly metadata: unknown;
  readonly threadTs?: string;
  readonly broadcast?: boolean;
}

/** The fields that a lookup needs. The text is only in the journal. */
type Kept = Pick<SlackEntry, 'ts' | 'metadata' | 'threadTs' | 'broadcast'>;

/** The channels of a workspace with their messages, oldest first. */
export class SlackChannels {
  readonly #names = new Map<string, string>();
  readonly #messages = new Map<string, Map<string, Kept>>();
  #count = 0;

  constructor(names: readonly string[]) {
    for (const name of names)
      this.#names.set(`C${Buffer.from(name).toString('hex').toUpperCase().slice(0, 20)}`, name);
  }

  list(): object[] {
    return [...this.#names].map(([id, name]) => ({ id, name }));
  }

  /** Returns a channel's name with `#`, by its id or name; `#` alone if it does not exist. */
  nameOf(channel: string): string {
    return `#${this.#names.get(this.#resolve(channel) ?? '') ?? ''}`;
  }

  has(channel: string, ts: string): boolean {
    return this.#messages.get(channel)?.has(ts) === true;
  }

  /** Returns the journal entry for a post, or Slack's error. */
  entryOf(form: URLSearchParams): SlackEntry | { readonly error: string } {
    const channel = this.#resolve(form.get('channel') ?? '');
    if (channel === undefined) return { error: 'channel_not_found' };
    const threadTs = form.get('thread_ts');
    if (threadTs && !this.has(channel, threadTs)) return { error: 'cannot_reply_to_message' };
    return {
      receiver: this.nameOf(channel),
      channel,
      ts: `${Math.floor(Date.now() / 1000)}.${String(this.#count + 1).padStart(6, '0')}`,
      text: form.get('text') ?? '',
      blocks: JSON.parse(form.get('blocks') ?? '[]') as unknown,
      metadata: JSON.parse(form.get('metadata') ?? 'null') as unknown,
      ...(threadTs ? { threadTs, broadcast: form.get('reply_broadcast') === 'true' } : {}),
    };
  }

  add({ channel, ts, metadata, threadTs, broadcast }: SlackEntry): void {
    this.#count += 1;
    const messages = this.#messages.get(channel) ?? new Map<string, Kept>();
    this.#messages.set(channel, messages);
    const thread = threadTs === undefined ? {} : { threadTs, broadcast: broadcast === true };
    messages.set(ts, { ts, metadata, ...thread });
  }

  /** Returns a page of a channel's messages, newest first. */
  history(form: URLSearchParams): object {
    const channel = this.#resolve(form.get('channel') ?? '');
    if (channel === undefined) return { ok: false, error: 'channel_not_found' };
    const oldest = Number(form.get('oldest') ?? 0);
    const listed = [...(this.#messages.get(channel)?.values() ?? [])].filter(
      (each) => Number(each.ts) >= oldest && (each.threadTs === undefined || each.broadcast),
    );
    return page(listed.reverse(), form);
  }

  replies(form: URLSearchParams): object {
    const channel = this.#resolve(form.get('channel') ?? '') ?? '';
    const ts = form.get('ts') ?? '';
    const root = this.#messages.get(channel)?.get(ts);
    if (!root) return { ok: false, error: 'thread_not_found' };
    const replies = [...this.#messages.get(channel)!.values()].filter((each) => each.threadTs === ts);
    return page([root, ...replies], form);
  }

  #resolve(channel: string): string | undefined {
    if (this.#names.has(channel)) return channel;
    return [...this.#names].find(([, name]) => `#${name}` === channel || name === channel)?.[0];
  }
}

function page(listed: readonly Kept[], form: URLSearchParams): object {
  const from = Number(form.get('cursor') ?? 0);
  const limit = Math.min(Number(form.get('limit') ?? 100), 200);
  const hasMore = from + limit < listed.length;
  return {
    ok: true,
    has_more: hasMore,
    messages: listed.slice(from, from + limit).map(({ ts, metadata, threadTs }) => ({
      type: 'message',
      ts,
      text: '',
      metadata,
      ...(threadTs ? { thread_ts: threadTs } : {}),
    })),
    response_metadata: { next_cursor: hasMore ? String(from + limit) : '' },
  };
}
