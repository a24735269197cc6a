/** Templates in the texts of a rule. */
export const templates = {
  noTemplateName: 'in einer Vorlage gibt es kein {name}{hint}; es gibt {names}',
  whichFact: `schreiben Sie, welche Angabe, zum Beispiel facts['driver.score']`,
  factNoParts: 'facts[{name}] hat keine Teile: Schreiben Sie facts[{whole}]',
  conditionsHave: '; die Bedingungen haben {names}',
  noCondition: 'keine Bedingung heißt {name}{hint}{uses}',
  templateUnreadable: 'die Vorlage ist nicht lesbar: {why}',
  templateCode: `die Vorlagen bis hierher enthalten {count} Zeichen in '{{ }}' und '{% %}': Eine Regel hat höchstens {most}, jede Vorlage einmal gezählt`,
  hiddenId: 'die Kennung',
  hiddenEmpty: 'leer',
  fieldHidden:
    'die Einstellungen der Flotte halten driver.{field} aus Nachrichten heraus (privacy.{same} ist false): Hier steht dafür: {instead}',
  liquidVariable: '{name} gibt es hier nicht',
  liquidFilter: 'Es gibt keinen Filter {name}',
  liquidTag: 'Das Tag {name} gibt es hier nicht',
  liquidOpen: '„{code}“ ist nicht geschlossen',
  liquidValue: 'Bei {code} fehlt ein Wert',
  liquidAt: '{why} (Zeile {line}, Spalte {column})',
  liquidSays: 'Die Vorlagensprache meldet „{reason}“',
  templateObject: 'Ein Objekt lässt sich nicht zeigen: Nennen Sie einen seiner Werte',
  templateDate: 'Der Filter date nimmt einen Zeitpunkt mit UTC-Abstand, zum Beispiel trip.start_time',
  templateZone: `Der Filter date nimmt als zweites Argument eine Zeitzone: einen Namen wie 'Europe/Berlin', einen Abstand wie '+05:30', oder fleet.timezone`,
  unlessUnknown:
    'solange {name} unbekannt ist, entfällt der Inhalt von „unless“; nehmen Sie „if“ mit „else“, oder ersetzen Sie einen unbekannten Wert durch den Filter „default“',
  templateUnrendered: 'aus der Vorlage wird kein Text: {why}',
  templateBrackets: `Schreiben Sie den Namen selbst in die Klammern, zum Beispiel facts['driver.score']`,
  templateManyBrackets: 'In einem Tag oder einer Ausgabe stehen mehr als {most} Klammern',
} as const;
