import type { Severity } from '../../rules/evaluation/index.ts';
import { withPictures } from '../channels/email/index.ts';
import { SLACK_CSS, slackPreview } from '../channels/slack/index.ts';
import type { SlackBlock } from '../channels/slack/index.ts';
import {
  LONGEST_NAME,
  SEVERITIES,
  TRIP_PICTURE_CONTENT_ID,
  actionWords,
  formatInstant,
  manyLines,
  markup,
  oneLine,
  safeHref,
} from '../format/index.ts';
import type { Html, HtmlValue } from '../format/index.ts';
import { badge, page } from './page.ts';

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
  /** Slack only: in whose thread it would stand, by that message's id here, and whether the channel would see it too. */
  readonly thread?: { readonly rootId: string; readonly broadcast: boolean };
  /** It was brought up to date since it was written. */
  readonly updated?: boolean;
  readonly severity?: Severity;
  /** Name of the rule. */
  readonly rule?: string;
  /** Address of the trip's page. */
  readonly tripUrl?: string;
}

/** What the outbox page shows. */
export interface OutboxPageInput {
  /** Newest first. */
  readonly entries: readonly OutboxEntry[];
  /** Name of the fleet, or what else stands for whose outbox it is. */
  readonly fleetName: string;
  /** IANA zone of the times. */
  readonly timezone: string;
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
  const { entries, sandbox } = input;
  const older = safeHref(input.olderUrl);
  const newest = safeHref(input.newestUrl);
  const body = markup`<h1>Outbox</h1>
<p class="lead muted">Every message that Tripline would have sent, newest first. Nothing on this page was sent.${input.hasHiddenLinks && ' Links that answer an incident or unsubscribe from a digest in the recipient’s name are shown to editors and admins only.'}${refreshWords(input)}</p>
${newest && markup`<p class="turn"><a href="${newest}">Newest messages</a></p>`}
${entries.length > 0 ? entries.map((entry) => article(entry, input.timezone)) : emptyState(sandbox)}
${older && markup`<p class="turn"><a href="${older}">Older messages</a></p>`}`;
  return page({
    title: 'Outbox',
    aside: oneLine(input.fleetName, LONGEST_NAME),
    body,
    css: SLACK_CSS + OUTBOX_CSS,
    ...(input.refreshSeconds === undefined ? {} : { refreshSeconds: input.refreshSeconds }),
  });
}

/** Reading takes longer than the page would wait: whoever reads can stop it. */
function refreshWords({ refreshSeconds, refreshSwitchUrl }: OutboxPageInput): HtmlValue {
  const href = safeHref(refreshSwitchUrl);
  if (!href) return undefined;
  return refreshSeconds === undefined
    ? markup` The page stays as it is. <a href="${href}">Follow new messages</a>`
    : markup` New ones appear every ${refreshSeconds} seconds. <a href="${href}">Pause</a>`;
}

function article(entry: OutboxEntry, timezone: string): Html {
  const { severity, rule } = entry;
  const trip = safeHref(entry.tripUrl);
  const appearance = severity && SEVERITIES[severity];
  const edge = severity ?? 'neutral';
  return markup`<article class="card edge edge-${edge}" id="${entry.id}">
<header class="spread"><div><p><strong>${actionWords(entry.channel)}</strong> <span class="muted">to</span> <bdi>${oneLine(entry.receiver, LONGEST_NAME)}</bdi></p>
<p class="muted small">${formatInstant(entry.at, timezone) ?? oneLine(entry.at, LONGEST_NAME)}${rule && markup` · rule <bdi>${oneLine(rule, LONGEST_NAME)}</bdi>`}</p></div>
<div class="badges">${entry.possibleRepeat && badge('warning', '⚠', 'possible duplicate')}${appearance && badge(edge, appearance.symbol, appearance.word)}</div></header>
${threadWords(entry)}
${entry.html === undefined ? slackContent(entry) : emailContent(entry)}
${trip && !linksToTrip(entry) && markup`<p class="after"><a href="${trip}">Open the trip and its explanation</a></p>`}
</article>`;
}

/** Where Slack would show it, and that its words are no longer those of its time. */
function threadWords({ thread, updated }: OutboxEntry): HtmlValue {
  const reply =
    thread &&
    markup`A reply in the thread of <a href="#${thread.rootId}">message ${thread.rootId}</a>${thread.broadcast ? ', shown in the channel as well' : ''}.`;
  if (!reply && !updated) return undefined;
  return markup`<p class="muted small thread">${reply}${updated && markup`${reply && ' '}Updated in place: it shows the current state.`}</p>`;
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

function emailContent(entry: OutboxEntry): Html {
  const subject = oneLine(entry.subject ?? '(no subject)', 250);
  return markup`<p class="subject"><span class="muted">Subject:</span> <strong>${subject}</strong></p>
${entry.html && markup`<iframe class="mail ${frameSize(entry.html)}" title="E-mail: ${subject}" sandbox="allow-popups allow-popups-to-escape-sandbox" srcdoc="${framed(entry.html, entry.pictureUrl)}"></iframe>`}
<details${!entry.html && markup` open`}><summary>Text part</summary><pre>${manyLines(entry.text, 20_000)}</pre></details>`;
}

/**
 * A frame without scripts cannot ask how tall its content is: it is estimated from the rows of the e-mail's tables. The reader can still
 * draw it larger.
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

function emptyState(sandbox: boolean): HtmlValue {
  const next = sandbox
    ? 'A simulated fleet is driving. Its first alert appears here within a minute: a Slack message or an e-mail, with the trip’s path, its facts and a link to the explanation.'
    : 'Messages appear here while Slack or the mail server is not configured, or is off: set SLACK_BOT_TOKEN or SMTP_URL to send them instead.';
  return markup`<div class="card waiting"><p class="big" aria-hidden="true">✉</p><h3>No message yet</h3><p class="muted">${next}</p></div>`;
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
