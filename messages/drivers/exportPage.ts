import { DARK, FONT, Html, LIGHT, markup } from '../format/index.ts';
import type { HtmlValue, Scheme } from '../format/index.ts';
import { LOCALES, textsOf } from '../language/index.ts';
import type { Language, Say } from '../language/index.ts';
import { fieldMeaning } from './exportFields.ts';
import { EXPORT_COLUMNS } from './exportColumns.ts';

/** Driver, fleet, language and time of an export. */
export interface ExportAbout {
  readonly language: Language;
  readonly fleet: { readonly name: string; readonly timezone: string };
  readonly driverId: string;
  readonly name?: string | undefined;
  readonly at: Date;
}

/** One record of an export. */
export interface ExportRecord {
  readonly kind: string;
  readonly data: Readonly<Record<string, unknown>>;
}

/** Characters after which a value is cut, because a trip's path may be a megabyte and is of no use to a reader. */
const LONGEST_VALUE = 1_500;
const WITH_OFFSET = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:Z|[+-]\d{2}:?\d{2})$/;

/**
 * Renders an export as one page for people: a heading and a table for each kind, and a glossary. The page is made while it is
 * read: call `head`, then `records` as they arrive, kind by kind, then `end`.
 */
export class ExportPage {
  readonly #about: ExportAbout;
  readonly #say: Say;
  readonly #time: Intl.DateTimeFormat;
  readonly #counts = new Map<string, number>();
  readonly #fields = new Set<string>();
  #open: string | undefined;

