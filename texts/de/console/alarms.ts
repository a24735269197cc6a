import type { ConsoleTexts } from '../../en/console/index.ts';

export const alarms: ConsoleTexts['alarms'] = {
  title: 'Störungen',
  lead: 'Probleme von Tripline und seinen Verbindungen, jeweils mit dem, was zu tun ist.',
  open: 'Offene Störungen',
  all: 'Alle Störungen',
  none: 'Keine Störungen',
  noneHelp: 'Alle Verbindungen arbeiten. Wählen Sie „Alle Störungen“, um frühere zu sehen.',
  state_open: 'Offen',
  state_resolved: 'Behoben',
  seen: 'Zuletzt gesehen',
  since: 'Seit',
  resolved: 'Behoben',
  help: 'Was das heißt und was zu prüfen ist:',
};
