import type { ConsoleTexts } from '../../en/console/index.ts';

export const lists: ConsoleTexts['lists'] = {
  filters: 'Filter',
  show: 'Anzeigen',
  from: 'Von',
  to: 'Bis',
  why: 'Grund',
  typePhrase: 'Zum Bestätigen eingeben: {phrase}',
  refused: 'Nicht ausgeführt',
  nothingFound: 'Nichts gefunden',
  chooseRule: 'Name, Kennung',
  noRule: 'Keine solche Regel',
  onCall: 'Jetzt in Bereitschaft',
  people: 'Personen dieser Flotte',
  chooseDriver: 'Name, Kennung',
  noDriver: 'Kein solcher Fahrer',
  driverAsTyped: 'Kein solcher Fahrer ist gespeichert: „{id}“ als Kennung verwenden',
};
