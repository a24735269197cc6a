import type { SendResult } from '../failures/index.ts';

/** What a Slack message says. */
export interface SlackContent {
  readonly text: string;
  readonly blocks: readonly object[];
  /** The same in fewer words, sent where Slack refuses this for its length. */
  readonly shorter?: () => SlackContent;
}

/** One Slack message of one delivery. */
export interface SlackPost extends SlackContent {
  /** Channel id or `#name`. */
  readonly channel: string;
  /** Goes into the message's metadata, so that it can be found again. */
  readonly deliveryKey: string;
  /** The message whose thread it goes into. */
  readonly threadTs?: string;
  /** A reply that the channel sees as well. */
  readonly broadcast?: boolean;
}

/**
 * Why nothing is known. `unknown`: the app may not look up messages, or did not get to an end; `unavailable`: Slack did not answer; `later`: it
 * asked to wait.
 */
export interface TimedOut {
  readonly kind: 'unknown' | 'unavailable' | 'later';
}

/** What a lookup for an earlier message found. */
export type SlackLookup =
  | { readonly kind: 'found'; readonly channelId: string; readonly ts: string; readonly threadTs?: string }
  | { readonly kind: 'absent' }
  | TimedOut;

/** What was found of a channel's name. `unknown` also: there is no such channel. */
export type ChannelLookup = { readonly kind: 'found'; readonly channelId: string } | TimedOut;

/** Slack, as the deliveries need it. */
export interface SlackSender {
  post(message: SlackPost): Promise<SendResult>;
  /** Looks up the id of a channel by its `#name`. */
  resolve(name: string): Promise<ChannelLookup>;
  /** Looks up a message with this delivery's key, sent after `sinceSeconds` (Unix), in a thread too when it names one. */
  find(message: SlackSearch): Promise<SlackLookup>;
  /** Uploads a picture and answers its file id, or undefined when Slack would not take it: a picture delays no text. */
  upload(picture: {
    readonly filename: string;
    readonly png: Uint8Array;
    readonly altText: string;
  }): Promise<string | undefined>;
  /** Replaces a message's blocks. Safe to repeat, so an unknown outcome is worth another try. */
  update(message: SlackContent & { readonly channelId: string; readonly ts: string }): Promise<SendResult>;
  /** Says something to one person in a channel that nobody else sees, and that is gone when they leave. */
  sendEphemeral(
    message: SlackContent & { readonly channelId: string; readonly userId: string },
  ): Promise<SendResult>;
  /** A person as Slack knows them; undefined when Slack does not say, or has no person with this id. */
  personOf(userId: string): Promise<SlackPersonInfo | undefined>;
}

/** A person as Slack knows them. */
export interface SlackPersonInfo {
  readonly name: string;
  /** Only if Slack confirmed it, and the app may see it (`users:read.email`). */
  readonly email?: string;
}

/** What is looked up, and where. */
export interface SlackSearch {
  readonly channelId: string;
  readonly deliveryKey: string;
  readonly sinceSeconds: number;
  readonly threadTs?: string;
}
