import type { Json, JsonObject } from '../form/index.ts';

/** The fields of a rule's document that views show. */
export interface RuleView {
  readonly document: JsonObject;
  readonly name: string | undefined;
  readonly description: string | undefined;
  readonly severity: 'critical' | 'warning' | 'info';
  readonly mode: 'live' | 'shadow' | 'off';
  readonly owner: string | undefined;
  readonly conditions: Json | undefined;
  /** Whether the rule is live and deletes trips; publishing it then requires the role admin. */
  readonly deletesTrips: boolean;
}

/** Returns a document from the API as a rule to show; undefined when there is none. */
export function ruleOf(document: unknown): RuleView | undefined {
  if (typeof document !== 'object' || document === null || Array.isArray(document)) return undefined;
  const rule = document as JsonObject;
  const mode = oneOf(['live', 'shadow', 'off'], rule['mode']) ?? 'live';
  const actions = Array.isArray(rule['actions']) ? rule['actions'] : [];
  const deletes = actions.some((action) => (action as JsonObject | null)?.['type'] === 'delete_trip');
  return {
    document: rule,
    name: textOf(rule['name']),
    description: textOf(rule['description']),
    severity: oneOf(['critical', 'warning', 'info'], rule['severity']) ?? 'warning',
    mode,
    owner: textOf(rule['owner']),
    conditions: rule['conditions'],
    deletesTrips: mode === 'live' && deletes,
  };
}

/** Returns the name of a stored rule: that of its published version, otherwise that of its draft, otherwise its id. */
export function nameOf(stored: {
  readonly id: string;
  readonly rule?: unknown;
  readonly draft?: unknown;
}): string {
  return ruleOf(stored.rule)?.name ?? ruleOf(stored.draft)?.name ?? stored.id;
}

/** Returns a value that should be a name: the text itself, or JSON for another type. */
export function wordOf(value: Json | undefined): string {
  return typeof value === 'string' ? value : JSON.stringify(value ?? null);
}

function textOf(value: Json | undefined): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}

function oneOf<Name extends string>(names: readonly Name[], value: Json | undefined): Name | undefined {
  return names.find((name) => name === value);
}
