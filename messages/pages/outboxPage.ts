import type { Severity } from '../../rules/evaluation/index.ts';
import { withPictures } from '../channels/email/index.ts';
import { SLACK_CSS, slackPreview } from '../channels/slack/index.ts';
import type { SlackBlock } from '../channels/slack/index.ts';
import {
  LONGEST_NAME,
  TRIP_PICTURE_CONTENT_ID,
  actionWords,
  formatInstant,
  manyLines,
  markup,
  oneLine,
  safeHref,
  severityBadge,
} from '../format/index.ts';
import type { Html, HtmlValue } from '../format/index.ts';
import { textsOf } from '../language/index.ts';
import type { Language, Say } from '../language/index.ts';
import { badge, page, sayMarkup, wholeIds } from './page.ts';

/** One message that was stored in the outbox instead of being sent. */
export interface OutboxEntry {
  readonly id: string;
  /** ISO 8601. */
  readonly at: string;
  readonly channel: string;
  /** Channel or address. */
  readonly receiver: string;
  /** E-mail only. */
  readonly subject?: string;
  /** The e-mail's text part, or Slack's notification text. */
  readonly text: string;
  /** Slack only. */
  readonly blocks?: readonly SlackBlock[];
  /** E-mail only: as it would be sent, its picture as `cid:`. */
  readonly html?: string;
  /** The trip's picture: a `data:` URL of the PNG, or an address on this server. */
  readonly pictureUrl?: string;
  readonly possibleRepeat: boolean;
  /** The thread of a Slack message, by the root message's id here, and whether the channel would see the message too. */
  readonly thread?: { readonly rootId: string; readonly broadcast: boolean };
  /** Whether the message was updated since it was written. */
  readonly updated?: boolean;
  readonly severity?: Severity;
  /** Name of the rule. */
  readonly rule?: string;
  /** Address of the trip's page. */
  readonly tripUrl?: string;
}

/** The content of the outbox page. */
export interface OutboxPageInput {
  /** Newest first. */
  readonly entries: readonly OutboxEntry[];
  /** Name of the fleet, or what else stands for whose outbox it is. */
  readonly fleetName: string;
  /** IANA zone of the times. */
  readonly timezone: string;
  /** The language of the page; the messages are as they were composed. Absent: English. */
  readonly language?: Language;
  /** Whether a simulated fleet is driving: the page then says what to expect. */
  readonly sandbox: boolean;
  /** Whether links that act in a recipient's name were taken out: the page then says so. */
  readonly hasHiddenLinks?: boolean;
  /** Older entries exist beyond these; where they are. */
  readonly olderUrl?: string;
  /** Newer entries exist; where the newest are. */
  readonly newestUrl?: string;
  /** Where the page is that loads itself again, or no longer does. */
  readonly refreshSwitchUrl?: string;
  /** The browser loads the page again after so many seconds. */
  readonly refreshSeconds?: number;
}

/**
 * The Content-Security-Policy of the outbox: an e-mail brings styles on its elements, and its frame inherits the policy.
 * Scripts stay forbidden.
 */
export const OUTBOX_POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; img-src 'self' data:; frame-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/** The page that shows what would have been sent, message by message. */
export function outboxPage(input: OutboxPageInput): string {
  const { entries, sandbox, language = 'en' } = input;
  const say = textsOf(language);
  const older = safeHref(input.olderUrl);
  const newest = safeHref(input.newestUrl);
  const shown = { say, language, timezone: input.timezone };
  const body = markup`<h1>${say('outbox.title')}</h1>
<p class="lead muted">${say('outbox.lead')}${input.hasHiddenLinks && ` ${say('outbox.hiddenLinks')}`}${refreshWords(input, say)}</p>
${newest && markup`<p class="turn"><a href="${newest}">${say('outbox.newest')}</a></p>`}
${entries.length > 0 ? entries.map((entry) => article(entry, shown)) : emptyState(sandbox, say)}
${older && markup`<p class="turn"><a href="${older}">${say('outbox.older')}</a></p>`}`;
  return page({
    language,
    title: say('outbox.title'),
    aside: oneLine(input.fleetName, LONGEST_NAME),
    body,
    css: SLACK_CSS + OUTBOX_CSS,
    ...(input.refreshSeconds === undefined ? {} : { refreshSeconds: input.refreshSeconds }),
  });
}

/** Returns the words about refreshing, with a link that stops it, because reading takes longer than the interval. */
function refreshWords({ refreshSeconds, refreshSwitchUrl }: OutboxPageInput, say: Say): HtmlValue {
  const href = safeHref(refreshSwitchUrl);
  if (!href) return undefined;
  return refreshSeconds === undefined
    ? markup` ${say('outbox.paused')} <a href="${href}">${say('outbox.follow')}</a>`
    : markup` ${say('outbox.refreshes', { seconds: refreshSeconds })} <a href="${href}">${say('outbox.pause')}</a>`;
}

/** In which language and zone an entry is shown. */
interface Shown {
  readonly say: Say;
  readonly language: Language;
  readonly timezone: string;
}

