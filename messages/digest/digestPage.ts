import { markup } from '../html.ts';
import type { Html } from '../html.ts';
import { textStyle, toneStyle } from '../emailParts.ts';
import { LIGHT } from '../palette.ts';
import type { DigestContent } from './content.ts';
import { digestEmail, htmlWithPictures } from './digestEmail.ts';
import type { DigestMailOptions } from './digestEmail.ts';
import { EMAIL_LEVELS } from './limits.ts';
import { sourcesOf } from './sources.ts';
import { tellingOf } from './telling.ts';
import type { Telling } from './telling.ts';

/**
 * The Content-Security-Policy of a digest's page: an e-mail's styles stand on its elements, so inline styles are allowed;
 * nothing else is, and nothing comes from elsewhere.
 */
export const DIGEST_PAGE_POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/** A digest for a browser: the e-mail as it would be sent, its subject above it and the sources of its figures below. */
export function digestPage(content: DigestContent, options: DigestMailOptions = {}): string {
  const mail = digestEmail(content, options);
  const html = htmlWithPictures(mail);
  const telling = tellingOf(content, { limits: EMAIL_LEVELS[0] });
  const top = banner(telling, mail.subject).text;
  const bottom = sourceTable(telling).text;
  const start = html.indexOf('>', html.indexOf('<body')) + 1;
  const end = html.lastIndexOf('</body>');
  return `${html.slice(0, start)}${top}${html.slice(start, end)}${bottom}${html.slice(end)}`;
}

const BOX = 'max-width:600px;margin:0 auto;padding:16px 20px;box-sizing:border-box';

function banner({ words }: Telling, subject: string): Html {
  return markup`<div style="${BOX}"><p class="info" role="note" style="${textStyle('normal', LIGHT.tones.info.ink)};${toneStyle('info')};padding:12px 16px;border-radius:8px">${words.page.preview}</p>
<p class="ink" style="${textStyle('normal', LIGHT.ink)};padding-top:12px;word-break:break-word"><span class="muted" style="color:${LIGHT.muted}">${words.page.subject}:</span> <strong><bdi>${subject}</bdi></strong></p></div>`;
}

function sourceTable(telling: Telling): Html {
  const { words } = telling;
  const head = `${textStyle('small', LIGHT.muted)};padding:6px 12px 6px 0;text-align:left;font-weight:400`;
  const cell = `${textStyle('small', LIGHT.ink)};padding:6px 12px 6px 0;border-top:1px solid ${LIGHT.line};vertical-align:top;text-align:left;word-break:break-word`;
  const rows = sourcesOf(telling).map(
    ({ figure, source }) =>
      markup`<tr><th scope="row" class="ink line" style="${cell};font-weight:400;width:42%">${figure}</th><td class="ink line" style="${cell}"><code>${source}</code></td></tr>`,
  );
  return markup`<div style="${BOX};padding-bottom:48px"><h2 class="ink" style="${textStyle('normal', LIGHT.ink)};font-weight:700">${words.page.sources}</h2>
<p class="muted" style="${textStyle('small', LIGHT.muted)};padding:4px 0 8px">${words.page.note}</p>
<table width="100%" cellpadding="0" cellspacing="0" border="0" style="border-collapse:collapse;table-layout:fixed;width:100%"><thead><tr><th scope="col" class="muted" style="${head};width:42%">${words.page.figure}</th><th scope="col" class="muted" style="${head}">${words.page.source}</th></tr></thead><tbody>${rows}</tbody></table></div>`;
}
