/** The title of an alarm about a channel. Its problem and remedy are texts of the catalogue (`texts/en/alarms.ts`). */
export interface ChannelAlarmWords {
  /** The title in a subject line. */
  readonly title: string;
}

/** The properties of a channel that all layers use. The code that sends messages is in `activities/channels/`. */
export interface ChannelEntry {
  /** The channel's name at the start of a line. `inText` is its name within a sentence. */
  readonly name: string;
  readonly inText: string;
  /** The kind of reader. People get grouped alerts, budget notices and digests. A system gets each alert separately. */
  readonly readBy: 'people' | 'systems';
  /** The field of an action or policy step that contains one receiver or a list of receivers. */
  readonly receiversIn: string;
  /**
   * Receivers that may be named without a channel, for example as a rule's owner or in ALARMS_TO. Absent if the channel allows
   * none.
   */
  readonly namedAlone?: {
    readonly pattern: RegExp;
    /** Words for a receiver and for the sending service, such as `an e-mail address` and `the mail server`. */
    readonly receiver: string;
    readonly sender: string;
  };
  /** True if addresses that differ only in case are the same receiver. */
  readonly ignoresCase: boolean;
  /**
   * Words for a person's address in this channel. If set, people in rotations have an address in a field named after the channel,
   * and steps may use `rotation:ID`.
   */
  readonly person?: string;
  /** Fields of an action that contain Liquid templates. */
  readonly templates: readonly string[];
  /** Whether the receiver can look up a message with an unknown outcome. */
  readonly hasLookup: boolean;
  /**
   * True if each receiver is a separate service that can fail independently. Addresses of such receivers may contain a secret.
   */
  readonly isEachReceiverAService: boolean;
  /**
   * The notes that a paged recipient gets when the incident changes.
   * - `thread`: a note in the page's thread.
   * - `each`: one message per change.
   * - `joined`: only alerts that join the incident, and only if the newest page reached no recipient whose channel gets more
   * notes.
   */
  readonly incidentNotes: 'thread' | 'each' | 'joined';
  /** Whether a page links to an answer form. Pages of other channels have buttons, or are sent to a system. */
  readonly hasAnswerLink: boolean;
  /** Typical response time of a healthy receiver. It determines the time limits of a delivery attempt (workflows/profiles.ts). */
  readonly answersWithin: 'seconds' | 'minutes';
  /** The service's name in alarms and circuit breakers, such as `smtp` in `smtp_unavailable`. */
  readonly service: string;
  /** Configuration lines that enable the channel, with placeholders. Absent if it needs none. */
  readonly settings?: readonly string[];
  /**
   * Alarms of the channel. `access`: the service refuses all messages. `refused`: it refuses some messages for a temporary
   * reason. `gone`: an address is no longer in use. `off`: the channel is disabled in the configuration.
   */
  readonly alarms: {
    readonly unavailable: ChannelAlarmWords;
    readonly refused: ChannelAlarmWords;
    readonly access?: ChannelAlarmWords;
    readonly gone?: ChannelAlarmWords;
    readonly off?: ChannelAlarmWords;
  };
}
