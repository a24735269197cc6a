import type { SayOfRules } from './fieldWords.ts';
import { isObject } from './json.ts';
import type { Json, JsonObject } from './json.ts';

/**
 * Function that returns the position of a JSON pointer in words: `Condition 2 of “all”: Phone events in 7
 * days`. Empty for the rule itself.
 */
export type PlaceWords = (document: JsonObject, pointer: string) => string;

/**
 * Returns the function that describes positions in a rule.
 * @param label returns the subject of a comparison: `Phone events in 7 days`
 */
export function placeWordsIn(say: SayOfRules, label: (leaf: JsonObject) => string): PlaceWords {
  const known = (name: string): string | undefined => say.known(`rules.field_${name}`);
  return (document, pointer) => {
    const [field, ...steps] = stepsOf(pointer);
    if (field === undefined) return '';
    if (field === 'conditions') return conditionWords(document['conditions'], steps, { say, label });
    if (field === 'actions') return actionWords(document['actions'], steps, { say, known });
    const inner = steps[0] === undefined ? undefined : known(steps[0]);
    const words = known(field) ?? field;
    return inner === undefined ? words : `${words}: ${inner}`;
  };
}

function stepsOf(pointer: string): readonly string[] {
  const steps = pointer.split('/').slice(1);
  return steps.map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'));
}

/** Returns words for the condition that contains a position: its number in its group, and its fact. */
function conditionWords(
  conditions: Json | undefined,
  steps: readonly string[],
  { say, label }: { readonly say: SayOfRules; readonly label: (leaf: JsonObject) => string },
): string {
  let node = conditions;
  let where = say('rules.place_conditions');
  for (let at = 0; at < steps.length && isObject(node); at += 1) {
    const step = steps[at]!;
    const children = node[step];
    if (step === 'not' && children !== undefined) {
      where = say('rules.place_not');
      node = children;
    } else if ((step === 'all' || step === 'any') && Array.isArray(children)) {
      const child = children[Number(steps[at + 1])];
      if (child === undefined) break;
      where = say(`rules.place_${step}`, { number: Number(steps[at + 1]) + 1 });
      node = child;
      at += 1;
    } else break;
  }
  if (!isObject(node)) return where;
  if (typeof node['fact'] === 'string') return `${where}: ${label(node)}`;
  if (typeof node['condition'] === 'string') return `${where}: ${say('rules.shared')} ${node['condition']}`;
  return where;
}

function actionWords(
  actions: Json | undefined,
  [index, field]: readonly string[],
  given: { readonly say: SayOfRules; readonly known: (name: string) => string | undefined },
): string {
  const { say, known } = given;
  if (index === undefined) return say('rules.place_actions');
  const action = Array.isArray(actions) ? actions[Number(index)] : undefined;
  const type = isObject(action) && typeof action['type'] === 'string' ? action['type'] : '';
  const kind = say.known(`rules.action_${type}`) ?? type;
  const words = say('rules.place_action', { number: Number(index) + 1 });
  return [words, kind, field === undefined ? undefined : known(field)].filter(Boolean).join(', ');
}
