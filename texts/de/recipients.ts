import type { TextsOf } from '../en/index.ts';

export const recipients: TextsOf<'recipients'> = {
  route: 'Empfängerroute {route}, {entry}',
  entryOfGroup: 'Eintrag {entry}: Der Fahrer gehört zur Gruppe {entry}',
  entryOfAttribute: 'Eintrag {entry}: nach {attribute} des Fahrers',
  default: 'Standardeintrag: {because}',
  default_in_no_group: 'Der Fahrer gehört zu keiner Gruppe',
  default_groups_unknown: 'Die Gruppen des Fahrers waren nicht bekannt',
  default_no_entry_for_groups: 'Keine Gruppe des Fahrers hat einen Eintrag',
  default_no_value: 'Der Fahrer hat kein {attribute}',
  default_no_entry_for_value: 'Der Wert von {attribute} des Fahrers hat keinen Eintrag',
  default_no_driver: 'Die Nachricht betrifft nicht genau einen Fahrer',
  default_no_channel: 'Der Eintrag {entry} hat keinen Empfänger für diesen Kanal',
  default_reaches_no_one: 'Der Eintrag {entry} erreicht niemanden',
  driver: 'Der Fahrer',
  manager: 'Vorgesetzte des Fahrers',
  fromDirectory: '{who}, aus dem Verzeichnis',
  fromAttribute: '{who}, aus dem Attribut {attribute}',
  onCall: 'In Bereitschaft nach dem Bereitschaftsplan {rotation}',
  onCallPerson: 'In Bereitschaft nach dem Bereitschaftsplan {rotation}: {person}',
  named: 'Benannt als {named}',
};
