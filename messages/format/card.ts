import type { Severity } from '../../rules/evaluation/index.ts';
import { textsOf } from '../language/index.ts';
import type { Language } from '../language/index.ts';
import type { Tone } from './palette.ts';
import { formatNumber } from './quantity.ts';

/** A person, with an id in Slack if known. */
export interface NamedPerson {
  readonly name: string;
  /** Such as `U01ANN`. */
  readonly slackId?: string;
}

/** A label and its value, plain text on one line each. */
export interface Row {
  readonly label: string;
  readonly value: string;
  /** Absolute address that the value leads to. */
  readonly href?: string;
  /** The people whom the value names, so that a channel can mention them. */
  readonly people?: readonly NamedPerson[];
}

/** The part of a list that was left out, and where to find it. */
export interface Rest {
  /** Number of items beyond those given. */
  readonly more?: number;
  /** Where the rest can be read, e.g. `on the trip’s page`. */
  readonly elsewhere?: string;
}

/** One alert of several. */
export interface CardItem {
  readonly severity: Severity;
  readonly title: string;
  readonly lines: readonly string[];
  /** Time, in small print below the lines. */
  readonly note?: string;
  readonly link?: CardLink;
}

/** An address and the words that lead to it. */
export interface CardLink {
  readonly label: string;
  readonly href: string;
}

/** Blocks of a card, shown one below the other. */
export type CardBlock =
  /** Text that may have lines, and its heading. */
  | { readonly kind: 'text'; readonly heading?: string; readonly text: string }
  /** Short values. `isTitleSpare`: the title may be left out where there is little room, because the labels suffice. */
  | ({
      readonly kind: 'rows';
      readonly title: string;
      readonly isTitleSpare?: true;
      readonly rows: readonly Row[];
    } & Rest)
  | ({
      readonly kind: 'list';
      readonly title: string;
      readonly lines: readonly (string | Row)[];
    } & Rest)
  | ({ readonly kind: 'items'; readonly items: readonly CardItem[] } & Rest);

/** A button or a menu. The channel sends its action and value back when it is pressed. */
export type CardButton =
  | {
      readonly kind: 'press';
      readonly action: string;
      readonly label: string;
      readonly value: string;
      /** Text for screen readers. Names the subject of the card, because one channel contains several cards. */
      readonly spoken: string;
      readonly style?: 'primary' | 'danger';
      /** Confirmation that is required before the press is sent. */
      readonly confirm?: {
        readonly title: string;
        readonly text: string;
        readonly yes: string;
        readonly no: string;
      };
    }
  | {
      readonly kind: 'choice';
      readonly action: string;
      readonly label: string;
      readonly options: readonly { readonly label: string; readonly value: string }[];
    };

/** Ways to answer a card. Each channel uses the one that it supports. */
export interface CardAnswers {
  /** For channels in which a press acts. */
  readonly buttons: readonly CardButton[];
  /** For other channels: a page that acts, the label of its link, and the effect of opening it. */
  readonly page?: CardLink & { readonly hint: string };
  /** For other channels without such a page: instructions in words. */
  readonly howTo?: string;
}

/** Look of a fleet's e-mails, from its settings. */
export interface Brand {
  /** `https:` or `data:` address of a picture. */
  readonly logo?: string;
  /** Background of buttons, such as `#12395f`; white text on it is readable. */
  readonly accent?: string;
}

/**
 * One message to people on any subject and for any channel, as plain data. Each kind of message makes one. `slackCard`,
 * `emailCard` and pages render it: they escape every text and keep the limits of their channel.
 */
export interface Card {
  /** Language of its texts and of the words that a renderer adds; absent: English. */
  readonly language?: Language;
  readonly fleetName: string;
  /** Look of e-mails; absent: Tripline's own. */
  readonly brand?: Brand | undefined;
  /** Subject of an e-mail. The renderer marks a possible duplicate. */
  readonly subject: string;
  /** Text that mail lists show beside the subject. */
  readonly preview: string;
  /** Text of a notification, also read by screen readers. */
  readonly notification: string;
  readonly tone: Tone;
  /** Repeats the tone where there are no colours. */
  readonly emoji: string;
  /** State or severity, in a few words before the title. */
  readonly badge?: { readonly symbol: string; readonly words: string };
  readonly title: string;
  readonly subtitle?: string;
  /** True if this may be the second copy. */
  readonly isPossibleRepeat: boolean;
  /** Current state, with the most important line first. */
  readonly status: readonly string[];
  /** Text that must not be overlooked. */
  readonly warning?: string | undefined;
  /** Blocks that have to be read. */
  readonly lead: readonly CardBlock[];
  readonly answers?: CardAnswers | undefined;
  /** Description of the trip's picture; the picture itself is sent beside the card. */
  readonly pictureAltText?: string;
  /** Blocks with background information. */
  readonly details: readonly CardBlock[];
  /**
   * Link to the full information. `isQuiet`: another button is more urgent. `isOfItem`: one of the items has this link, so it is
   * shown only where it is a button.
   */
  readonly link?: CardLink & { readonly isQuiet?: true; readonly isOfItem?: true };
  readonly footer: {
    /** Reason that the recipient gets it: `because …`. */
    readonly because: string;
    /** Ids of its subjects, e.g. `rule collision v4`. */
    readonly ids: readonly string[];
  };
  /** Key of the delivery, the same for each attempt. */
  readonly deliveryKey: string;
  /** Only text of the card when it is a reply below the message that said the rest. */
  readonly reply?: string;
}

/** Returns the card’s name on one line. */
export function cardHeading({ badge, title, subtitle }: Card): string {
  if (badge) return `${badge.words}: ${title}`;
  return subtitle === undefined ? title : `${title} · ${subtitle}`;
}

/**
 * Says how many items of a list were left out and where they are; undefined when there are none.
 * @param cut number of the given items that are not shown; below zero: there was room for more
 */
export function restWords(
  cut: number,
  { more: others = 0, elsewhere }: Rest,
  language: Language = 'en',
): string | undefined {
  const more = Math.max(0, cut) + others;
  if (more === 0) return undefined;
  const say = textsOf(language);
  const count = formatNumber(more, language);
  return elsewhere === undefined
    ? say('format.more', { count })
    : say('format.moreElsewhere', { count, elsewhere });
}
