import { isPlainObject } from './bounds.ts';
import { pointerTo } from './issue.ts';
import { LIMITS } from './limits.ts';
import type { FactUse } from './lintReference.ts';
import type { Place } from './lintFact.ts';
import { didYouMean, quoted } from './suggest.ts';
import { renderTemplate, templateNames } from './templates.ts';
import { sampleVariables, TEMPLATE_NAMES } from './templateVariables.ts';

const OWNERS: readonly string[] = [
  ...new Set(TEMPLATE_NAMES.map((name) => name.split('.')[0] ?? '')),
  'facts',
];

/** The facts a template may name; `complete` is false while shared conditions that may hold more are not at hand. */
export interface NamedFacts {
  readonly uses: readonly FactUse[];
  readonly complete: boolean;
}

/** Why a name does not exist; undefined when it does, or may. */
function nameProblem(
  steps: readonly string[],
  factNames: readonly string[],
  complete: boolean,
): string | undefined {
  const [owner = '', name, ...rest] = steps;
  const written = steps.join('.');
  if (!OWNERS.includes(owner))
    return `there is no ${quoted(owner)} in a template${didYouMean(owner, OWNERS)}`;
  if (owner === 'facts') {
    if (name === undefined) return "write which fact, such as facts['driver.score']";
    if (rest.length > 0)
      return `facts[${quoted(name)}] has no parts: write facts[${quoted(steps.slice(1).join('.'))}]`;
    if (factNames.includes(name) || !complete) return undefined;
    const uses = factNames.length === 0 ? '' : `; the conditions have ${factNames.slice(0, 10).join(', ')}`;
    return `no condition is called ${quoted(name)}${didYouMean(name, factNames)}${uses}`;
  }
  if (TEMPLATE_NAMES.includes(written)) return undefined;
  const siblings = TEMPLATE_NAMES.filter((candidate) => candidate.startsWith(`${owner}.`));
  return `there is no ${quoted(written)} in a template${didYouMean(written, siblings)}`;
}

function lintTemplate(text: string, { uses, complete }: NamedFacts, { pointer, issues }: Place): void {
  const names = templateNames(text);
  if (!names.ok) {
    issues.error(pointer, `the template cannot be read: ${names.message}`);
    return;
  }
  const factNames = [...new Set(uses.map((use) => use.name ?? use.fact))];
  const problems = names.names.flatMap((steps) => nameProblem(steps, factNames, complete) ?? []);
  for (const problem of problems) issues.error(pointer, problem);
  // A name that only a shared condition can explain cannot be tried with a value.
  const open = names.names.some(([owner, name = '']) => owner === 'facts' && !factNames.includes(name));
  if (problems.length > 0 || open) return;
  try {
    renderTemplate(text, sampleVariables(uses), 'text');
  } catch (error) {
    issues.error(pointer, error instanceof Error ? error.message : 'the template could not be rendered');
  }
}

/** Which fields of an action are templates. */
const TEMPLATE_FIELDS: ReadonlyMap<unknown, readonly string[]> = new Map([
  ['slack', ['text']],
  ['email', ['subject', 'text']],
]);

/** The templates of an action by field; what is no text of the allowed length is told by the schema. */
function templatesOf(action: unknown): readonly (readonly [field: string, text: string])[] {
  if (!isPlainObject(action)) return [];
  return (TEMPLATE_FIELDS.get(action['type']) ?? []).flatMap((field) => {
    const text = Object.hasOwn(action, field) ? action[field] : undefined;
    const isReadable = typeof text === 'string' && text !== '' && text.length <= LIMITS.templateLength;
    return isReadable ? [[field, text] as const] : [];
  });
}

/**
 * Checks the templates of all actions against the facts the conditions name. Other mistakes in the actions do not keep
 * theirs from being found: one look at a file is to tell as much as it can.
 * @param actions whatever stands there
 */
export function lintTemplates(actions: unknown, facts: NamedFacts, place: Place): void {
  if (!Array.isArray(actions)) return;
  actions.slice(0, LIMITS.actions).forEach((action: unknown, index) => {
    const at = pointerTo(place.pointer, index);
    for (const [field, text] of templatesOf(action))
      lintTemplate(text, facts, { pointer: pointerTo(at, field), issues: place.issues });
  });
}