function article(entry: OutboxEntry, { say, language, timezone }: Shown): Html {
  const { severity, rule } = entry;
  const trip = safeHref(entry.tripUrl);
  const appearance = severity && severityBadge(severity, language);
  const edge = severity ?? 'neutral';
  const at = formatInstant(entry.at, timezone, language) ?? oneLine(entry.at, LONGEST_NAME);
  const named =
    rule && sayMarkup(say, 'outbox.rule', { rule: markup`<bdi>${oneLine(rule, LONGEST_NAME)}</bdi>` });
  return markup`<article class="card edge edge-${edge}" id="${entry.id}">
<header class="spread"><div><p><strong>${actionWords(entry.channel, language)}</strong> <span class="muted">${say('outbox.to')}</span> <bdi>${oneLine(entry.receiver, LONGEST_NAME)}</bdi></p>
<p class="muted small">${at}${named && markup` · ${named}`}</p></div>
<div class="badges">${entry.possibleRepeat && badge('warning', '⚠', say('pages.possibleRepeat'))}${appearance && badge(edge, appearance.symbol, appearance.word)}</div></header>
${threadWords(entry, say)}
${entry.html === undefined ? slackContent(entry) : emailContent(entry, say)}
${trip && !linksToTrip(entry) && markup`<p class="after"><a href="${trip}">${say('format.openTrip')}</a></p>`}
</article>`;
}

/** Where Slack would show it, and that its words are no longer those of its time. */
function threadWords({ thread, updated }: OutboxEntry, say: Say): HtmlValue {
  const reply =
    thread &&
    sayMarkup(say, thread.broadcast ? 'outbox.threadShown' : 'outbox.thread', {
      message: markup`<a href="#${thread.rootId}">${say('outbox.message', { id: thread.rootId })}</a>`,
    });
  if (!reply && !updated) return undefined;
  return markup`<p class="muted small thread">${reply}${updated && markup`${reply && ' '}${say('outbox.updated')}`}</p>`;
}

/** A message that has its link already needs no second one beside it. */
function linksToTrip({ blocks, html }: OutboxEntry): boolean {
  return TRIP_LINK.test(html ?? JSON.stringify(blocks ?? ''));
}

const TRIP_LINK = /https?:\/\/[^\s"|>]+\/t\/[^\s"|>]+/;

function slackContent({ blocks, text, pictureUrl }: OutboxEntry): Html {
  if (blocks && blocks.length > 0) return slackPreview(blocks, pictureUrl);
  return markup`<div class="slack"><p>${oneLine(text, 4_000)}</p></div>`;
}

function emailContent(entry: OutboxEntry, say: Say): Html {
  const subject = oneLine(entry.subject ?? say('outbox.noSubject'), 250);
  return markup`<p class="subject"><span class="muted">${say('outbox.subject')}</span> <strong>${wholeIds(subject)}</strong></p>
${entry.html && markup`<iframe class="mail ${frameSize(entry.html)}" title="${say('outbox.email', { subject })}" sandbox="allow-popups allow-popups-to-escape-sandbox" srcdoc="${framed(entry.html, entry.pictureUrl)}"></iframe>`}
<details${!entry.html && markup` open`}><summary>${say('outbox.textPart')}</summary><pre>${manyLines(entry.text, 20_000)}</pre></details>`;
}

/**
 * Estimates a frame's height from the rows of the e-mail's tables, because a frame without scripts cannot measure its content.
 * The reader can still draw it larger.
 */
function frameSize(html: string): string {
  const rows = html.match(/<th class="label/g)?.length ?? 0;
  const hasPicture = html.includes('<img');
  const height = 540 + rows * 47 + (hasPicture ? 400 : 0);
  return `tall-${FRAME_HEIGHTS.findIndex((each) => each >= height) + 1 || FRAME_HEIGHTS.length}`;
}

const FRAME_HEIGHTS: readonly number[] = [620, 800, 1_000, 1_200, 1_400, 1_600, 1_800];

/** The e-mail as a document of its own: links open elsewhere, and the inline picture comes from the outbox. */
function framed(html: string, pictureUrl: string | undefined): string {
  const shown = withPictures(html, (id) => (id === TRIP_PICTURE_CONTENT_ID ? pictureUrl : undefined));
  return shown.replace(/<head>/i, '<head><base target="_blank">');
}

function emptyState(sandbox: boolean, say: Say): HtmlValue {
  const variables = 'SLACK_BOT_TOKEN, SMTP_URL';
  const next = sandbox ? say('outbox.waitSandbox') : say('outbox.waitReal', { variables });
  return markup`<div class="card waiting"><p class="big" aria-hidden="true">✉</p><h3>${say('outbox.noMessage')}</h3><p class="muted">${next}</p></div>`;
}

const OUTBOX_CSS = `
article header{margin-bottom:14px}
.thread{margin-bottom:10px}
.subject{margin-bottom:10px}
.turn{margin:0 0 14px}
${FRAME_HEIGHTS.map((height, index) => `.tall-${index + 1}{height:${height}px}`).join('')}
.mail{display:block;width:100%;border:1px solid var(--line);border-radius:8px;background:var(--ground);resize:vertical}
.after{margin-top:14px}
.waiting{text-align:center;padding:48px 24px}
.waiting p{max-width:460px;margin:6px auto 0}
.waiting .big{font-size:40px;line-height:1;margin-bottom:10px}
`;
