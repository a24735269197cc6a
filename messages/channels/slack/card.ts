import { cardHeading, deliveryReference, oneLine } from '../../format/index.ts';
import type { Card, CardBlock } from '../../format/index.ts';
import { textsOf } from '../../language/index.ts';
import {
  SLACK_LIMITS,
  charactersOf,
  context,
  image,
  plain,
  plainSection,
  section,
  sectionOfLines,
} from './blocks.ts';
import type { SlackBlock, SlackMessage } from './blocks.ts';
import { bold, escapeSlack, slackLink } from './escape.ts';
import { actions, cardBlocks, lineOf } from './parts.ts';

/** Limits of a message's parts, in characters. */
interface Size {
  /** The limit of all texts together. */
  readonly all: number;
  readonly notification: number;
  readonly status: number;
  readonly warning: number;
  readonly link: number;
  readonly footer: number;
}

/** Size of an ordinary message. If Slack refuses it as too long, `SHORT` follows, and last a notification without blocks. */
const WHOLE: Size = {
  all: SLACK_LIMITS.all,
  notification: 900,
  status: 1_200,
  warning: 600,
  link: 2_000,
  footer: 600,
};
const SHORT: Size = {
  all: 3_000,
  notification: 300,
  status: 500,
  warning: 250,
  link: 600,
  footer: 250,
};

type Blocks = readonly (SlackBlock | undefined)[];

/**
 * Renders a card as a Slack message within Slack's limits, whatever its texts hold: the lead, the buttons, then the details. The
 * picture comes last, because it is attached later and must not move content that is being read or pressed.
 * @param options `pictureFileId` is the id of the uploaded picture
 */
export function slackCard(card: Card, options: { readonly pictureFileId?: string } = {}): SlackMessage {
  const { pictureFileId } = options;
  // Slack refuses a picture that it does not show any more, or not yet, with the same error as a message that is too long.
  if (pictureFileId !== undefined)
    return { ...sized(card, WHOLE, pictureFileId), shorter: () => slackCard(card) };
  return {
    ...sized(card, WHOLE),
    shorter: () => ({ ...sized(card, SHORT), shorter: () => inWords(card) }),
  };
}

/** Returns a message without blocks, where Slack refuses them: the notification, and a link to read on. */
function inWords(card: Card): SlackMessage {
  const link = card.link && slackLink(card.link.href, card.link.label, SHORT.link);
  return { text: [notificationOf(card, SHORT), link].filter(Boolean).join('\n'), blocks: [] };
}

/** Returns a few plain words as a Slack message. */
export function slackWords(words: string): SlackMessage {
  const block = plainSection(words, SLACK_LIMITS.sectionText);
  const text = escapeSlack(words, SLACK_LIMITS.sectionText);
  return { text, blocks: block ? [block] : [], shorter: () => ({ text, blocks: [] }) };
}

function notificationOf(card: Card, { notification: limit }: Size): string {
  const { emoji, notification, isPossibleRepeat, language = 'en' } = card;
  const said = isPossibleRepeat
    ? textsOf(language)('format.possibleRepeatMark', { text: notification })
    : notification;
  return escapeSlack(oneLine(`${emoji} ${said}`, limit), limit);
}

/**
 * Returns a message of limited size. Required parts are made first; the others share the room that is left, in the order in
 * which they are read.
 */
function sized(card: Card, size: Size, pictureFileId?: string): SlackMessage {
  const { language = 'en', isPossibleRepeat, reply, pictureAltText } = card;
  const text = notificationOf(card, size);
  const isReply = reply !== undefined;
  const repeat = isPossibleRepeat ? textsOf(language)('format.possibleRepeat') : '';
  const head: Blocks = [
    isReply ? undefined : header(card),
    warning(repeat, size),
    ...(isReply ? [plainSection(reply, size.status * 2)] : statusOf(card, size)),
  ];
  const buttons = isReply ? undefined : actions(card.answers?.buttons ?? []);
  const tail: Blocks = [
    !isReply && pictureFileId && pictureAltText ? image(pictureFileId, pictureAltText) : undefined,
    isReply ? undefined : linkOf(card, size),
    footer(card, size),
  ];
  const fixed = [...head, buttons, ...tail].filter((block) => block !== undefined);
  let room = size.all - text.length - charactersOf(fixed);
  let places = SLACK_LIMITS.blocks - fixed.length;
  const fill = (blocks: readonly CardBlock[]): Blocks =>
    blocks.flatMap((block) => {
      const made = cardBlocks(block, { room, language }).slice(0, places);
      room -= charactersOf(made);
      places -= made.length;
      return made;
    });
  const [lead, details] = isReply ? [[], []] : [fill(card.lead), fill(card.details)];
  const blocks = [...head, ...lead, buttons, ...details, ...tail];
  return { text, blocks: blocks.filter((block) => block !== undefined) };
}

function header(card: Card): SlackBlock {
  return { type: 'header', text: plain(`${card.emoji} ${cardHeading(card)}`, SLACK_LIMITS.header) };
}

function statusOf({ status: [first = '', ...others], warning: words = '' }: Card, size: Size): Blocks {
  const lines = [bold(first, size.status - 10), ...others.map((line) => lineOf(line, size.status - 10))];
  return [sectionOfLines(lines.filter(Boolean), size.status), warning(words, size)];
}

function warning(words: string, { warning: limit }: Size): SlackBlock | undefined {
  return words ? section(`:warning: ${bold(words, limit)}`) : undefined;
}

function linkOf({ link }: Card, size: Size): SlackBlock | undefined {
  const shown = link && !link.isOfItem && slackLink(link.href, link.label, size.link);
  return shown ? section(`*${shown}*`) : undefined;
}

function footer(card: Card, { footer: limit }: Size): SlackBlock {
  const { language = 'en', fleetName, deliveryKey } = card;
  const { because, ids } = card.footer;
  const about = ids.length > 0 ? ids : [because];
  const reference = deliveryReference(deliveryKey).slice(0, 8);
  const shown = textsOf(language)('format.shortReference', { reference });
  const text = [fleetName, ...about].join(' · ');
  return context(`${oneLine(text, limit - shown.length - 3)} · ${shown}`, limit);
}
