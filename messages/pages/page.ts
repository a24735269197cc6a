import { DARK, FONT, Html, LIGHT, markup, restWords, safeImageSource, unbroken } from '../format/index.ts';
import type { CardBlock, HtmlValue, Row, Scheme, Tone } from '../format/index.ts';
import { textsOf } from '../language/index.ts';
import type { Language, Say, TextKey } from '../language/index.ts';

/** The parts of a page. */
export interface PageParts {
  /** The language of its texts; absent: English. */
  readonly language?: Language;
  readonly title: string;
  /** Content at the right of the top line. */
  readonly aside?: HtmlValue;
  readonly body: HtmlValue;
  /** Further rules for this page's style element. */
  readonly css?: string;
  /** Nonce for `style-src 'nonce-…'`; a page without one needs `'unsafe-inline'`. */
  readonly nonce?: string;
  /** Referrer policy; absent: `no-referrer`. With that, browsers send `Origin: null` with a form, as if from another site. */
  readonly referrer?: 'same-origin';
  /** Set when a page of the console frames it, so that it has no top line. */
  readonly isFramed?: true;
}

/** Renders a whole page, without scripts and with nothing from other servers. */
export function page(parts: PageParts): string {
  const { language = 'en', title, aside, body, css, nonce, isFramed } = parts;
  return markup`<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="referrer" content="${parts.referrer ?? 'no-referrer'}">
<meta name="robots" content="noindex">
<title>${title}</title>
<style${nonce !== undefined && markup` nonce="${nonce}"`}>${new Html(PAGE_CSS + (css ?? ''))}</style>
</head>
<body>
${isFramed !== true && markup`<header class="bar"><div><a class="brand" href="/">Tripline</a><span class="muted small">${aside}</span></div></header>`}
<main${isFramed && markup` class="framed"`}>
${body}
</main>
</body>
</html>
`.text;
}

/** Renders a word on a coloured ground; the symbol and the word say it without the colour. */
export function badge(tone: Tone, symbol: string, words: string): Html {
  return markup`<span class="badge ${tone}">${symbol && markup`<span aria-hidden="true">${symbol}</span> `}${words}</span>`;
}

/** Keeps the id in brackets behind a name on one line, so that it does not break at its hyphen: `d-17`. */
export function wholeIds(label: string): Html {
  const [, name, id] = /^(.*) (\([^()]{1,24}\))$/.exec(label) ?? [];
  if (name === undefined)
    return label.length <= 24 ? markup`<span class="nowrap">${label}</span>` : markup`${label}`;
  return markup`${name} <span class="nowrap">${id}</span>`;
}

/** Renders a card's rows side by side; nothing when there are none. */
export function measures(rows: readonly Row[], language: Language = 'en'): HtmlValue {
  if (rows.length === 0) return undefined;
  const say = textsOf(language);
  // Times take a card's whole width.
  const wide: ReadonlySet<string> = new Set([
    say('format.when'),
    say('format.driverClock'),
    say('incidents.arrivedLate'),
  ]);
  return markup`<dl class="measures">${rows.map(
    ({ label, value }) =>
      markup`<div${wide.has(label) && markup` class="wide"`}><dt>${label}</dt><dd>${unbroken(value)}</dd></div>`,
  )}</dl>`;
}

/** The placeholder of an element in a text, by its number: no text of a person holds these private characters. */
const PLACE = /\uE000(\d+)\uE001/;

/** Renders a text of the catalogue as HTML. Elements replace the arguments that it names; everything else is escaped. */
export function sayMarkup(say: Say, key: TextKey, elements: Readonly<Record<string, Html>>): Html {
  const inside = Object.values(elements);
  const places = Object.keys(elements).map((name, index) => [name, `\uE000${index}\uE001`]);
  const parts = say(key, Object.fromEntries(places) as Record<string, string>).split(PLACE);
  return markup`${parts.map((part, index) => (index % 2 === 0 ? markup`${part}` : inside[Number(part)]))}`;
}

/** Renders a card's list under its title. */
export function titledList(list: Extract<CardBlock, { kind: 'list' }>, language: Language = 'en'): Html {
  const rest = restWords(0, list, language);
  return markup`<h2>${list.title}</h2><ul class="history">${list.lines.map(
    (line) => markup`<li>${unbroken(typeof line === 'string' ? line : `${line.label}: ${line.value}`)}</li>`,
  )}${rest !== undefined && markup`<li class="muted">${rest}</li>`}</ul>`;
}

/** Renders the picture of a trip's path; nothing where it is not known. */
export function tripPictureHtml(source: string | undefined, language: Language = 'en'): HtmlValue {
  const known = safeImageSource(source);
  if (!known) return undefined;
  return markup`<div class="picture"><img src="${known}" width="1072" alt="${textsOf(language)('pages.picture')}"></div>`;
}

/**
 * Returns the Content-Security-Policy of a page whose style element has the nonce.
 * @param options.forms whether its forms may be sent to the page's own origin, or there and on to another origin
 */
export function pagePolicy(
  nonce: string,
  { forms = false }: { readonly forms?: boolean | { readonly onTo: string } } = {},
): string {
  const action = forms === false ? "'none'" : forms === true ? "'self'" : `'self' ${forms.onTo}`;
  return `default-src 'none'; style-src 'nonce-${nonce}'; img-src 'self' data:; base-uri 'none'; form-action ${action}; frame-ancestors 'none'`;
}

