/** Texts that all lists share. */
export const lists = {
  filters: 'Filters',
  show: 'Show',
  from: 'From',
  to: 'To',
  why: 'Reason',
  typePhrase: 'To confirm, type: {phrase}',
  refused: 'Not done',
  nothingFound: 'Nothing found',
  chooseRule: 'Name or id',
  noRule: 'No such rule',
  onCall: 'On call now',
  people: 'People of this fleet',
  chooseDriver: 'Name or id',
  noDriver: 'No such driver',
  driverAsTyped: 'No such driver is stored: use “{id}” as an id',
} as const;
