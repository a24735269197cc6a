import type { DigestContent } from '../../messages/digests/index.ts';
import type { Message } from '../../messages/message.ts';
import type { Delivery } from '../../store/deliveries/index.ts';
import type { SendResult } from '../failures/index.ts';

/** The delivery that an activity sends. */
export interface DeliveryInput {
  readonly fleet: string;
  readonly deliveryId: string;
}

/**
 * Result of a lookup: the message if it was found; `absent`: surely not there; `unknown`: not possible to find out;
 * `unavailable`: no answer; `later`: the receiver requested a pause.
 */
export type LookupResult =
  Extract<SendResult, { kind: 'sent' }> | 'absent' | 'unknown' | 'unavailable' | 'later';

/** Control over one sending while its claim is held. */
export interface SendingHold {
  /** Signal that ends the sending early when it aborts. */
  readonly signal: AbortSignal;
  /**
   * Requests permission, right before the first byte that could reach the receiver.
   * @returns false if another attempt claimed the delivery
   */
  begin(): Promise<boolean>;
}

/** Functions that send one delivery over one channel. */
export interface DeliveryChannel {
  /**
   * Sends the delivery. `possibleRepeat`: the message is marked as a possible duplicate, because an earlier attempt has an
   * unknown outcome.
   */
  send(possibleRepeat: boolean, hold: SendingHold): Promise<SendResult>;
  /** Set if `send` itself calls `begin`, right before it sends. Otherwise the caller calls `begin` before `send`. */
  readonly asksToBegin?: true;
  /** Looks up the message that an earlier attempt may have sent; absent when the receiver has no lookup. */
  lookUp?(): Promise<LookupResult>;
  /** Adds an optional part, such as a picture, after the message was sent. Its failure is ignored. */
  attach?(): Promise<void>;
}

/** A message that is ready to be sent. */
export interface ComposedMessage<M extends Message = Message> {
  readonly message: M;
  /**
   * Draws the trip's picture as a PNG, or returns `undefined` if the trip has no position; absent when the message shows no
   * picture. Drawing takes tens of milliseconds, more with map tiles. So it is called only where a picture is sent; Slack's is
   * drawn after the text was sent.
   */
  readonly drawPicture?: () => Promise<Uint8Array | undefined>;
}

/** A composed message that is not marked yet as a possible duplicate. Only the claim of its delivery shows whether to mark it. */
export interface UnmarkedMessage<M extends Message = Message> {
  /**
   * Number of the change that the message shows, as stored in `deliveries.shown_change`; absent when the message is never
   * updated.
   */
  readonly shows?: number;
  marked(possibleRepeat: boolean): ComposedMessage<M>;
}

/** Delivery of a digest, with the content of its run. */
export interface DigestToSend {
  readonly delivery: Delivery;
  readonly runId: string;
  readonly digestId: string;
  /** Address of the page that shows the whole digest. */
  readonly pageUrl: string;
  /** Returns the digest's content. A possible duplicate is marked in it. */
  content(possibleRepeat: boolean): DigestContent;
}

/** A delivery with its content, as a channel receives it. */
export interface ToDeliver {
  readonly delivery: Delivery;
  readonly content: UnmarkedMessage;
  /**
   * Updates the sent message with the newest content, because a person may have answered meanwhile, or its picture was uploaded.
   */
  showNewest(): Promise<unknown>;
}