  constructor(about: ExportAbout) {
    this.#about = about;
    this.#say = textsOf(about.language);
    this.#time = new Intl.DateTimeFormat(LOCALES[about.language], {
      timeZone: about.fleet.timezone,
      dateStyle: 'medium',
      timeStyle: 'medium',
    });
  }

  /** Returns the beginning of the page. */
  head(): string {
    const { language, fleet, driverId, name, at } = this.#about;
    const say = this.#say;
    const title = say('exports.title', { driver: name === undefined ? driverId : `${name} (${driverId})` });
    const values = { fleet: fleet.name, at: this.#time.format(at), zone: fleet.timezone };
    return markup`<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; img-src data:">
<title>${title}</title>
<style>${new Html(CSS)}</style>
</head>
<body>
<header><h1>${title}</h1>
<p>${say('exports.intro', values)}</p>
<p class="muted">${say('exports.cutNote')}</p></header>
`.text;
  }

  /** Renders some records, in the order of the export. */
  records(records: readonly ExportRecord[]): string {
    return records.map((record) => this.#record(record)).join('');
  }

  /** Returns the end of the page: the contents, which the style sheet moves above all tables, and the glossary. */
  end(): string {
    const { language } = this.#about;
    const say = this.#say;
    const titleOf = (kind: string): string => this.#words('kind', kind) ?? kind;
    const absent = Object.keys(EXPORT_COLUMNS).filter((kind) => !this.#counts.has(kind));
    const total = [...this.#counts.values()].reduce((sum, count) => sum + count, 0);
    const contents = [...this.#counts].map(
      ([kind, count]) =>
        markup`<li><a href="#${kind}">${titleOf(kind)}</a> <span class="muted">${say('exports.records', { count })}</span></li>`,
    );
    const glossary = [...this.#fields].sort().map((name) => {
      const { unit, meaning } = fieldMeaning(name, language);
      return markup`<tr><th scope="row"><code>${name}</code></th><td>${unit}</td><td>${meaning}</td></tr>`;
    });
    const nothing = say('exports.none', { kinds: absent.map(titleOf).join(', ') });
    return markup`${new Html(this.#close())}<nav><h2>${say('exports.contents')}</h2><ul>${contents}<li><a href="#glossary">${say('exports.glossary')}</a></li></ul>
${absent.length > 0 && markup`<p class="muted">${nothing}</p>`}</nav>
<section id="glossary"><h2>${say('exports.glossary')}</h2><div class="wide"><table>
<thead><tr><th>${say('exports.field')}</th><th>${say('exports.unit')}</th><th>${say('exports.meaning')}</th></tr></thead><tbody>${glossary}</tbody></table></div></section>
</body>
<!-- end: ${total} records -->
</html>
`.text;
  }

  #record({ kind, data }: ExportRecord): string {
    const columns = EXPORT_COLUMNS[kind] ?? Object.keys(data).slice(0, 5);
    const begin = this.#open === kind ? '' : this.#close() + this.#begin(kind, columns);
    this.#open = kind;
    this.#counts.set(kind, (this.#counts.get(kind) ?? 0) + 1);
    const further = Object.entries(data).filter(
      ([name, value]) => !columns.includes(name) && name !== 'driver_id' && !isEmpty(value),
    );
    for (const name of [...columns, ...further.map(([each]) => each)]) this.#fields.add(name);
    const rest = further.map(
      ([name, value]) => markup`<div><dt>${name}</dt><dd>${this.#value(name, value)}</dd></div>`,
    );
    const label = this.#say('exports.further');
    const row = markup`<tr>${columns.map((name) => markup`<td>${this.#value(name, data[name])}</td>`)}<td>${
      rest.length > 0 && markup`<dl aria-label="${label}">${rest}</dl>`
    }</td></tr>`;
    return `${begin}${row.text}\n`;
  }

  #begin(kind: string, columns: readonly string[]): string {
    return markup`<section id="${kind}"><h2>${this.#words('kind', kind) ?? kind}</h2><p class="muted">${this.#words('about', kind)}</p>
<div class="wide"><table><thead><tr>${columns.map((name) => markup`<th>${name}</th>`)}<th>${this.#say('exports.further')}</th></tr></thead><tbody>
`.text;
  }

  #close(): string {
    return this.#open === undefined ? '' : '</tbody></table></div></section>\n';
  }

  /** Returns the title or the description of a kind; undefined for a kind that the catalogue does not have. */
  #words(what: 'kind' | 'about', kind: string): string | undefined {
    return this.#say.known(`exports.${what}_${kind}`);
  }

  #value(name: string, value: unknown): HtmlValue {
    const say = this.#say;
    if (isEmpty(value)) return markup`<span class="muted">–</span>`;
    if (typeof value === 'boolean') return say(value ? 'format.yes' : 'format.no');
    if (typeof value === 'number')
      return value.toLocaleString(LOCALES[this.#about.language], {
        maximumFractionDigits: 6,
        useGrouping: false,
      });
    if (typeof value === 'string') {
      if (name === 'picture' && /^iVBOR[\w+/=\s]*$/.test(value))
        return markup`<img alt="${say('exports.path')}" src="data:image/png;base64,${value.replaceAll(/\s/g, '')}">`;
      if (WITH_OFFSET.test(value) && !Number.isNaN(Date.parse(value)))
        return this.#time.format(new Date(value));
      return this.#cut(value);
    }
    if (Array.isArray(value) && value.every((each) => typeof each === 'string'))
      return this.#cut(value.join(', '));
    return markup`<pre>${this.#cut(JSON.stringify(value, undefined, 1))}</pre>`;
  }

  #cut(text: string): string {
    const left = text.length - LONGEST_VALUE;
    return left <= 0 ? text : `${text.slice(0, LONGEST_VALUE)} ${this.#say('exports.cut', { count: left })}`;
  }
}

function isEmpty(value: unknown): boolean {
  if (value === null || value === undefined || value === '') return true;
  if (typeof value !== 'object') return false;
  return Object.keys(value).length === 0;
}

function colours({ ground, card, line, ink, muted, link, quiet }: Scheme): string {
  return `--ground:${ground};--card:${card};--line:${line};--ink:${ink};--muted:${muted};--link:${link};--quiet:${quiet}`;
}

const CSS = `
:root{${colours(LIGHT)}}
@media screen and (prefers-color-scheme:dark){:root{${colours(DARK)}}}
body{display:flex;flex-direction:column;gap:16px;max-width:1200px;margin:0 auto;padding:24px 16px;background:var(--ground);color:var(--ink);font:15px/1.45 ${FONT}}
header{order:-2}nav{order:-1}h1{font-size:1.6em;margin:0 0 8px;overflow-wrap:anywhere}h2{font-size:1.2em;margin:0 0 4px}p{margin:0 0 8px}
section,nav{background:var(--card);border:1px solid var(--line);border-radius:8px;padding:16px;min-width:0}
a{color:var(--link)}.muted{color:var(--muted)}.wide{overflow-x:auto}
nav ul{columns:16em;margin:8px 0;padding-left:1.2em}
table{border-collapse:collapse;width:100%;font-size:13px}
th,td{text-align:left;vertical-align:top;padding:6px 8px;border-bottom:1px solid var(--line);overflow-wrap:anywhere}
thead th{background:var(--quiet);font-family:ui-monospace,Menlo,Consolas,monospace;font-weight:600;white-space:nowrap}
td{min-width:5em}td:last-child{min-width:18em}
dl{margin:0;display:grid;gap:2px}dl div{display:grid;grid-template-columns:minmax(8em,14em) 1fr;gap:8px}
dt{color:var(--muted);font-family:ui-monospace,Menlo,Consolas,monospace;font-size:12px}dd{margin:0;min-width:0}
pre{margin:0;white-space:pre-wrap;font-size:12px;max-height:20em;overflow:auto}img{max-width:320px;height:auto}
@media print{body{max-width:none;padding:0;background:none;font-size:9pt;display:block}section,nav{border:0;padding:0;margin:0 0 12pt;background:none}
table{font-size:8pt}thead{display:table-header-group}tr{break-inside:avoid}h2{break-after:avoid}.wide,pre{overflow:visible;max-height:none}td:last-child{min-width:0}thead th{white-space:normal}}
`;
