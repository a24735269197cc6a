/** Vorlagen in den Texten einer Regel. */
export const templates = {
  noTemplateName: 'in einer Vorlage gibt es kein {name}{hint}; es gibt {names}',
  whichFact: `schreiben Sie, welche Angabe, zum Beispiel facts['driver.score']`,
  factNoParts: 'facts[{name}] hat keine Teile: Schreiben Sie facts[{whole}]',
  conditionsHave: '; die Bedingungen haben {names}',
  noCondition: 'keine Bedingung heißt {name}{hint}{uses}',
  templateUnreadable: 'die Vorlage ist nicht lesbar: {why}',
  templateFailed: 'aus der Vorlage ließ sich kein Text machen',
  templateCode: `die Vorlagen bis hierher enthalten {count} Zeichen in '{{ }}' und '{% %}': Eine Regel hat höchstens {most}, jede Vorlage einmal gezählt`,
  hiddenId: 'die Kennung',
  hiddenEmpty: 'leer',
  fieldHidden:
    'die Einstellungen der Flotte halten driver.{field} aus Nachrichten heraus (privacy.{same} ist false): Hier steht dafür: {instead}',
} as const;
