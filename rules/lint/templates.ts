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

/** The facts that a template may use. `complete` is false if shared conditions are missing that may add further facts. */
export interface NamedFacts {
  readonly uses: readonly FactUse[];
  readonly complete: boolean;
}

/** The facts that a template may use, and cached results of checked templates and names. */
interface Known {
  readonly complete: boolean;
  readonly factNames: ReadonlySet<string>;
  /** The problem of each checked name, so that a name in many templates is checked only once. */
  readonly names: Map<string, Sentence | undefined>;
  /** Returns an example value for each name, for test renderings of templates. */
  readonly samples: () => TemplateScope;
  /** The problems of each checked template, by its text. */
  readonly templates: Map<string, readonly Sentence[]>;
}

/** Returns the reason why a name in a template does not exist. Returns `undefined` if it exists or may exist. */
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

/** Returns the problems of a template's names, up to the maximum number of issues. */
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
  // A template with a name that only a shared condition can define gets no test rendering, because the name has no value.
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

/** Returns the templates of an action by field. Omits values that are not valid texts, because the schema reports them. */
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

/** Returns all templates of the actions, with their pointers. */
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
 * Checks the templates of all actions against the facts in the conditions. Templates are checked even if actions have other
 * mistakes, so that one run of lint reports as much as possible. Checking stops once no more issues would be listed, or once the
 * templates contain more code than a rule may have.
 * @param actions the value of the field `actions`, which may have any type
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

/** Returns the number of characters inside a template's tags and outputs. Returns 0 if the template cannot be parsed. */
function codeIn(text: string): number {
  try {
    return templateCode(text).reduce((sum, code) => sum + code.length, 0);
  } catch {
    return 0;
  }
}

/** Returns warnings about driver fields that a rule's templates use although the fleet's settings hide them in messages. */
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

/** Warns of `unless` with a fact that may be unknown, because the text inside is then not rendered. */
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
  let code = 0;
  for (const { text, pointer } of templatesIn(actions, '/actions')) {
    if (!text.includes('unless')) continue;
    // A rule with more code is refused. Its templates are not analysed any further, because their number is the author's choice.
    code += codeIn(text);
    if (code > LIMITS.templateCode) return;
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
 * Returns the name of a fact that can be unknown, as written in a template. Driver fields are excluded, because unknown ones are
 * empty.
 */
function factName([owner, name = '']: readonly string[]): readonly string[] {
  if (owner === 'facts') return [`facts['${name}']`];
  return owner === 'trip' && name !== 'id' ? [`trip.${name}`] : [];
}
