/** What lists share. */
export const lists = {
  filters: 'Filters',
  show: 'Show',
  from: 'From',
  to: 'To',
  why: 'Reason',
  refused: 'Not done',
  nothingFound: 'Nothing found',
  chooseDriver: 'Type a name or an id',
  noDriver: 'No such driver',
} as const;
