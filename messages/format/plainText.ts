/** Ends a text that was cut. */
const ELLIPSIS = '…';

/**
 * Characters that show nothing but change how their neighbours look or are read: C0 and C1 controls (tab and line feed
 * stay), bidirectional marks, embeddings and isolates, invisible spaces and operators, tags. The joiners U+200C and
 * U+200D stay: Persian and emoji need them.
 */
const INVISIBLE =
  // eslint-disable-next-line no-control-regex -- control characters are what it looks for
  /[\u0000-\u0008\u000B-\u001F\u007F-\u009F\u00AD\u061C\u180E\u200B\u200E\u200F\u202A-\u202E\u2060-\u206F\uFEFF\uFFF9-\uFFFB\u{E0000}-\u{E007F}]/gu;

/** Half of a surrogate pair without its other half: no valid UTF-8 can carry it. */
const LONE_SURROGATE = /\p{Cs}/gu;

/** Removes invisible characters; CR LF, NEL and the Unicode separators become line feeds. */
export function visible(text: string): string {
  return text
    .replace(/\r\n?|[\v\f\u0085\u2028\u2029]/g, '\n')
    .replace(INVISIBLE, '')
    .replace(LONE_SURROGATE, '\uFFFD');
}

/**
 * Returns outside text on one line: control and direction characters removed, every run of white space one space.
 * @param limit longest result, in UTF-16 units; a longer text is cut and ends with an ellipsis
 */
export function oneLine(text: string, limit: number): string {
  return cutTo(visible(text).replace(/\s+/gu, ' ').trim(), { limit });
}

/**
 * Returns outside text that may have lines: control and direction characters removed, at most one empty line in a row.
 * @param limit longest result, in UTF-16 units; a longer text is cut and ends with an ellipsis
 */
export function manyLines(text: string, limit: number): string {
  const lines = visible(text).split('\n');
  return cutTo(
    lines
      .map((line) => line.trimEnd())
      .join('\n')
      .replace(/\n{3,}/g, '\n\n')
      .trim(),
    { limit },
  );
}

/** Limits of a cut: the greatest length in UTF-16 units, and the escaping of one character before it is counted. */
export interface Cut {
  readonly limit: number;
  /** Escapes one character; its result is stored or left out as a whole. */
  readonly escape?: (character: string) => string;
}

/**
 * Returns the escaped text, cut to a limit with an ellipsis. It is cut between characters before they are escaped, so that
 * neither a surrogate pair nor an entity is ever halved.
 */
export function cutTo(text: string, { limit, escape = (character) => character }: Cut): string {
  let kept = '';
  let fitsWithEllipsis = '';
  for (const character of text) {
    kept += escape(character);
    if (kept.length <= limit - ELLIPSIS.length) fitsWithEllipsis = kept;
    if (kept.length > limit) return fitsWithEllipsis.trimEnd() + ELLIPSIS;
  }
  return kept;
}
