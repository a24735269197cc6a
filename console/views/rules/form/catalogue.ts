import type { Json } from './json.ts';

/** The types of facts. */
export type FactType = 'number' | 'text' | 'time' | 'date' | 'list' | 'object';

/** A parameter of a fact. */
export interface FactParam {
  readonly name: string;
  readonly kind: 'event_type' | 'duration' | 'days' | 'number' | 'id';
  readonly required: boolean;
  readonly help: string;
  readonly examples: readonly unknown[];
}

/** A fact of the catalogue, as the API lists it. */
export interface Fact {
  readonly fact: string;
  readonly type: FactType;
  readonly unit?: string;
  readonly help: string;
  readonly params: readonly FactParam[];
  readonly takes_path: boolean;
  readonly operators: readonly string[];
  /** All possible values, if there are few. */
  readonly values?: readonly string[];
  readonly examples: readonly Readonly<Record<string, unknown>>[];
}

/** An operator, as the API lists it. */
export interface Operator {
  readonly operator: string;
  /** The kind of value that the operator compares with. */
  readonly value: 'one' | 'number' | 'many' | 'bounds' | 'text' | 'member' | 'flag';
}

/** The names that conditions and templates may use, as the API returns them. */
export interface CatalogueAnswer {
  readonly items: readonly Fact[];
  readonly operators: readonly Operator[];
  readonly event_types: readonly string[];
  readonly template_names: readonly { readonly name: string; readonly help: string }[];
}

/** The names that conditions and templates may use, in maps by name. */
export interface Catalogue {
  readonly facts: ReadonlyMap<string, Fact>;
  readonly operators: ReadonlyMap<string, Operator>;
  readonly eventTypes: readonly string[];
  readonly templateNames: CatalogueAnswer['template_names'];
}

/** Returns the catalogue as maps by name. */
export function readCatalogue(answer: CatalogueAnswer): Catalogue {
  return {
    facts: new Map(answer.items.map((item) => [item.fact, item])),
    operators: new Map(answer.operators.map((item) => [item.operator, item])),
    eventTypes: answer.event_types,
    templateNames: answer.template_names,
  };
}

/** The distribution of a fact over the fleet's newest trips, as the API returns it. */
export interface Distribution {
  readonly known: number;
  readonly unknown: number;
  readonly trips: number;
  readonly minimum?: number | string;
  readonly maximum?: number | string;
  readonly from?: string;
  readonly to?: string;
  /** Quantiles of numbers, times and dates: `share` of the known values are at most `value`. */
  readonly quantiles?: readonly { readonly share: number; readonly value: number | string }[];
  /** The lowest and the highest values of numbers, times and dates, in order: one in a hundred at each end. */
  readonly lowest?: readonly (number | string)[];
  readonly highest?: readonly (number | string)[];
  /** The most frequent values. For numbers, times and dates, they are all values, and only present if there are few. */
  readonly values?: readonly { readonly value: Exclude<Json, null | object>; readonly count: number }[];
}
