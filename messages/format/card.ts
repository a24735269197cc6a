import type { Severity } from '../../rules/evaluation/index.ts';
import { textsOf } from '../language/index.ts';
import type { Language } from '../language/index.ts';
import type { Tone } from './palette.ts';
import { formatNumber } from './quantity.ts';

/** A person, and how Slack knows them. */
export interface NamedPerson {
  readonly name: string;
  /** Such as `U01ANN`. */
  readonly slackId?: string;
}

/** A label and what stands beside it, plain text on one line each. */
export interface Row {
  readonly label: string;
  readonly value: string;
  /** Absolute address that the value leads to. */
  readonly href?: string;
  /** The people whom the value names, where a channel can call them. */
  readonly people?: readonly NamedPerson[];
}

/** What was left out of a list, and where it is. */
export interface Rest {
  /** How many more there are than those given. */
  readonly more?: number;
  /** Where the rest can be read, e.g. `on the trip’s page`. */
  readonly elsewhere?: string;
}

/** One alert of several. */
export interface CardItem {
  readonly severity: Severity;
  readonly title: string;
  readonly lines: readonly string[];
  /** In small print below: when it was. */
  readonly note?: string;
  readonly link?: CardLink;
}

/** An address and the words that lead to it. */
export interface CardLink {
  readonly label: string;
  readonly href: string;
}

/** What stands on a card, one below the other. */
export type CardBlock =
  /** Text that may have lines, and what stands out above it. */
  | { readonly kind: 'text'; readonly heading?: string; readonly text: string }
  /** Short values; `isTitleSpare`: their labels say enough where there is little room. */
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

/** Something to press. Its action and value come back with the press. */
export type CardButton =
  | {
      readonly kind: 'press';
      readonly action: string;
      readonly label: string;
      readonly value: string;
      /** What screen readers say: several cards stand in one channel, and each button says whose it is. */
      readonly spoken: string;
      readonly style?: 'primary' | 'danger';
      /** Asked before the press is sent. */
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

/** How whoever reads the card answers it: each channel takes the way that it has. */
export interface CardAnswers {
  /** Where a press acts. */
  readonly buttons: readonly CardButton[];
  /** Where it does not: a page that acts, what its link says, and what opening it does. */
  readonly page?: CardLink & { readonly hint: string };
  /** Where there is no such page: how to answer, in words. */
  readonly howTo?: string;
}

/** How a fleet's e-mails look, as its settings say. */
export interface Brand {
  /** `https:` or `data:` address of a picture. */
  readonly logo?: string;
  /** Ground of buttons, such as `#12395f`: white text on it can be read. */
  readonly accent?: string;
}

/**
 * One message to people, whatever it is about and wherever it goes: plain data without markup. Each kind of message makes
 * one. `slackCard` and `emailCard` render it, and pages render its rows and lists: they escape every text where it lands, and
 * keep the limits of their channel.
 */
export interface Card {
  /** Of its texts, and of what whoever renders it adds; absent: English. */
  readonly language?: Language;
  readonly fleetName: string;
  /** How e-mails look; absent: as all of Tripline. */
  readonly brand?: Brand | undefined;
  /** Subject of an e-mail; a possible duplicate is marked by who renders it. */
  readonly subject: string;
  /** What mail lists show beside the subject. */
  readonly preview: string;
  /** What a notification and a screen reader say. */
  readonly notification: string;
  readonly tone: Tone;
  /** Repeats the tone where there are no colours. */
  readonly emoji: string;
  /** State or severity, in a few words before the title. */
  readonly badge?: { readonly symbol: string; readonly words: string };
  readonly title: string;
  readonly subtitle?: string;
  /** It may be the second copy. */
  readonly isPossibleRepeat: boolean;
  /** How things stand: the first line is what matters most. */
  readonly status: readonly string[];
  /** What must not be overlooked. */
  readonly warning?: string | undefined;
  /** What has to be read. */
  readonly lead: readonly CardBlock[];
  readonly answers?: CardAnswers | undefined;
  /** The picture of the trip in words; the picture itself goes beside the card. */
  readonly pictureAltText?: string;
  /** What is behind it. */
  readonly details: readonly CardBlock[];
  /**
   * Where all of it is; `isQuiet`: there is something more urgent to press; `isOfItem`: one of the items has this link, so it is
   * shown only where it is a button.
   */
  readonly link?: CardLink & { readonly isQuiet?: true; readonly isOfItem?: true };
  readonly footer: {
    /** Why the recipient gets it: `because …`. */
    readonly because: string;
    /** Ids that name what it is about, e.g. `rule collision v4`. */
    readonly ids: readonly string[];
  };
  /** Of the delivery: the same for each attempt. */
  readonly deliveryKey: string;
  /** As a reply below the message that said the rest, this is all it says. */
  readonly reply?: string;
}

/** The card’s name on one line. */
export function cardHeading({ badge, title, subtitle }: Card): string {
  if (badge) return `${badge.words}: ${title}`;
  return subtitle === undefined ? title : `${title} · ${subtitle}`;
}

/**
 * What was left out of a list, in words; undefined when nothing was.
 * @param cut how many of those given are not shown; below zero: there was room for more
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
