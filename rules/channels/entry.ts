/** The words of a channel's alarm. The problem and the remedy are texts of the catalogue (`texts/en/alarms.ts`). */
export interface ChannelAlarmWords {
  /** The title in a subject line. */
  readonly title: string;
}

/** The properties of a channel that all layers use; the code that sends is in `activities/channels/`. */
export interface ChannelEntry {
  /** The name at the start of a line; `inText` is the name within a sentence. */
  readonly name: string;
  readonly inText: string;
  /**
   * The kind of reader. People get alerts grouped in messages, budget notices and digests; a system gets each alert by itself.
   */
  readonly readBy: 'people' | 'systems';
  /** The field that names one receiver or a list of them, in an action and in a step of a policy. */
  readonly receiversIn: string;
  /**
   * Receivers that a text without a channel may name, such as a rule's owner or in ALARMS_TO. Absent: the channel allows none.
   */
  readonly namedAlone?: {
    readonly pattern: RegExp;
    /** Words for a receiver and for its sender, such as `an e-mail address` and `the mail server`. */
    readonly receiver: string;
    readonly sender: string;
  };
  /** True when receivers that differ only in case are the same. */
  readonly ignoresCase: boolean;
  /**
   * The name of a person's address in this channel. When set, people of rotations have an address in the field of the channel's
   * name, and steps may say `rotation:ID`.
   */
  readonly person?: string;
  /** Fields of an action that are Liquid templates. */
  readonly templates: readonly string[];
  /** Whether the receiver can look up a message with an unknown outcome. */
  readonly hasLookup: boolean;
  /** True when each receiver is a service that can fail independently. Its address may contain a secret besides the host. */
  readonly isEachReceiverAService: boolean;
  /**
   * The notes that a paged recipient gets when the incident changes.
   * - `thread`: a note in the page's thread.
   * - `each`: one message per change.
   * - `joined`: only added alerts, and only if the newest page reached no recipient who gets more.
   */
  readonly incidentNotes: 'thread' | 'each' | 'joined';
  /** Whether a page links to a form for the answer; pages of other channels have buttons or go to a system. */
  readonly hasAnswerLink: boolean;
  /** Typical answer time of a healthy receiver, from which the time limits of an attempt follow (workflows/profiles.ts). */
  readonly answersWithin: 'seconds' | 'minutes';
  /** The name of the service in its alarms and circuit breaker: `smtp` of `smtp_unavailable`. */
  readonly service: string;
  /** The lines of configuration that turn the channel on, with placeholders; absent: it needs none. */
  readonly settings?: readonly string[];
  /**
   * Alarms of the channel. `access`: it refuses every message. `refused`: it refuses some for a temporary reason. `gone`: an
   * address is out of use; `off`: the configuration turned the channel off.
   */
  readonly alarms: {
    readonly unavailable: ChannelAlarmWords;
    readonly refused: ChannelAlarmWords;
    readonly access?: ChannelAlarmWords;
    readonly gone?: ChannelAlarmWords;
    readonly off?: ChannelAlarmWords;
  };
}
