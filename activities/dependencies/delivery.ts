import type { DigestContent } from '../../messages/digests/index.ts';
import type { Message } from '../../messages/message.ts';
import type { Delivery } from '../../store/deliveries/index.ts';
import type { SendResult } from '../failures/index.ts';

/** Which delivery an activity carries out. */
export interface DeliveryInput {
  readonly fleet: string;
  readonly deliveryId: string;
}

/** What a lookup at the receiver found: the message, its certain absence, no way to know, no answer, or a request to wait. */
export type LookupResult =
  Extract<SendResult, { kind: 'sent' }> | 'absent' | 'unknown' | 'unavailable' | 'later';

/** One sending, in the hands of the claim. */
export interface SendingHold {
  /** Its abort ends the sending early. */
  readonly signal: AbortSignal;
  /** To be asked right before the receiver could have it. @returns false when another attempt has the delivery */
  begin(): Promise<boolean>;
}

/** How one delivery is carried out over one channel. */
export interface DeliveryChannel {
  /** Sends it; `possibleRepeat` says that an earlier attempt's outcome is not known. */
  send(possibleRepeat: boolean, hold: SendingHold): Promise<SendResult>;
  /** Its `send` asks `begin` itself, later than at its start: until then nothing leaves. */
  readonly asksToBegin?: true;
  /** Looks up what an earlier attempt may have left; absent where the receiver has no lookup. */
  lookUp?(): Promise<LookupResult>;
  /** What is nice to have once it is out and confirmed, such as a picture; its failure changes nothing. */
  attach?(): Promise<void>;
}

/** A message that is ready to be sent. */
export interface ComposedMessage<M extends Message = Message> {
  readonly message: M;
  /**
   * Draws its trip's picture: a PNG, undefined without any position; absent when it shows none. It takes tens of milliseconds, and
   * waits a moment for map tiles where there are some, so it is called only where a picture is sent, and by Slack after the text.
   */
  readonly drawPicture?: () => Promise<Uint8Array | undefined>;
}

/** A message put together, still without the mark that only its claim decides. */
export interface UnmarkedMessage<M extends Message = Message> {
  /** Of a message that is updated in place: what it shows, as `deliveries.shown_change` keeps it. */
  readonly shows?: number;
  marked(possibleRepeat: boolean): ComposedMessage<M>;
}

/** A digest's delivery, and what its run says. */
export interface DigestToSend {
  readonly delivery: Delivery;
  readonly runId: string;
  readonly digestId: string;
  /** The page that holds all of it. */
  readonly pageUrl: string;
  /** The content for this attempt: a possible duplicate says so. */
  content(possibleRepeat: boolean): DigestContent;
}

/** A delivery with its content, for a channel. */
export interface ToDeliver {
  readonly delivery: Delivery;
  readonly content: UnmarkedMessage;
  /** Updates the message, once sent, in place: someone may have answered meanwhile, or its picture has come. */
  showNewest(): Promise<unknown>;
}
