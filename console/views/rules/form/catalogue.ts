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
  /** The only values, where there are few. */
  readonly values?: readonly string[];
  readonly examples: readonly Readonly<Record<string, unknown>>[];
}

/** An operator, as the API lists it. */
export interface Operator {
  readonly operator: string;
  /** What it compares with. */
  readonly value: 'one' | 'number' | 'many' | 'bounds' | 'text' | 'member' | 'flag';
}

/** What conditions and templates may name, as the API answers it. */
export interface CatalogueAnswer {
  readonly items: readonly Fact[];
  readonly operators: readonly Operator[];
  readonly event_types: readonly string[];
  readonly template_names: readonly { readonly name: string; readonly help: string }[];
}

/** What conditions and templates may name, by name. */
export interface Catalogue {
  readonly facts: ReadonlyMap<string, Fact>;
  readonly operators: ReadonlyMap<string, Operator>;
  readonly eventTypes: readonly string[];
  readonly templateNames: CatalogueAnswer['template_names'];
}

/** The catalogue by name. */
export function readCatalogue(answer: CatalogueAnswer): Catalogue {
  return {
    facts: new Map(answer.items.map((item) => [item.fact, item])),
    operators: new Map(answer.operators.map((item) => [item.operator, item])),
    eventTypes: answer.event_types,
    templateNames: answer.template_names,
  };
}

/** How a fact is distributed over the fleet's newest trips, as the API answers it. */
export interface Distribution {
  readonly known: number;
  readonly unknown: number;
  readonly trips: number;
  readonly minimum?: number | string;
  readonly maximum?: number | string;
  readonly from?: string;
  readonly to?: string;
  /** Of numbers, times and dates: the value that this share of the known is at most. */
  readonly quantiles?: readonly { readonly share: number; readonly value: number | string }[];
  /** Of these: the lowest and the highest values, one in a hundred of each, in order. */
  readonly lowest?: readonly (number | string)[];
  readonly highest?: readonly (number | string)[];
  /** Of everything else the most frequent values; of numbers, times and dates each value, where they are few. */
  readonly values?: readonly { readonly value: Exclude<Json, null | object>; readonly count: number }[];
}
