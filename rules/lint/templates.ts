import { CHANNELS, isChannel } from '../channels/index.ts';
import { isPlainObject, issueAt, pointerTo, sentence } from '../documents/index.ts';
import type {
  DocumentIssue,
  IssueList,
  Rule,
  Sentence,
  Settings,
  SharedConditions,
} from '../documents/index.ts';
import { DRIVER_FIELD_NAMES, LIMITS, quoted } from '../vocabulary/index.ts';
import { conjunctionOf } from './conditions/index.ts';
import type { FactUse, CheckPosition } from './conditions/index.ts';
import {
  TEMPLATE_NAMES,
  TemplateError,
  namesInUnless,
  sampleVariables,
  templateCode,
  templateNames,
  tryTemplate,
} from '../templates/index.ts';
import type { TemplateScope } from '../templates/index.ts';

const OWNERS: readonly string[] = [
  ...new Set(TEMPLATE_NAMES.map((name) => name.split('.')[0] ?? '')),
  'facts',
];

/** The facts that a template may name; `complete` is false while shared conditions that may add more are not available. */
export interface NamedFacts {
  readonly uses: readonly FactUse[];
  readonly complete: boolean;
}

/** The facts that a template may name, and the results for the document's templates and names so far. */
interface Known {
  readonly complete: boolean;
  readonly factNames: ReadonlySet<string>;
  /** The problem of a name, by its steps, so that a name in many templates is checked once. */
  readonly names: Map<string, Sentence | undefined>;
  /** Returns a value for each name, to try templates with. */
  readonly samples: () => TemplateScope;
  /** The problems of a template, by its text. */
  readonly templates: Map<string, readonly Sentence[]>;
}

/** Returns the reason that a name does not exist; undefined when it exists, or may. */
function nameProblem(
  steps: readonly string[],
  { factNames, complete }: Known,
  issues: IssueList,
): Sentence | undefined {
  const [owner = '', name, ...rest] = steps;
  const written = steps.join('.');
  if (!OWNERS.includes(owner))
    return sentence('noTemplateName', {
      name: quoted(owner),
      hint: issues.hint(owner, OWNERS),
      names: OWNERS.join(', '),
    });
  if (owner === 'facts') {
    if (name === undefined) return sentence('whichFact');
    if (rest.length > 0)
      return sentence('factNoParts', { name: quoted(name), whole: quoted(steps.slice(1).join('.')) });
    if (factNames.has(name) || !complete) return undefined;
    const names = [...factNames];
    const listed = names.slice(0, 10).join(', ');
    const uses = names.length === 0 ? '' : sentence('conditionsHave', { names: listed });
    return sentence('noCondition', { name: quoted(name), hint: issues.hint(name, names), uses });
  }
  if (TEMPLATE_NAMES.includes(written)) return undefined;
  const siblings = TEMPLATE_NAMES.filter((candidate) => candidate.startsWith(`${owner}.`));
  return sentence('noTemplateName', {
    name: quoted(written),
    hint: issues.hint(written, siblings),
    names: siblings.join(', '),
  });
}

/** Returns the problems of a template's names, up to the number that is listed. */
function nameProblems(
  names: readonly (readonly string[])[],
  known: Known,
  issues: IssueList,
): readonly Sentence[] {
  const problems: Sentence[] = [];
  for (const steps of names) {
    const key = JSON.stringify(steps);
    if (!known.names.has(key)) known.names.set(key, nameProblem(steps, known, issues));
    const problem = known.names.get(key);
    if (problem !== undefined) problems.push(problem);
    if (issues.errors.length + problems.length > LIMITS.issues) break;
  }
  return problems;
}

function problemsOf(text: string, known: Known, issues: IssueList): readonly Sentence[] {
  const names = templateNames(text);
  if (!names.ok) return [sentence('templateUnreadable', { why: names.why })];
  const problems = nameProblems(names.names, known, issues);
  // A name that only a shared condition can define cannot be tried with a value.
  const open = names.names.some(([owner, name = '']) => owner === 'facts' && !known.factNames.has(name));
  if (problems.length > 0 || open) return problems;
  try {
    tryTemplate(names.template, known.samples());
    return [];
  } catch (error) {
    if (!(error instanceof TemplateError)) throw error;
    return [error.said];
  }
}

/** Returns the templates of an action by field; the schema reports values that are no text of the allowed length. */
function templatesOf(action: unknown): readonly (readonly [field: string, text: string])[] {
  if (!isPlainObject(action)) return [];
  const { type } = action;
  if (typeof type !== 'string' || !isChannel(type)) return [];
  return CHANNELS[type].templates.flatMap((field) => {
    const text = Object.hasOwn(action, field) ? action[field] : undefined;
    const isReadable = typeof text === 'string' && text !== '' && text.length <= LIMITS.templateLength;
    return isReadable ? [[field, text] as const] : [];
  });
}

