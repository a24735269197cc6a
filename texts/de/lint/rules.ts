/** Rules as a whole: actions, throttles, deletions, and names that the fleet does not have. */
export const rules = {
  actionTwice: 'dieselbe Aktion {type} mit demselben Empfänger steht bereits bei {earlier}',
  noAction: 'eine zutreffende Fahrt würde niemandem gemeldet: Es gibt keine Aktion',
  driverExcluded: 'dieser Fahrer ist auch ausgeschlossen und bleibt es',
  httpAlert: 'http:// sendet den Alarm unverschlüsselt; nehmen Sie https://',
  endlessQuiet:
    'von {from} bis {to} ist der ganze Tag, an jedem Tag: Es würde nie etwas gesendet; nennen Sie Tage, oder nehmen Sie "mode": "shadow"',
  triggerDeletes:
    '„becomes_true“ lässt sich nicht mit delete_trip verbinden: Von aufeinanderfolgenden zutreffenden Fahrten würde nur die erste gelöscht; löschen Sie Fahrten in einer eigenen Regel',
  silentThrottle:
    'für {every} nach einem Alarm hält die Drosselung diese Regel an (je {per}), und {named} {stay} auf jeder Fahrt unterdrückt, auf die beide zutreffen: Eine solche Fahrt wird niemandem gemeldet. Verkürzen Sie die Drosselung, oder entfernen Sie aus „suppresses“, was weiter gesendet werden soll',
  oneStays: 'bleibt',
  manyStay: 'bleiben',
  budgetUnheard:
    'niemand erfährt, wenn dieses Budget aufgebraucht ist: Solche Nachrichten gehen an Slack-Kanäle und E-Mail-Adressen, und diese Regel hat keine. Ergänzen Sie „owner“: eine E-Mail-Adresse oder einen Slack-Kanal',
  suppressesItself: 'eine Regel unterdrückt sich nicht selbst: Dies bewirkt nichts',
  ruleListed: 'diese Regel ist bereits aufgeführt',
  throttlePerTrip: 'eine Regel alarmiert ohnehin einmal je Fahrt: Diese Drosselung bewirkt nichts',
  throttleZero: 'ist null: Diese Drosselung bewirkt nichts',
  budgetCritical: 'für kritische Alarme gelten Budgets nicht, also bewirkt dieses nichts',
  ownerWithoutBudget:
    'der Eigentümer wird benachrichtigt, wenn die Regel ihr Budget überschreitet, und es gibt kein Budget',
  deletionStopped:
    'Fahrten, die Drosselung oder Budget anhält, werden auch nicht gelöscht; eine eigene Regel würde jede zutreffende Fahrt löschen',
  quietCritical: 'für kritische Alarme gelten Ruhezeiten nicht, also bewirken diese nichts',
  batchCritical: 'kritische Alarme kommen nie in eine Sammelnachricht: Dies bewirkt nichts',
  noPolicy: 'es gibt keinen veröffentlichten Eskalationsplan {name}{hint}',
  slowPolicy:
    'die Regel ist kritisch, und der Eskalationsplan {name} benachrichtigt zuerst niemanden (für {wait})',
  pagesForInfo:
    'benachrichtigt Personen, bis jemand quittiert, bei Alarmen der Schwere „info“: Ist das gewollt?',
  span_s: '{count} {count, plural, one {Sekunde} other {Sekunden}}',
  span_m: '{count} {count, plural, one {Minute} other {Minuten}}',
  span_h: '{count} {count, plural, one {Stunde} other {Stunden}}',
  span_d: '{count} {count, plural, one {Tag} other {Tage}}',
  effectNoMember: 'kein Fahrer ist darin',
  effectUnknown: 'die Bedingung bleibt unbekannt',
  effectLeftOut: 'der Bericht lässt sie weg',
  effectIds: 'der Bericht zeigt Kennungen',
  effectDirectory: 'nur das Verzeichnis füllt dieses Feld',
  effectNothingSuppressed: 'unter diesem Namen wird nichts unterdrückt',
  effectCountZero: 'die Zahl bleibt 0',
  noGroup: 'es gibt in dieser Flotte keine Gruppe {name}',
  noAttribute: 'kein bisher gelesener Fahrer hat das Attribut {name}',
  unknownName: '{what}{hint}: {effect}',
  inThisFleet: 'in dieser Flotte',
  noRule: 'es gibt {where} keine Regel {name}{hint}: {effect}',
  sameAsRule:
    'dieselben Bedingungen wie die Regel {named}: Jede von beiden alarmiert bei jeder zutreffenden Fahrt',
  sameAsRules:
    'dieselben Bedingungen wie die Regeln {named}: Jede von ihnen alarmiert bei jeder zutreffenden Fahrt',
  deletesOrdinary:
    'gewöhnliche Fahrten könnten gelöscht werden: Ergänzen Sie eine Bedingung mit einer kleinen festen Grenze (höchstens 2 km, 300 Sekunden, 20 km/h Spitze oder 20 Punkte) oder eine zu einem Feld, das die Fahrt bestimmt',
  askedNobody:
    'niemand wird gefragt: Eine Bitte um Freigabe geht an Slack oder an die Empfänger der Regel für E-Mail und Webhook, und die Regel nennt keine; nennen Sie in „ask“ einen Kanal oder eine Person, oder geben Sie über die API frei',
  countsAlerts:
    'eine Regel, die Fahrten löscht, darf driver.rule_alerts nicht verwenden: Die anderen Regeln kann ändern, wer Regeln bearbeitet, und diese Regel braucht die Rolle admin',
  sharedCountsAlerts: 'die geteilte Bedingung {name} verwendet {fact}: {why}',
  suppressesDeletion:
    'die Regel {name} löscht Fahrten, und eine Regel, die Fahrten löscht, darf nicht unterdrückt werden: Entfernen Sie sie aus „suppresses“',
  deletionSuppressed:
    'die Regel {name} unterdrückt diese, und eine Regel, die Fahrten löscht, darf nicht unterdrückt werden: Entfernen Sie sie zuerst aus „suppresses“ von {same}',
  checkThresholds: 'prüfen Sie Richtung und Größe ihrer Schwellen',
  orBecomesTrue: '{remedy}, oder nehmen Sie "trigger": "becomes_true"',
  lastTrips: 'der letzten {count} Fahrten',
  recentTrips: 'von {count} der letzten Fahrten',
  firesOften: 'die Regel hätte auf {share} % {trips} zugetroffen; {remedy}',
  thousands: '{thousands}.{rest}',
} as const;
