/**
 * Search attributes of Tripline's workflows in Temporal, with their types. They contain no driver, trip or person, because
 * Temporal stores them as plain text.
 */
export const SEARCH_ATTRIBUTES = {
  TriplineFleet: 'Keyword',
  TriplineRule: 'Keyword',
  TriplineSeverity: 'Keyword',
} as const;

/** Name of a search attribute. */
export type SearchAttribute = keyof typeof SEARCH_ATTRIBUTES;
