import type { Answer } from '../../../api/index.ts';

type Wire = Answer<'/api/v1/fleets/{fleet}/facts'>;

/** A fact of the catalogue. */
export type Fact = Wire['items'][number];

/** What conditions and templates may name. */
export interface Catalogue {
  readonly facts: ReadonlyMap<string, Fact>;
  readonly operators: ReadonlyMap<string, Wire['operators'][number]>;
  readonly eventTypes: readonly string[];
  readonly templateNames: Wire['template_names'];
}

/** The catalogue as the API answers it, by name. */
export function readCatalogue(wire: Wire): Catalogue {
  return {
    facts: new Map(wire.items.map((item) => [item.fact, item])),
    operators: new Map(wire.operators.map((item) => [item.operator, item])),
    eventTypes: wire.event_types,
    templateNames: wire.template_names,
  };
}
