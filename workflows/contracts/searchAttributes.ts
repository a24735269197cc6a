/**
 * Search attributes of Tripline's workflows in Temporal, with their types. They name no driver, trip or person, because they
 * are plain text.
 */
export const SEARCH_ATTRIBUTES = {
  TriplineFleet: 'Keyword',
  TriplineRule: 'Keyword',
  TriplineSeverity: 'Keyword',
} as const;

/** The name of one. */
export type SearchAttribute = keyof typeof SEARCH_ATTRIBUTES;
