import ts from 'typescript';

/** The parts of the repository's text in which a phrase may be forbidden. */
const PLACES = ['docs', 'texts', 'comments', 'identifiers', 'tests'] as const;

/**
 * Part of the text: `docs` are files that are not code. `texts`, `comments` and `identifiers` are parts of
 * code. `tests` are all parts of tests and benchmarks.
 */
export type Place = (typeof PLACES)[number];

/** Forbidden words, and the words to use instead. */
export interface Phrase {
  /** A case-insensitive regular expression. A space in it also matches a line break in a comment. */
  readonly phrase: string;
  readonly say: string;
  /** The parts in which the phrase is forbidden; every part when absent. */
  readonly in?: readonly Place[];
}

/** A line that is allowed to contain a forbidden phrase. */
export interface PhraseException {
  readonly file: string;
  /** Part of the line in which the phrase begins. */
  readonly line: string;
  readonly reason: string;
}

/** Part of a file that is read as one text. */
interface Segment {
  readonly place: Place;
  /** The index in the file at which the part begins. */
  readonly start: number;
  readonly text: string;
}

/** A file under version control. */
export interface TrackedFile {
  readonly file: string;
  readonly text: string;
}

const COMMENT = /\/\*[^]*?\*\/|\/\/.*/g;

function isString(node: ts.Node): boolean {
  return (
    ts.isStringLiteralLike(node) ||
    ts.isTemplateHead(node) ||
    ts.isTemplateMiddleOrTemplateTail(node) ||
    ts.isRegularExpressionLiteral(node)
  );
}

/**
 * Splits an identifier into words (`awayForMs` into `away For Ms`, `NOT_TOLD` into `NOT TOLD`), so that phrases match as in a
 * sentence.
 */
function wordsOf(identifier: string): string {
  return identifier.replace(/([a-z0-9])(?=[A-Z])/g, '$1 ').replace(/_+/g, ' ');
}

/** Returns the strings, comments and identifiers of a source file, except the paths of modules. */
function segmentsOfCode({ file, text }: TrackedFile): readonly Segment[] {
  const tree = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
  const found: Segment[] = [];
  const code: string[] = [];
  let end = 0;
  const visit = (node: ts.Node): void => {
    const start = node.getStart(tree);
    const add = (place: Place, words = text.slice(start, node.end)): number =>
      found.push({ place, start, text: words });
    if (isString(node)) {
      code.push(text.slice(end, start), ' '.repeat(node.end - start));
      end = node.end;
      if (!ts.isImportDeclaration(node.parent) && !ts.isExportDeclaration(node.parent)) add('texts');
    } else if (ts.isIdentifier(node) || ts.isPrivateIdentifier(node)) add('identifiers', wordsOf(node.text));
    ts.forEachChild(node, visit);
  };
  visit(tree);
  for (const { 0: comment, index } of [...code, text.slice(end)].join('').matchAll(COMMENT))
    found.push({ place: 'comments', start: index, text: comment });
  return found;
}

/** Returns the comments of a source file, and where each begins. */
export function commentsOf(
  tracked: TrackedFile,
): readonly { readonly start: number; readonly text: string }[] {
  return segmentsOfCode(tracked).filter(({ place }) => place === 'comments');
}

function segmentsOf(tracked: TrackedFile): readonly Segment[] {
  if (/^(test|bench)\//.test(tracked.file)) return [{ place: 'tests', start: 0, text: tracked.text }];
  if (/\.[cm]?[jt]s$/.test(tracked.file)) return segmentsOfCode(tracked);
  return [{ place: 'docs', start: 0, text: tracked.text }];
}

/**
 * Pattern for a space of a phrase. It matches a space, or a line break with the marks that begin the next
 * line of a comment or a list.
 */
const GAP = String.raw`(?:[^\S\n]|\n[^\S\n]*(?:\*|\/\/|#|>)?)[^\S\n]*`;

/** Lists every forbidden phrase that no exception allows, and each exception that no phrase needs. */
export function phraseProblems(
  files: readonly TrackedFile[],
  {
    phrases,
    exceptions,
  }: { readonly phrases: readonly Phrase[]; readonly exceptions: readonly PhraseException[] },
): readonly string[] {
  const sought = phrases.map(({ phrase, say, in: places = PLACES }) => ({
    say,
    places: new Set<Place>(places),
    pattern: new RegExp(phrase.replaceAll(' ', GAP), 'giu'),
  }));
  const used = new Set<PhraseException>();
  const problems: string[] = [];
  for (const tracked of files) {
    const { file, text } = tracked;
    const allowed = exceptions.filter((each) => each.file === file);
    for (const segment of segmentsOf(tracked))
      for (const { say, places, pattern } of sought) {
        if (!places.has(segment.place)) continue;
        for (const match of segment.text.matchAll(pattern)) {
          const at = segment.start + (segment.place === 'identifiers' ? 0 : match.index);
          const before = text.slice(0, at).split('\n');
          const line = `${before.at(-1)}${text.slice(at).split('\n', 1)[0]}`;
          const exception = allowed.find((each) => line.includes(each.line));
          if (exception) used.add(exception);
          else problems.push(`${file}:${before.length} "${match[0].replace(/\s+/g, ' ')}": say ${say}`);
        }
      }
  }
  const unused = exceptions.filter((each) => !used.has(each));
  return [
    ...problems,
    ...unused.map(({ file, line }) => `${file}: the exception for "${line}" names no phrase`),
  ];
}
