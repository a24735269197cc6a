import { Html, markup, restWords, safeImageSource } from '../format/index.ts';
import type { CardBlock, HtmlValue, Row, Tone } from '../format/index.ts';
import { PAGE_CSS } from './pageStyle.ts';

/** What a page is made of. */
export interface PageParts {
  readonly title: string;
  /** Shown at the right of the top line. */
  readonly aside?: HtmlValue;
  readonly body: HtmlValue;
  /** Further rules for this page's style element. */
  readonly css?: string;
  /** For `style-src 'nonce-…'`; a page without one needs `'unsafe-inline'`. */
  readonly nonce?: string;
  /** The browser loads the page anew after so many seconds. */
  readonly refreshSeconds?: number;
}

/** A whole page, without scripts and with nothing from elsewhere. */
export function page({ title, aside, body, css, nonce, refreshSeconds }: PageParts): string {
  return markup`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="referrer" content="no-referrer">
<meta name="robots" content="noindex">
${refreshSeconds !== undefined && markup`<meta http-equiv="refresh" content="${Math.max(1, Math.round(refreshSeconds))}">`}
<title>${title}</title>
<style${nonce !== undefined && markup` nonce="${nonce}"`}>${new Html(PAGE_CSS + (css ?? ''))}</style>
</head>
<body>
<header class="bar"><div><a class="brand" href="/">Tripline</a><span class="muted small">${aside}</span></div></header>
<main>
${body}
</main>
</body>
</html>
`.text;
}

/** A word on a coloured ground; the symbol and the word say it without the colour. */
export function badge(tone: Tone, symbol: string, words: string): Html {
  return markup`<span class="badge ${tone}">${symbol && markup`<span aria-hidden="true">${symbol}</span> `}${words}</span>`;
}

/** Rows that take a card's whole width. */
const WIDE: ReadonlySet<string> = new Set(['When', 'Driver’s clock', 'Arrived late']);

/** A card's rows side by side; nothing when there are none. */
export function measures(rows: readonly Row[]): HtmlValue {
  if (rows.length === 0) return undefined;
  return markup`<dl class="measures">${rows.map(
    ({ label, value }) =>
      markup`<div${WIDE.has(label) && markup` class="wide"`}><dt>${label}</dt><dd>${value}</dd></div>`,
  )}</dl>`;
}

/** A card's list under its title. */
export function titledList(list: Extract<CardBlock, { kind: 'list' }>): Html {
  const rest = restWords(0, list);
  return markup`<h2>${list.title}</h2><ul class="history">${list.lines.map(
    (line) => markup`<li>${typeof line === 'string' ? line : `${line.label}: ${line.value}`}</li>`,
  )}${rest !== undefined && markup`<li class="muted">${rest}</li>`}</ul>`;
}

/** The picture of a trip's path; nothing where it is not known. */
export function tripPictureHtml(source: string | undefined): HtmlValue {
  const known = safeImageSource(source);
  if (!known) return undefined;
  return markup`<div class="picture"><img src="${known}" width="1072" alt="The trip’s path from start to end, with its events."></div>`;
}

/**
 * The Content-Security-Policy of a page whose style element carries the nonce.
 * @param options.forms its forms may be sent to where it came from
 */
export function pagePolicy(nonce: string, { forms = false }: { readonly forms?: boolean } = {}): string {
  return `default-src 'none'; style-src 'nonce-${nonce}'; img-src 'self' data:; base-uri 'none'; form-action ${forms ? "'self'" : "'none'"}; frame-ancestors 'none'`;
}