/** Returns every template of the actions with its place. */
function templatesIn(actions: readonly unknown[], pointer: string): readonly PlacedTemplate[] {
  return actions.slice(0, LIMITS.actions).flatMap((action, index) =>
    templatesOf(action).map(([field, text]) => ({
      text,
      pointer: pointerTo(pointerTo(pointer, index), field),
    })),
  );
}

interface PlacedTemplate {
  readonly text: string;
  readonly pointer: string;
}

/**
 * Checks the templates of all actions against the facts that the conditions name. Other mistakes in the actions do not prevent
 * it, so that one run of lint reports as much as possible. Checking stops where more mistakes would not be listed, and where
 * the templates together contain more code than a rule may have.
 * @param actions any value of the field
 */
export function lintTemplates(
  actions: unknown,
  { uses, complete }: NamedFacts,
  { pointer, issues }: CheckPosition,
): void {
  if (!Array.isArray(actions)) return;
  const factNames = new Set(uses.map((use) => use.name ?? use.fact));
  let sampled: TemplateScope | undefined;
  const samples = (): TemplateScope => (sampled ??= sampleVariables(uses));
  const known: Known = { complete, factNames, names: new Map(), samples, templates: new Map() };
  let code = 0;
  for (const template of templatesIn(actions, pointer)) {
    if (issues.full) return;
    const isNew = !known.templates.has(template.text);
    if (isNew) code += codeIn(template.text);
    if (code > LIMITS.templateCode) {
      issues.error(template.pointer, sentence('templateCode', { count: code, most: LIMITS.templateCode }));
      return;
    }
    if (isNew) known.templates.set(template.text, problemsOf(template.text, known, issues));
    for (const problem of known.templates.get(template.text) ?? []) issues.error(template.pointer, problem);
  }
}

/** Returns the number of characters inside the tags and outputs; 0 for a template that cannot be parsed. */
function codeIn(text: string): number {
  try {
    return templateCode(text).reduce((sum, code) => sum + code.length, 0);
  } catch {
    return 0;
  }
}

/** Returns warnings about fields of the driver record that a rule's templates name but the fleet's settings hide in messages. */
export function hiddenDriverFields(
  { actions }: Pick<Rule, 'actions'>,
  { privacy }: Pick<Settings, 'privacy'>,
): readonly DocumentIssue[] {
  return templatesIn(actions, '/actions').flatMap(({ text, pointer }) => {
    const names = templateNames(text);
    const fields = names.ok ? names.names.flatMap(([owner, name]) => (owner === 'driver' ? [name] : [])) : [];
    const hidden = DRIVER_FIELD_NAMES.filter((field) => fields.includes(field) && !privacy[field]);
    return hidden.map((field) => {
      const instead = field === 'name' ? sentence('hiddenId') : sentence('hiddenEmpty');
      return issueAt(pointer, sentence('fieldHidden', { field, same: field, instead }));
    });
  });
}

/** Warns of `unless` on a fact that may be unknown, because its body is then not rendered. */
export function warnOfUnless(
  { actions, conditions }: Pick<Rule, 'actions' | 'conditions'>,
  shared: SharedConditions | undefined,
  issues: IssueList,
): void {
  const { comparisons } = conjunctionOf({ condition: conditions, pointer: '/conditions' }, shared);
  const known = new Set(
    comparisons
      .map(({ comparison }) => comparison)
      .filter(({ operator, value }) => operator !== 'isKnown' || value === true)
      .flatMap(({ fact, name, path }) => [`facts['${name ?? fact}']`, ...(path === undefined ? [fact] : [])]),
  );
  for (const { text, pointer } of templatesIn(actions, '/actions')) {
    const read = templateNames(text);
    const [unknown] = read.ok
      ? namesInUnless(read.template)
          .flatMap(factName)
          .filter((name) => !known.has(name))
      : [];
    if (unknown !== undefined) issues.warn(pointer, sentence('unlessUnknown', { name: unknown }));
  }
}

/**
 * Returns the name of a fact that can be unknown, as a template writes it. Driver fields are none, because unknown ones are
 * empty.
 */
function factName([owner, name = '']: readonly string[]): readonly string[] {
  if (owner === 'facts') return [`facts['${name}']`];
  return owner === 'trip' && name !== 'id' ? [`trip.${name}`] : [];
}
