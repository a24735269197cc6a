/** Markup that is safe to put into a page: made by the `markup` tag, or trusted by the code that wrote it. */
export class Html {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }

  toString(): string {
    return this.text;
  }
}

/** Values that a template may hold. Texts are escaped, `Html` is not, lists are joined, and the rest shows nothing. */
export type HtmlValue = Html | string | number | false | null | undefined | readonly HtmlValue[];

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Escapes text for an HTML element or a quoted attribute; also valid in XML and SVG. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? character);
}

/** Builds markup from a template. Every value is escaped unless it is `Html` already. Attributes must be quoted. */
export function markup(strings: TemplateStringsArray, ...values: readonly HtmlValue[]): Html {
  return new Html(strings.map((string, index) => string + markupOf(values[index])).join(''));
}

function markupOf(value: HtmlValue): string {
  if (value === undefined || value === null || value === false) return '';
  if (value instanceof Html) return value.text;
  if (typeof value === 'object') return value.map(markupOf).join('');
  return escapeHtml(String(value));
}

/**
 * Returns an address that is safe in `href`: http, https, a phone number as `telLink` writes it, or a path on this server.
 * Undefined for anything else, such as `javascript:` or another server's `//host`.
 */
export function safeHref(link: string | undefined): string | undefined {
  if (link === undefined) return undefined;
  if (/^\/(?![/\\])/.test(link))
    return new URL(link, 'http://here.invalid').href.slice('http://here.invalid'.length);
  if (/^tel:\+?\d+$/.test(link)) return link;
  if (!URL.canParse(link)) return undefined;
  const url = new URL(link);
  return url.protocol === 'https:' || url.protocol === 'http:' ? url.href : undefined;
}

/**
 * Returns an address that is safe in an image's `src`: a PNG as a `data:` URL, or one that `safeHref` allows, but no phone
 * number.
 */
export function safeImageSource(source: string | undefined): string | undefined {
  if (source?.startsWith('tel:')) return undefined;
  return source?.startsWith('data:image/png;base64,') ? source : safeHref(source);
}

/** Returns an address that is safe in a logo's `src`: https, or a PNG, JPEG, GIF or WebP as a `data:` URL. */
export function safeLogoSource(source: string | undefined): string | undefined {
  if (source !== undefined && /^data:image\/(?:png|jpeg|gif|webp);base64,[A-Za-z0-9+/]+={0,2}$/.test(source))
    return source;
  const href = safeHref(source);
  return href?.startsWith('https:') ? href : undefined;
}

/** Returns a PNG as a `data:` URL. */
export function pngSource(png: Uint8Array): string {
  return `data:image/png;base64,${Buffer.from(png).toString('base64')}`;
}
