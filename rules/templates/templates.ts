import { AssignTag, Liquid, Tokenizer, TokenKind, Value, toValueSync } from 'liquidjs';
import type { Operators, Template } from 'liquidjs';
import { messageOf, sentence } from '../documents/index.ts';
import type { Sentence } from '../documents/index.ts';
import { LIMITS, showNumber } from '../vocabulary/index.ts';
import type { Json } from '../vocabulary/index.ts';
import { dateFilter } from './dateFilter.ts';
import { liquidProblem } from './liquidErrors.ts';
import {
  THREE_VALUED_OPERATORS,
  ThreeValuedCase,
  ThreeValuedUnless,
  keepingUnknown,
} from './unknownValues.ts';
import type { FilterHandler, FilterPlace } from './unknownValues.ts';

/** The place where a rendered text is used, which determines how it is escaped. */
export type Landing = 'text' | 'header' | 'html' | 'slack';

/** The variables of a template, as JSON by name. */
export type TemplateScope = Readonly<Record<string, Json>>;

/** Reports a text that is not a valid template, or a template that cannot be rendered. */
export class TemplateError extends Error {
  override readonly name = 'TemplateError';
  /** The reason as a translatable message. */
  readonly said: Sentence;

  constructor(said: Sentence, options: ErrorOptions = {}) {
    super(String(said), options);
    this.said = said;
  }
}

/** Message of errors in Tripline's own filters. It is a string, because liquidjs keeps only the text of an error. */
const NO_OBJECT = messageOf(sentence('templateObject'));

/** The allowed tags, which only decide and assign. Tags that loop, read files or call other templates are missing. */
const TAGS: ReadonlySet<string> = new Set(['if', 'unless', 'case', 'assign', 'comment', 'raw', 'echo', '#']);

/** The allowed filters. Their cost is limited by their input, and their result depends only on it. */
const FILTERS: ReadonlySet<string> = new Set(
  (
    'abs append at_least at_most capitalize ceil date default divided_by downcase first floor join last lstrip ' +
    'minus modulo plus prepend remove remove_first replace replace_first round rstrip size strip times truncate ' +
    'truncatewords upcase'
  ).split(' '),
);

function shownValue(value: unknown): string {
  if (value === null || value === undefined) return 'unknown';
  if (typeof value === 'number') return showNumber(value);
  if (typeof value === 'string' || typeof value === 'boolean') return String(value);
  if (Array.isArray(value)) return value.map(shownValue).join(', ');
  throw new Error(NO_OBJECT);
}

/** Formats a value and adds its length to the memory used, so that an output costs as much as a filter with the same result. */
function shownAndCharged(this: FilterPlace, value: unknown): string {
  const text = shownValue(value);
  this.context.memoryLimit.use(text.length);
  return text;
}

/**
 * Wraps a filter so that the length of its input is added to the memory used. The library liquidjs adds only the length of the
 * output. Without the wrapper, a filter that shortens a long text, such as `replace`, would cost nothing.
 */
function charged(filter: FilterHandler): FilterHandler {
  return function (value, ...args) {
    for (const text of [value, ...args])
      if (typeof text === 'string' || Array.isArray(text)) this.context.memoryLimit.use(text.length);
    return filter.call(this, value, ...args);
  };
}

function restrictedLiquid(): Liquid {
  const liquid = new Liquid({
    strictVariables: true,
    strictFilters: true,
    ownPropertyOnly: true,
    lenientIf: true,
    templates: {},
    outputEscape: shownAndCharged,
    // The type of operators in liquidjs allows only true and false. Its tags treat null as neither.
    operators: THREE_VALUED_OPERATORS as Operators,
    parseLimit: LIMITS.templateLength,
    memoryLimit: LIMITS.templateMemory,
  });
  for (const tag of Object.keys(liquid.tags)) if (!TAGS.has(tag)) delete liquid.tags[tag];
  for (const filter of Object.keys(liquid.filters)) if (!FILTERS.has(filter)) delete liquid.filters[filter];
  for (const name of FILTERS) {
    const filter = name === 'date' ? dateFilter : liquid.filters[name];
    liquid.registerFilter(name, charged(keepingUnknown(name, filter as FilterHandler)));
  }
  liquid.registerTag('case', ThreeValuedCase);
  liquid.registerTag('unless', ThreeValuedUnless);
  return liquid;
}

const liquid = restrictedLiquid();

// eslint-disable-next-line no-control-regex -- control characters are what it takes out
const HEADER_BREAKERS = /[\u0000-\u001f\u007f-\u009f\u2028\u2029]+/gu;

const HTML_ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Cuts a text to a maximum length, without splitting a character that consists of two code units. */
function cut(text: string, most: number): string {
  if (text.length <= most) return text;
  return `${text.slice(0, most - 1).replace(/[\ud800-\udbff]$/u, '')}…`;
}

