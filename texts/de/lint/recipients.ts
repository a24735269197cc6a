/** Recipient routes, and the recipients that they reach. */
export const recipients = {
  attributeMissing: 'fehlt: "by": "attribute" braucht den Pfad des Attributs, zum Beispiel $.region',
  attributeNoEffect:
    'bewirkt nichts neben "by": "group": Entfernen Sie es, oder nehmen Sie "by": "attribute"',
  routeEmpty: 'ist leer, und es gibt kein „default“: Niemand würde benachrichtigt',
  recipientTwice: 'derselbe Empfänger steht bereits bei {earlier}',
  noDefault:
    'hat kein „default“: Bei einem Fahrer ohne Eintrag wird niemand benachrichtigt, und eine Störung wird gemeldet',
  defaultLacks:
    'hat keinen Empfänger für {way, select, Slack {Slack} webhook {Webhook} other {E-Mail}}, den {name} hat: Über {same, select, Slack {Slack} webhook {Webhook} other {E-Mail}} wird bei einem Fahrer ohne Eintrag niemand benachrichtigt, und eine Störung wird gemeldet',
  noRoute: 'es gibt keine veröffentlichte Empfängerroute {name}{hint}',
  digestRoute:
    'die Empfängerroute {name} geht nach einem Attribut, und beim Bericht bekommt jeder Eintrag den seiner Gruppe: Nennen Sie eine Route nach Gruppen',
  digestDriver:
    'die Empfängerroute {name} nennt {receiver}, und ein Bericht betrifft nicht einen einzelnen Fahrer: Nennen Sie eine Route ohne diesen Empfänger',
  routeLacks:
    'die Empfängerroute {name} hat keinen Empfänger für {way, select, Slack {Slack} webhook {Webhook} other {E-Mail}}',
  routeDefaultLacks:
    '„default“ der Empfängerroute {name} hat keinen Empfänger für {way, select, Slack {Slack} webhook {Webhook} other {E-Mail}}: Wo es gilt, wird niemand benachrichtigt, und eine Störung wird gemeldet',
  entryLacks:
    'der Eintrag {entry} der Empfängerroute {name} hat keinen Empfänger für {way, select, Slack {Slack} webhook {Webhook} other {E-Mail}}, und „default“ auch nicht: Niemand wird benachrichtigt, und eine Störung wird gemeldet',
  entryNoGroup: 'es gibt in dieser Flotte keine Gruppe {name}{hint}: Kein Fahrer ist darin',
  entryNoValue: 'kein bisher gelesener Fahrer hat {value} bei {path}{hint}: Der Eintrag gilt für niemanden',
  groupGetsDefault: 'Für ihre Fahrer gilt „default“',
  groupGetsNothing: 'Bei ihren Fahrern wird niemand benachrichtigt, und eine Störung wird gemeldet',
  groupWithoutEntry: 'die Gruppe {name} hat keinen Eintrag: {effect}',
  coachingRefused:
    'die Einstellungen der Flotte erlauben keine E-Mails an Fahrer (privacy.coaching_emails ist false): Der Fahrer bekommt nichts',
  fieldUnfilled:
    'bei keinem Fahrer ist {field} eingetragen, also erreicht {receiver} niemanden: Importieren Sie es in das Verzeichnis, oder ordnen Sie es in den Einstellungen unter driver_fields zu',
} as const;
