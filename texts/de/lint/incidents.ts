/** Escalation policies and rotations. */
export const incidents = {
  atOnce: 'sofort',
  afterSpan: 'nach dieser Zeit: {span}',
  stepsOrder:
    'Stufe {step} (Abstand vom Beginn: {span}) kommt vor Stufe {earlier} ({other}): Ordnen Sie die Stufen',
  notifiedTwice: 'wird im selben Augenblick bereits von Stufe {step} benachrichtigt',
  tooFast: 'Abstand zur Stufe davor: {span}; so schnell kann niemand antworten',
  firstWaits: 'die erste Stufe wartet: Zuerst erfährt niemand von dem Vorfall (für {span})',
  repeatsNothing:
    'wiederholt nichts: {field} bestimmt dann nur, wie lange nach der letzten Stufe der Vorfall als unbeantwortet gilt',
  roundsAtOnce:
    'muss größer als 0 sein: Die Runden würden sofort aufeinander folgen; schreiben Sie zum Beispiel 15m',
  roundTooFast: 'die nächste Runde kommt {when}; so schnell kann niemand auf die letzte Stufe antworten',
  unansweredLate:
    'erst nach {hours} Stunden steht fest, dass der Vorfall unbeantwortet ist: nach mehr als einem Tag',
  noUnanswered: 'fehlt: Quittiert niemand, wird niemand davon benachrichtigt; es wird nur festgehalten',
  unansweredSame:
    'benachrichtigt nur Empfänger früherer Stufen, die nicht geantwortet haben: Nennen Sie jemand anderen',
  lapsesAtOnce:
    'muss größer als 0 sein: Eine Quittierung würde sofort verfallen; schreiben Sie zum Beispiel 2h',
  pagedAgainSoon:
    'die zuständige Person wird schon nach dieser Zeit erneut benachrichtigt, während sie den Vorfall untersucht: {span}',
  pagedAgainLate: 'bei einem vergessenen Vorfall wird erst nach mehr als einem Tag erneut benachrichtigt',
  joinZero: 'ist null: Nur Alarme derselben Fahrt kommen hinzu, wie ohne diese Angabe',
  joinLong:
    'ein Alarm zum Fahrer, der mehr als einen Tag später kommt, gehört noch zu diesem Vorfall, solange er nicht gelöst ist, und benachrichtigt niemanden',
  lateZero: 'ist null: Jede Fahrt ist verspätet, also laufen die üblichen Stufen nie',
  httpIncident: 'http:// sendet den Vorfall unverschlüsselt; nehmen Sie https://',
  neverSkipped: 'hat weder Zeiten noch Tage: Die Stufe wird nie übersprungen',
  wholeDayFrom: 'ist dasselbe wie from: Das sind 24 Stunden ab {from}',
  dayTwice: 'nennt einen Tag zweimal',
  sunday: 'Sonntag',
  monday: 'Montag',
  tuesday: 'Dienstag',
  wednesday: 'Mittwoch',
  thursday: 'Donnerstag',
  friday: 'Freitag',
  saturday: 'Samstag',
  hoursUnheard:
    'in {hours} Stunden einer Woche ist jede Stufe außerhalb ihrer Zeiten: Ein Vorfall, der an einem {day} um {clock} ({zone}) eröffnet wird, benachrichtigt in seiner ersten Runde niemanden (ohne {unanswered} laufen die Stufen trotzdem); lassen Sie {when} bei einer Stufe weg',
  namesake:
    'ist auch der Name bei /people/{earlier}, und Vertretungen gehen nach dem Namen: Schreiben Sie zum Beispiel {example}',
  sameAddress: 'ist dieselbe Angabe wie bei {name}',
  nobodyReachable:
    'niemand hat eine E-Mail-Adresse oder eine Slack-Kennung: Niemand kann benachrichtigt werden',
  personUnreachable: 'hat weder „email“ noch „slack“: In der Schicht von {name} wird niemand benachrichtigt',
  noPerson: 'in /people heißt niemand {name}{hint}',
  overrideEmpty: 'ist dasselbe wie from: Die Vertretung ist leer',
  beforeFrom: 'liegt vor from ({from})',
  overrideCovered: 'bewirkt nichts: /overrides/{over} steht weiter hinten und deckt alles davon ab',
  noRotation: 'es gibt keinen veröffentlichten Bereitschaftsplan {name}{hint}',
  byWay: 'über {way, select, Slack {Slack} webhook {Webhook} other {E-Mail}}',
  orWay: '{first} oder {second}',
  rotationLacks:
    'niemand im Bereitschaftsplan {name} ist auf diesem Weg erreichbar{way, select, other {}}: Nennen Sie ihn stattdessen {other}',
  personLacks:
    '{person} im Bereitschaftsplan {name} ist auf diesem Weg nicht erreichbar{way, select, other {}}: {effect}',
  notifiedInstead: 'benachrichtigt wird stattdessen {other}',
  shiftUnheard: 'in dieser Schicht wird niemand benachrichtigt',
} as const;
