import type { ConsoleTexts } from '../../en/console/index.ts';

export const words: ConsoleTexts['words'] = {
  severity_critical: 'Kritisch',
  severity_warning: 'Warnung',
  severity_info: 'Hinweis',
  state_open: 'Offen',
  state_unanswered: 'Ohne Antwort',
  state_acknowledged: 'Quittiert',
  state_resolved: 'Gelöst',
  disposition_confirmed: 'Bestätigt',
  disposition_false_alarm: 'Fehlalarm',
  disposition_not_driver: 'Nicht der Fahrer',
  disposition_other: 'Anderes',
  driver: 'Fahrer',
  severity: 'Schwere',
  rule: 'Regel',
  state: 'Zustand',
  any: 'Alle',
  unknownDriver: 'Fahrer {id}',
  by: 'von {name}',
};
