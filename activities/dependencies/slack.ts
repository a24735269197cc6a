import type { SendResult } from '../failures/index.ts';

/** Content of a Slack message. */
export interface SlackContent {
  readonly text: string;
  readonly blocks: readonly object[];
  /** Shorter content, sent if Slack refuses this one for its length. */
  readonly shorter?: () => SlackContent;
}

/** One Slack message of one delivery. */
export interface SlackPost extends SlackContent {
  /** Channel id or `#name`. */
  readonly channel: string;
  /** Key in the message's metadata, so that a lookup finds the message. */
  readonly deliveryKey: string;
  /** Timestamp of the message whose thread receives this reply. */
  readonly threadTs?: string;
  /** Whether the channel shows the reply as well. */
  readonly broadcast?: boolean;
}

/**
 * Reason why a lookup has no result. `unknown`: the app may not look up messages, or the lookup did not finish;
 * `unavailable`: Slack did not answer; `later`: Slack requested a pause.
 */
export interface TimedOut {
  readonly kind: 'unknown' | 'unavailable' | 'later';
}

/** Result of a lookup for an earlier message. */
export type SlackLookup =
  | { readonly kind: 'found'; readonly channelId: string; readonly ts: string; readonly threadTs?: string }
  | { readonly kind: 'absent' }
  | TimedOut;

/** Result of a lookup by a channel's name; `unknown` also if the channel does not exist. */
export type ChannelLookup = { readonly kind: 'found'; readonly channelId: string } | TimedOut;

/** Operations of Slack that deliveries need. */
export interface SlackSender {
  post(message: SlackPost): Promise<SendResult>;
  /** Looks up the id of a channel by its `#name`. */
  resolve(name: string): Promise<ChannelLookup>;
  /**
   * Looks up a message with this delivery's key, sent after `sinceSeconds` (Unix); also in a thread when the search names one.
   */
  find(message: SlackSearch): Promise<SlackLookup>;
  /** Uploads a picture. Returns its file id, or `undefined` if Slack refuses it, because a picture must not delay text. */
  upload(picture: {
    readonly filename: string;
    readonly png: Uint8Array;
    readonly altText: string;
  }): Promise<string | undefined>;
  /** Replaces a message's blocks. Safe to repeat, so an unknown outcome is worth another try. */
  update(message: SlackContent & { readonly channelId: string; readonly ts: string }): Promise<SendResult>;
  /** Sends an ephemeral message in a channel: only one person sees it, and it disappears when they leave. */
  sendEphemeral(
    message: SlackContent & { readonly channelId: string; readonly userId: string },
  ): Promise<SendResult>;
  /** Returns a person as Slack knows them, or `undefined` when Slack does not say or has no person with this id. */
  personOf(userId: string): Promise<SlackPersonInfo | undefined>;
}

/** A person as Slack knows them. */
export interface SlackPersonInfo {
  readonly name: string;
  /** Address; only if Slack confirmed it, and the app may see it (`users:read.email`). */
  readonly email?: string;
}

/** The message to look up, and the place. */
export interface SlackSearch {
  readonly channelId: string;
  readonly deliveryKey: string;
  readonly sinceSeconds: number;
  readonly threadTs?: string;
}
