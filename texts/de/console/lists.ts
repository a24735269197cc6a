import type { ConsoleTexts } from '../../en/console/index.ts';

export const lists: ConsoleTexts['lists'] = {
  filters: 'Filter',
  show: 'Anzeigen',
  from: 'Von',
  to: 'Bis',
  why: 'Grund',
  refused: 'Nicht ausgeführt',
  nothingFound: 'Nichts gefunden',
  chooseDriver: 'Name oder Kennung eingeben',
  noDriver: 'Kein solcher Fahrer',
};