function variables({ tones, ...colors }: Scheme): string {
  const plain = Object.entries(colors).map(([name, value]) => `--${name}:${value};`);
  const toned = Object.entries(tones).map(
    ([tone, { ink, ground, edge }]) =>
      `--${tone}-ink:${ink};--${tone}-ground:${ground};--${tone}-edge:${edge};`,
  );
  return [...plain, ...toned].join('');
}

const TONE_CLASSES = Object.keys(LIGHT.tones)
  .map(
    (tone) =>
      `.${tone}{color:var(--${tone}-ink);background:var(--${tone}-ground)}.edge-${tone}{border-left-color:var(--${tone}-edge)}`,
  )
  .join('\n');

/** The style of all pages; light and dark by the reader's setting, one column on a phone. */
const PAGE_CSS = `
:root{color-scheme:light dark;${variables(LIGHT)}}
@media (prefers-color-scheme:dark){:root{${variables(DARK)}}}
*{box-sizing:border-box}
body{margin:0;background:var(--ground);color:var(--ink);font:15px/1.55 ${FONT};overflow-wrap:anywhere}
a{color:var(--link);text-underline-offset:2px}
h1{font-size:26px;line-height:1.25;margin:0;letter-spacing:-.01em}
h2{font-size:17px;line-height:1.35;margin:36px 0 12px}
h3{font-size:16px;line-height:1.35;margin:0}
p{margin:0}
code{font:13px/1.5 ui-monospace,SFMono-Regular,Menlo,Consolas,'DejaVu Sans Mono',monospace}
img{max-width:100%;height:auto;display:block}
:focus-visible{outline:3px solid var(--link);outline-offset:2px;border-radius:4px}
.bar{border-bottom:1px solid var(--line);background:var(--card)}
.bar>div,main{max-width:880px;margin:0 auto;padding:14px 24px}
.bar>div{display:flex;gap:16px;align-items:baseline;justify-content:space-between}
.brand{font-weight:700;letter-spacing:.01em;color:var(--ink);text-decoration:none}
main{padding-top:32px;padding-bottom:64px}
main.framed{padding-top:20px;padding-bottom:20px}
.muted{color:var(--muted)}
.small{font-size:13px}
.nowrap{white-space:nowrap}
.card{background:var(--card);border:1px solid var(--line);border-radius:12px;padding:18px 20px;margin:0 0 12px}
.edge{border-left-width:5px}
.spread{display:flex;gap:12px;align-items:flex-start;justify-content:space-between;flex-wrap:wrap}
.badge{display:inline-block;padding:2px 10px;border-radius:999px;font-size:13px;line-height:20px;font-weight:650;white-space:nowrap}
.badges{display:flex;gap:6px;flex-wrap:wrap}
.measures{display:grid;grid-template-columns:repeat(auto-fit,minmax(140px,1fr));gap:16px 24px;margin:0}
.measures div{min-width:0}
.measures .wide{grid-column:1/-1}
dt{color:var(--muted);font-size:13px}
dd{margin:0;font-weight:600}
table{width:100%;border-collapse:collapse}
th,td{text-align:left;vertical-align:top;padding:10px 12px 10px 0;border-top:1px solid var(--line)}
thead th{border-top:0;color:var(--muted);font-size:13px;font-weight:500;padding-top:0}
.notice{border-radius:8px;padding:10px 14px;margin:0 0 12px}
.empty{color:var(--muted)}
.lead{margin:8px 0 20px;max-width:640px}
.sentence{margin-top:10px}
details{margin-top:12px}
summary{cursor:pointer;color:var(--link);width:fit-content}
pre{margin:10px 0 0;padding:14px;border-radius:8px;background:var(--quiet);white-space:pre-wrap;font:13px/1.5 ui-monospace,SFMono-Regular,Menlo,Consolas,'DejaVu Sans Mono',monospace}
.picture{margin:0 0 12px}
@media (prefers-color-scheme:dark){.picture img{filter:invert(.9) hue-rotate(180deg)}}
${TONE_CLASSES}
@media (max-width:600px){.bar>div,main{padding-left:16px;padding-right:16px}main{padding-top:20px}h1{font-size:22px}.card{padding:16px}
table.stack thead{position:absolute;clip-path:inset(50%);height:1px;overflow:hidden}table.stack tr{display:block;padding:10px 0;border-top:1px solid var(--line)}table.stack tr:first-child{border:0;padding-top:0}table.stack td{display:block;border:0;padding:1px 0}}
@media print{.bar{display:none}.card{break-inside:avoid}}
`;

/** A problem in the words of a page. */
interface ProblemPageInput {
  readonly status: number;
  readonly title: string;
  /** The problem and its remedy, in a sentence or two. */
  readonly detail: string;
  /** Absent: English. */
  readonly language?: Language;
  /** The nonce of the answer's Content-Security-Policy, see `pagePolicy`. */
  readonly nonce: string;
}

/** Returns a problem as a page, for browsers. */
export function problemPage(input: ProblemPageInput): string {
  const { status, title, detail, language = 'en', nonce } = input;
  return page({
    language,
    title,
    aside: textsOf(language)('pages.problemAside', { status }),
    body: markup`<div class="card problem"><h1>${title}</h1><p>${detail}</p></div>`,
    css: '.problem{max-width:640px;margin:24px auto 0;padding:28px 32px}.problem p{margin-top:10px}',
    nonce,
  });
}
