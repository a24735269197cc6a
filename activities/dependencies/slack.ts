import type { SendResult } from '../failures/index.ts';

/** Content of a Slack message. */
export interface SlackContent {
  readonly text: string;
  readonly blocks: readonly object[];
  /** Returns shorter content, which is sent if Slack refuses this content as too long. */
  readonly shorter?: () => SlackContent;
}

/** One Slack message of one delivery. */
export interface SlackPost extends SlackContent {
  /** Channel id, or the channel's name as `#name`. */
  readonly channel: string;
  /** Key that the message's metadata contains, so that a lookup finds the message. */
  readonly deliveryKey: string;
  /** Timestamp of the message whose thread receives this reply. */
  readonly threadTs?: string;
  /** Whether the channel shows the reply too, not only the thread. */
  readonly broadcast?: boolean;
}

/**
 * Reason why a lookup has no result. `unknown`: the app may not look up messages, or the lookup took too long. `unavailable`:
 * Slack did not answer. `later`: Slack requested a pause.
 */
export interface TimedOut {
  readonly kind: 'unknown' | 'unavailable' | 'later';
}

/** Result of a lookup for an earlier message. */
export type SlackLookup =
  | { readonly kind: 'found'; readonly channelId: string; readonly ts: string; readonly threadTs?: string }
  | { readonly kind: 'absent' }
  | TimedOut;

/** Result of looking up a channel by its name. `unknown` also means that the channel does not exist. */
export type ChannelLookup = { readonly kind: 'found'; readonly channelId: string } | TimedOut;

/** Calls to Slack that deliveries need. */
export interface SlackSender {
  post(message: SlackPost): Promise<SendResult>;
  /** Looks up the id of a channel by its `#name`. */
  resolve(name: string): Promise<ChannelLookup>;
  /**
   * Looks up the message with this delivery key that was sent after `sinceSeconds` (Unix seconds). Searches the thread too if
   * `threadTs` names one.
   */
  find(message: SlackSearch): Promise<SlackLookup>;
  /** Uploads a picture. Returns its file id, or `undefined` if the upload fails, because a picture must not delay a message. */
  upload(picture: {
    readonly filename: string;
    readonly png: Uint8Array;
    readonly altText: string;
  }): Promise<string | undefined>;
  /** Replaces the content of a sent message. Safe to repeat, so an unknown outcome can be retried. */
  update(message: SlackContent & { readonly channelId: string; readonly ts: string }): Promise<SendResult>;
  /** Sends an ephemeral message in a channel. Only one person sees it, and it disappears when that person leaves the channel. */
  sendEphemeral(
    message: SlackContent & { readonly channelId: string; readonly userId: string },
  ): Promise<SendResult>;
  /** Returns a person from Slack, or `undefined` if Slack does not answer or has no person with this id. */
  personOf(userId: string): Promise<SlackPersonInfo | undefined>;
}

/** Name and e-mail address of a person in Slack. */
export interface SlackPersonInfo {
  readonly name: string;
  /** E-mail address; present only if Slack confirmed it and the app may read it (`users:read.email`). */
  readonly email?: string;
}

/** Message to look up, with the channel and thread to search. */
export interface SlackSearch {
  readonly channelId: string;
  readonly deliveryKey: string;
  readonly sinceSeconds: number;
  readonly threadTs?: string;
}
