import type { ConsoleTexts } from '../../en/console/index.ts';

export const audit: ConsoleTexts['audit'] = {
  title: 'Protokoll',
  lead: 'Wer wann was und warum getan hat.',
  who: 'Wer',
  action: 'Was',
  type: 'Art des Gegenstands',
  subject: 'Gegenstand',
  by: 'Von {name}',
  details: 'Einzelheiten',
  none: 'Keine Einträge',
  noneHelp: 'Kein Eintrag passt zu diesen Filtern. Ändern Sie sie, um andere zu sehen.',
};