function land(text: string, landing: Landing): string {
  switch (landing) {
    case 'text':
      return cut(text, LIMITS.renderedLength);
    case 'header':
      return cut(text.replaceAll(HEADER_BREAKERS, ' ').trim(), LIMITS.headerLength);
    case 'html':
      return cut(text, LIMITS.renderedLength).replaceAll(
        /[&<>"']/g,
        (character) => HTML_ESCAPES[character] ?? '',
      );
    case 'slack':
      // Slack requires exactly these three escapes. It shows any other entity literally.
      return cut(text, LIMITS.renderedLength).replaceAll(
        /[&<>]/g,
        (character) => HTML_ESCAPES[character] ?? '',
      );
  }
}

/**
 * Renders a Liquid template, and escapes the whole text for the place where it is used. Unknown values are shown as `unknown`.
 * The same template and variables always give the same text.
 * @throws TemplateError if the template is malformed or uses a name that does not exist
 */
export function renderTemplate(text: string, variables: TemplateScope, landing: Landing): string {
  const make = (): unknown =>
    liquid.parseAndRenderSync(text, { ...variables }, { memoryLimit: LIMITS.templateMemory });
  return land(rendered(make), landing);
}

/**
 * Renders a template with short sample values, to find errors that only rendering finds.
 * @throws TemplateError as in `renderTemplate`, and if the template produces a long text from short values
 */
export function tryTemplate(template: ParsedTemplate, samples: TemplateScope): void {
  rendered(() =>
    liquid.renderSync([...template], { ...samples }, { memoryLimit: LIMITS.templateTrialMemory }),
  );
}

function rendered(make: () => unknown): string {
  try {
    return String(make());
  } catch (error) {
    const why = liquidProblem(error);
    throw new TemplateError(sentence('templateUnrendered', { why }), {
      cause: error,
    });
  }
}

/**
 * Returns the tags and outputs of a template, whose total size determines the cost of parsing it. Their contents are not parsed.
 * @throws if the template is malformed
 */
export function templateCode(text: string): readonly string[] {
  const tokens = new Tokenizer(text).readTopLevelTokens(liquid.options);
  return tokens.filter((token) => token.kind !== TokenKind.HTML).map((token) => token.getText());
}

const COMPUTED_NAME = sentence('templateBrackets');

/**
 * Returns an error if a template has too many brackets to be analysed, because the cost of the analysis grows faster than their
 * depth. Brackets in quotes are included, because only liquidjs recognises quotes.
 */
function bracketProblem(text: string): Sentence | undefined {
  const most = LIMITS.templateBrackets;
  // A template with few brackets in total needs no check of its single tags.
  if (text.split('[', most + 2).length <= most + 1) return undefined;
  const tooMany = templateCode(text).find((code) => code.split('[', most + 2).length > most + 1);
  if (tooMany === undefined) return undefined;
  return /\[[^\]'"]*\[/.test(tooMany) ? COMPUTED_NAME : sentence('templateManyBrackets', { most });
}

/** A parsed template. */
export type ParsedTemplate = readonly Template[];

/** The names that a template uses, each as a list of steps. `{{ facts['a.b'] }}` is `['facts', 'a.b']`. */
export type TemplateNames =
  | { readonly ok: true; readonly names: readonly (readonly string[])[]; readonly template: ParsedTemplate }
  | { readonly ok: false; readonly why: Sentence };

/**
 * Returns the names that a template uses, or the reason why it is invalid. A name that is computed inside brackets is refused.
 */
export function templateNames(text: string): TemplateNames {
  try {
    const problem = bracketProblem(text);
    if (problem !== undefined) return { ok: false, why: problem };
    const template = liquid.parse(text);
    const segments = liquid.globalVariableSegmentsSync(template, { partials: false });
    if (segments.some((steps) => steps.some(Array.isArray))) return { ok: false, why: COMPUTED_NAME };
    return { ok: true, names: segments.map((steps) => steps.map(String)), template };
  } catch (error) {
    return { ok: false, why: liquidProblem(error) };
  }
}

/**
 * Returns the names on which the conditions of `unless` tags depend, directly or through `assign`. Names with a `default` are
 * omitted. If one of the returned names is unknown, the tag's body is skipped.
 */
export function namesInUnless(template: ParsedTemplate): readonly (readonly string[])[] {
  const tags = withChildren(template);
  const open = tags.flatMap((tag) => (tag instanceof ThreeValuedUnless ? readBy(tag).slice(0, 1) : []));
  const assigned = tags.filter((tag) => tag instanceof AssignTag);
  const names = new Map<string, readonly string[]>();
  for (let part = open.pop(); part; part = open.pop()) {
    for (const steps of liquid.globalVariableSegmentsSync([part]) as string[][]) {
      const key = JSON.stringify(steps);
      if (names.has(key)) continue;
      names.set(key, steps);
      open.push(...assigned.filter((tag) => assigns(tag, steps)).flatMap(readBy));
    }
  }
  return [...names.values()];
}

function withChildren(template: ParsedTemplate): readonly Template[] {
  return template.flatMap((part) => [
    part,
    ...withChildren(part.children ? toValueSync(part.children(false, true)) : []),
  ]);
}

function assigns(tag: AssignTag, [name, ...rest]: readonly string[]): boolean {
  return rest.length === 0 && [...tag.localScope()].some(({ content }) => content === name);
}

/** Returns each value that a tag reads and that can be unknown, wrapped as a template so that liquidjs can analyse it. */
function readBy(tag: Template): readonly Template[] {
  return [...(tag.arguments?.() ?? [])]
    .filter((value) => value instanceof Value && !value.filters.some(({ name }) => name === 'default'))
    .map((value) => ({ token: tag.token, render: () => undefined, arguments: () => [value] }));
}
