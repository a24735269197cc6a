import { DARK, Html, LIGHT, escapeHtml, markup, oneLine, safeImageSource } from '../../format/index.ts';
import type { HtmlValue, Scheme, Tone } from '../../format/index.ts';
import type { Language } from '../../language/index.ts';

/** An e-mail as both of its parts, and its subject. */
export interface EmailMessage {
  readonly language: Language;
  /** One line, at most 200 characters. */
  readonly subject: string;
  readonly html: string;
  readonly text: string;
}

/** Longer subjects are cut: most clients show fewer than a hundred characters. */
export const LONGEST_SUBJECT = 200;
/** Characters that mail lists show beside the subject. */
const LONGEST_PREVIEW = 140;
/** Gmail cuts a message whose HTML is larger than 102 kB; some room is left for what senders on the way add. */
const LARGEST_HTML_BYTES = 96_000;

/** Pads the preview, so that mail lists do not show the e-mail's first words behind it. */
const PREVIEW_PADDING = new Html('&#847;&zwnj;&nbsp;'.repeat(60));

const CARD = `width:100%;max-width:600px;background-color:${LIGHT.card};border:1px solid ${LIGHT.line};border-radius:12px;border-collapse:separate;overflow:hidden`;

/** The content of an e-mail's card. */
export interface EmailParts {
  readonly language: Language;
  readonly title: string;
  /** The colour of the card's edge. */
  readonly tone: Tone;
  /** The text that mail lists show beside the subject. */
  readonly preview: string;
  /** Table rows, see `row`. */
  readonly rows: HtmlValue;
  /** Paragraphs at the foot. */
  readonly footer: HtmlValue;
}

/**
 * Returns the HTML around an e-mail: tables and inline styles, which every client understands, and classes for dark screens and
 * phones.
 */
export function emailFrame({ language, title, tone, preview, rows, footer }: EmailParts): string {
  return markup`<!doctype html>
<html lang="${language}" dir="ltr">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<meta name="format-detection" content="telephone=no, date=no, address=no, email=no">
<title>${oneLine(title, LONGEST_SUBJECT)}</title>
<style>${new Html(EMAIL_CSS)}</style>
<style>${new Html(EMAIL_OUTLOOK_CSS)}</style>
</head>
<body class="ground" style="margin:0;padding:0;background-color:${LIGHT.ground}">
<div style="display:none;max-height:0;overflow:hidden;mso-hide:all">${oneLine(preview, LONGEST_PREVIEW)}${PREVIEW_PADDING}</div>
<table role="presentation" class="ground" width="100%" cellpadding="0" cellspacing="0" border="0" style="background-color:${LIGHT.ground}">
<tr><td class="outer" align="center" style="padding:32px 12px">
<table role="presentation" class="card" width="600" cellpadding="0" cellspacing="0" border="0" style="${CARD}">
<tr><td class="edge-${tone}" height="6" style="height:6px;line-height:6px;font-size:0;background-color:${LIGHT.tones[tone].edge}">&nbsp;</td></tr>
${rows}
<tr><td height="28" style="height:28px;line-height:28px;font-size:0">&nbsp;</td></tr>
<tr><td class="pad quiet line" style="padding:16px 32px;background-color:${LIGHT.quiet};border-top:1px solid ${LIGHT.line}">
${footer}
</td></tr>
</table>
</td></tr>
</table>
</body>
</html>
`.text;
}

/** Makes an e-mail at the first level of detail, from generous to bare, at which its HTML is small enough for every client. */
export function fitting<Level, Made extends { readonly html: string }>(
  levels: readonly [Level, ...Level[]],
  make: (level: Level) => Made,
): Made {
  const [first, ...others] = levels;
  let made = make(first);
  for (const level of others) {
    if (Buffer.byteLength(made.html) <= LARGEST_HTML_BYTES) break;
    made = make(level);
  }
  return made;
}

/** Returns the text part of an e-mail: its sections one below the other, and the foot below a signature's mark. */
export function textPart(sections: readonly string[], foot: readonly string[]): string {
  return `${[...sections, `-- \n${foot.join('\n')}`].filter(Boolean).join('\n\n')}\n`;
}

/** Returns an e-mail's HTML for a browser. `sourceOf` gives the address of each inline picture by its content id. */
export function withPictures(html: string, sourceOf: (contentId: string) => string | undefined): string {
  return html.replace(/ src="cid:([\w-]+)"/g, (whole, contentId: string) => {
    const source = safeImageSource(sourceOf(contentId));
    return source === undefined ? whole : ` src="${escapeHtml(source)}"`;
  });
}

/** The tones that ink may take on the card itself, without a ground of its own. */
export const INK_TONES = ['good', 'critical', 'warning'] as const;

/** Returns the classes that replace the inline colours of the light scheme with another scheme's. */
function overrides(scheme: Scheme, prefix: string): string {
  const tones = Object.entries(scheme.tones)
    .map(
      ([tone, { ink, ground, edge }]) =>
        `${prefix}.${tone}{background-color:${ground}!important;color:${ink}!important}` +
        `${prefix}.edge-${tone}{background-color:${edge}!important}`,
    )
    .join('');
  const inks = INK_TONES.map((tone) => `${prefix}.ink-${tone}{color:${scheme.tones[tone].ink}!important}`);
  return (
    `${prefix}.ground{background-color:${scheme.ground}!important}` +
    `${prefix}.card{background-color:${scheme.card}!important;border-color:${scheme.line}!important}` +
    `${prefix}.quiet{background-color:${scheme.quiet}!important}` +
    `${prefix}.line{border-color:${scheme.line}!important}` +
    `${prefix}.ink{color:${scheme.ink}!important}` +
    `${prefix}.muted{color:${scheme.muted}!important}` +
    `${prefix}.link{color:${scheme.link}!important}` +
    `${prefix}.button{background-color:${scheme.button}!important}` +
    `${prefix}.button-ink{color:${scheme.buttonInk}!important}` +
    tones +
    inks.join('')
  );
}

/**
 * The style element's content: dark colours where the client says that the screen is dark, and narrower margins on a phone.
 * Pictures keep their light ground where a client cannot turn it.
 */
const EMAIL_CSS =
  ':root{color-scheme:light dark;supported-color-schemes:light dark}' +
  'body{margin:0;padding:0;width:100%}' +
  'img{border:0;display:block;max-width:100%;height:auto}' +
  `@media (prefers-color-scheme:dark){${overrides(DARK, '')}.turned{filter:invert(.9) hue-rotate(180deg);border-color:${LIGHT.line}!important}}` +
  '@media (max-width:480px){.outer{padding:0!important}.card{border-radius:0!important;border-left:0!important;border-right:0!important}' +
  '.pad{padding-left:20px!important;padding-right:20px!important}.label{width:38%!important}' +
  '.cell{font-size:14px!important;padding-left:8px!important}.name{padding-left:0!important}' +
  '.button a,.wide-button a{display:block!important;text-align:center!important}.button,.wide-button{width:100%!important}}';

/**
 * Dark colours for Outlook, which marks a dark screen by `data-ogsc`. In a style element of its own, because some
 * clients drop a whole element for one selector that they do not know.
 */
const EMAIL_OUTLOOK_CSS = overrides(DARK, '[data-ogsc] ');
