import { textStyle, toneStyle } from '../channels/email/index.ts';
import { LIGHT, markup, oneLine } from '../format/index.ts';
import type { Html, HtmlValue } from '../format/index.ts';
import { textsOf } from '../language/index.ts';
import type { Say } from '../language/index.ts';
import { page } from '../pages/index.ts';
import type { DigestContent } from './content.ts';
import { digestEmail, wholeDigestHtml } from './email.ts';
import { digestView } from './compose.ts';
import { EMAIL_LEVELS } from './rendering.ts';
import type { Section, SourceNote } from './model.ts';

/**
 * The Content-Security-Policy of a digest's page: an e-mail's styles are on its elements, so inline styles are allowed;
 * nothing else is, and nothing comes from elsewhere.
 */
export const DIGEST_PAGE_POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/** Renders a digest that was not sent for a browser: all of it, its subject above it and the sources of its figures below. */
export function digestPage(content: DigestContent): string {
  return framed(content, banner(textsOf(content.language), digestEmail(content).subject));
}

/** Renders a digest that was sent for a browser: all of it, and the sources of its figures below. */
export function sentDigestPage(content: DigestContent): string {
  return framed(content, undefined);
}

function framed(content: DigestContent, top: Html | undefined): string {
  const html = wholeDigestHtml(content);
  const { sections } = digestView(content, { limits: EMAIL_LEVELS[0] });
  const bottom = sourceTable(textsOf(content.language), sourcesOf(sections)).text;
  const start = html.indexOf('>', html.indexOf('<body')) + 1;
  const end = html.lastIndexOf('</body>');
  return `${html.slice(0, start)}${top?.text ?? ''}${html.slice(start, end)}${bottom}${html.slice(end)}`;
}

const BOX = 'max-width:600px;margin:0 auto;padding:16px 20px;box-sizing:border-box';

function banner(say: Say, subject: string): Html {
  return markup`<div style="${BOX}"><p class="info" role="note" style="${textStyle('normal', LIGHT.tones.info.ink)};${toneStyle('info')};padding:12px 16px;border-radius:8px">${say('digests.page_preview')}</p>
<p class="ink" style="${textStyle('normal', LIGHT.ink)};padding-top:12px;word-break:break-word"><span class="muted" style="color:${LIGHT.muted}">${say('digests.page_subject')}:</span> <strong><bdi>${subject}</bdi></strong></p></div>`;
}

const LONGEST_SOURCE = 400;

/** Lists every figure with its call or query, in the order of the sections. Figures that share a source are in one row. */
function sourcesOf(sections: readonly Section[]): readonly SourceNote[] {
  const bySource = new Map<string, Set<string>>();
  for (const { figure, source } of sections.flatMap(({ sources = [] }) => sources)) {
    const text = oneLine(source, LONGEST_SOURCE);
    bySource.set(text, (bySource.get(text) ?? new Set()).add(figure));
  }
  return [...bySource].map(([source, figures]) => ({
    figure: oneLine([...figures].join(', '), LONGEST_SOURCE),
    source,
  }));
}

function sourceTable(say: Say, sources: readonly SourceNote[]): Html {
  const head = `${textStyle('small', LIGHT.muted)};padding:6px 12px 6px 0;text-align:left;font-weight:400`;
  const cell = `${textStyle('small', LIGHT.ink)};padding:6px 12px 6px 0;border-top:1px solid ${LIGHT.line};vertical-align:top;text-align:left;word-break:break-word`;
  const rows = sources.map(
    ({ figure, source }) =>
      markup`<tr><th scope="row" class="ink line" style="${cell};font-weight:400;width:42%">${figure}</th><td class="ink line" style="${cell}"><code>${source}</code></td></tr>`,
  );
  return markup`<div style="${BOX};padding-bottom:48px"><h2 class="ink" style="${textStyle('normal', LIGHT.ink)};font-weight:700">${say('digests.page_sources')}</h2>
<p class="muted" style="${textStyle('small', LIGHT.muted)};padding:4px 0 8px">${say('digests.page_note')}</p>
<table width="100%" cellpadding="0" cellspacing="0" border="0" style="border-collapse:collapse;table-layout:fixed;width:100%"><thead><tr><th scope="col" class="muted" style="${head};width:42%">${say('digests.page_figure')}</th><th scope="col" class="muted" style="${head}">${say('digests.page_source')}</th></tr></thead><tbody>${rows}</tbody></table></div>`;
}

/** Everything that the page behind a digest's last link shows. Every text is plain and unescaped. */
interface UnsubscribePageInput {
  readonly fleet: string;
  readonly digest: { readonly id: string; readonly name: string };
  readonly address: string;
  /** Whether this address has unsubscribed. */
  readonly isUnsubscribed: boolean;
  /** Something was pressed just now. */
  readonly isAnswer: boolean;
  readonly language: 'en' | 'de';
  /** The nonce of this answer's Content-Security-Policy, see `pagePolicy`. */
  readonly nonce: string;
}

const LONGEST_NAME = 200;

/** A placeholder for the address, which is set off from the sentence. */
const HERE = '\u0000';

/**
 * Renders the page on which a reader unsubscribes from a digest, or subscribes again. Opening it changes nothing: only its button
 * does.
 */
export function unsubscribePage(input: UnsubscribePageInput): string {
  const say = textsOf(input.language);
  const { isUnsubscribed, isAnswer } = input;
  const [before, after] = say(isUnsubscribed ? 'digests.unsubscribe_off' : 'digests.unsubscribe_on', {
    address: HERE,
  }).split(HERE);
  const result: HtmlValue =
    isAnswer &&
    markup`<p class="result good" role="status"><span aria-hidden="true">✓</span> ${say(isUnsubscribed ? 'digests.unsubscribe_done' : 'digests.unsubscribe_again')}</p>`;
  const button = isUnsubscribed
    ? markup`<button name="choice" value="subscribe">${say('digests.unsubscribe_stay')}</button>`
    : markup`<button name="choice" value="unsubscribe">${say('digests.unsubscribe_leave')}</button>`;
  const body = markup`<div class="card leaving">${result}
<h1><bdi>${oneLine(input.digest.name, LONGEST_NAME)}</bdi></h1>
<p>${before}<strong><bdi>${oneLine(input.address, 254)}</bdi></strong>${after}</p>
<form method="post">${button}</form>
<p class="muted small">${say('digests.unsubscribe_note')}</p></div>`;
  return page({
    language: input.language,
    title: `${say('digests.unsubscribe_title')}: ${oneLine(input.digest.name, 80)}`,
    aside: oneLine(input.fleet, LONGEST_NAME),
    body,
    css: CSS,
    nonce: input.nonce,
  });
}

const CSS = `.leaving{max-width:640px;margin:24px auto 0;padding:28px 32px}.leaving p{margin-top:10px}.leaving form{margin:20px 0}
.leaving button{font:inherit;font-weight:700;padding:12px 22px;border:0;border-radius:8px;background:var(--button);color:var(--buttonInk);cursor:pointer}`;
