import { POSSIBLE_REPEAT } from './alert.ts';
import { LONGEST_NAME } from './alertRows.ts';
import { EMAIL_LIMITS } from './emailLimits.ts';
import { notice } from './emailParts.ts';
import { EMAIL_CSS, EMAIL_OUTLOOK_CSS } from './emailStyle.ts';
import { Html, markup } from './html.ts';
import type { HtmlValue } from './html.ts';
import { LIGHT } from './palette.ts';
import type { Tone } from './palette.ts';
import { oneLine } from './plainText.ts';

/** Pads the preview, so that mail lists do not show the e-mail's first words behind it. */
const PREVIEW_PADDING = new Html('&#847;&zwnj;&nbsp;'.repeat(60));

const CARD = `width:100%;max-width:600px;background-color:${LIGHT.card};border:1px solid ${LIGHT.line};border-radius:12px;border-collapse:separate;overflow:hidden`;

/** What stands on the card that every e-mail is. */
export interface EmailPage {
  readonly title: string;
  /** The colour of the card's edge. */
  readonly severity: Tone;
  /** What mail lists show beside the subject. */
  readonly preview: string;
  /** Table rows. */
  readonly rows: HtmlValue;
  /** Paragraphs at the foot. */
  readonly footer: HtmlValue;
}

/** The HTML around an e-mail: tables and inline styles, which every client understands, and classes for dark screens and phones. */
export function emailPage({ title, severity, preview, rows, footer }: EmailPage): string {
  return markup`<!doctype html>
<html lang="en" dir="ltr">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<meta name="format-detection" content="telephone=no, date=no, address=no, email=no">
<title>${oneLine(title, LONGEST_NAME)}</title>
<style>${new Html(EMAIL_CSS)}</style>
<style>${new Html(EMAIL_OUTLOOK_CSS)}</style>
</head>
<body class="ground" style="margin:0;padding:0;background-color:${LIGHT.ground}">
<div style="display:none;max-height:0;overflow:hidden;mso-hide:all">${oneLine(preview, EMAIL_LIMITS.preview)}${PREVIEW_PADDING}</div>
<table role="presentation" class="ground" width="100%" cellpadding="0" cellspacing="0" border="0" style="background-color:${LIGHT.ground}">
<tr><td class="outer" align="center" style="padding:32px 12px">
<table role="presentation" class="card" width="600" cellpadding="0" cellspacing="0" border="0" style="${CARD}">
<tr><td class="edge-${severity}" height="6" style="height:6px;line-height:6px;font-size:0;background-color:${LIGHT.tones[severity].edge}">&nbsp;</td></tr>
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

/** The mark on an e-mail that may be a second copy. */
export function repeatMark(): Html {
  return notice('warning', [`⚠\uFE0E\u00A0 ${POSSIBLE_REPEAT}`]);
}
