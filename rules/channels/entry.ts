/** An alarm of a channel; the problem and what to do are texts of the catalogue (`texts/en/alarms.ts`). */
export interface ChannelAlarmWords {
  /** In a subject line. */
  readonly title: string;
}

/** What the layers have to know of a channel; how it sends is in `activities/channels/`. */
export interface ChannelEntry {
  /** At the start of a line, and within a sentence. */
  readonly name: string;
  readonly inText: string;
  /** People get alerts grouped in messages, budget notices and digests; a system gets each alert by itself. */
  readonly readBy: 'people' | 'systems';
  /** The field of an action, and of a step of a policy, that names one receiver or a list of them. */
  readonly receiversIn: string;
  /** Receivers that a text alone may name, such as a rule's owner or in ALARMS_TO. Absent: none is named so. */
  readonly namedAlone?: {
    readonly pattern: RegExp;
    /** One of them, and who sends to it: `an e-mail address`, `the mail server`. */
    readonly receiver: string;
    readonly sender: string;
  };
  /** Receivers that differ in capitals only are one. */
  readonly ignoresCase: boolean;
  /**
   * People of rotations have an address in it, in the field of the channel's name, and steps may say `rotation:ID`: what such an
   * address is called.
   */
  readonly person?: string;
  /** Fields of an action that are Liquid templates. */
  readonly templates: readonly string[];
  /** A message that may have left can be looked up. */
  readonly hasLookup: boolean;
  /** Receivers are services of their own, of which one may be unavailable alone; addresses may hold a secret beside the host. */
  readonly isEachReceiverAService: boolean;
  /**
   * What someone paged is sent when their incident changes: `thread`, a note in the page's thread; `each`, every change by
   * itself; `joined`, only that an alert joined, and only where the newest page reached nobody who gets more.
   */
  readonly incidentNotes: 'thread' | 'each' | 'joined';
  /** A page links to a form to answer in; elsewhere it has buttons, or goes to a system. */
  readonly hasAnswerLink: boolean;
  /** How long a healthy receiver may take to answer, which decides the time limits of an attempt (workflows/profiles.ts). */
  readonly answersWithin: 'seconds' | 'minutes';
  /** What its alarms and its circuit breaker are named by: `smtp` of `smtp_unavailable`. */
  readonly service: string;
  /** The lines of configuration that turn it on, with placeholders; absent: nothing has to be set. */
  readonly settings?: readonly string[];
  /**
   * Its alarms. `access`: it refuses everything from us; `refused`: it refuses some of it for a reason that may pass; `gone`: an
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
