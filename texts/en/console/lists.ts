/** What lists share. */
export const lists = {
  filters: 'Filters',
  show: 'Show',
  from: 'From',
  to: 'To',
  why: 'Reason',
  refused: 'Not done',
  nothingFound: 'Nothing found',
} as const;
