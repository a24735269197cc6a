import type { DigestContent } from '../../messages/digests/index.ts';
import type { Message } from '../../messages/message.ts';
import type { Delivery } from '../../store/deliveries/index.ts';
import type { SendResult } from '../failures/index.ts';

/** The delivery that an activity sends. */
export interface DeliveryInput {
  readonly fleet: string;
  readonly deliveryId: string;
}

/** Result of a lookup at the receiver: the message, its certain absence, no way to know, no answer, or a request to wait. */
export type LookupResult =
  Extract<SendResult, { kind: 'sent' }> | 'absent' | 'unknown' | 'unavailable' | 'later';

/** One sending under its claim. */
export interface SendingHold {
  /** A signal whose abort ends the sending early. */
  readonly signal: AbortSignal;
  /** Requests permission right before the receiver could get the message. @returns false if another attempt has the delivery */
  begin(): Promise<boolean>;
}

/** Operations to send one delivery over one channel. */
export interface DeliveryChannel {
  /** Sends the delivery; `possibleRepeat` means that an earlier attempt has an unknown outcome. */
  send(possibleRepeat: boolean, hold: SendingHold): Promise<SendResult>;
  /** Whether `send` calls `begin` itself after its start; until then nothing is sent. */
  readonly asksToBegin?: true;
  /** Looks up the message that an earlier attempt may have left; absent when the receiver has no lookup. */
  lookUp?(): Promise<LookupResult>;
  /** Attaches an optional part such as a picture after the confirmed sending; its failure changes nothing. */
  attach?(): Promise<void>;
}

/** A message that is ready to be sent. */
export interface ComposedMessage<M extends Message = Message> {
  readonly message: M;
  /**
   * Draws the trip's picture: a PNG, `undefined` without any position; absent when the message shows none. It takes tens of
   * milliseconds, and longer with map tiles. Therefore it is called only where a picture is sent, and by Slack after the text.
   */
  readonly drawPicture?: () => Promise<Uint8Array | undefined>;
}

/** A composed message without the mark for a possible duplicate, which only its claim decides. */
export interface UnmarkedMessage<M extends Message = Message> {
  /** The change that a message updated in place shows, as `deliveries.shown_change` stores it. */
  readonly shows?: number;
  marked(possibleRepeat: boolean): ComposedMessage<M>;
}

/** A digest's delivery with the content of its run. */
export interface DigestToSend {
  readonly delivery: Delivery;
  readonly runId: string;
  readonly digestId: string;
  /** The page with the whole digest. */
  readonly pageUrl: string;
  /** Returns the content for this attempt: a possible duplicate says so. */
  content(possibleRepeat: boolean): DigestContent;
}

/** A delivery with its content, for a channel. */
export interface ToDeliver {
  readonly delivery: Delivery;
  readonly content: UnmarkedMessage;
  /** Updates the sent message in place, because a person may have answered meanwhile or its picture has arrived. */
  showNewest(): Promise<unknown>;
}
