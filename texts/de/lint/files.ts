/** Files: duplicate fields, the directory of drivers, and the tests of a rule. */
export const files = {
  numberLost:
    'eine Zahl, die sich nicht genau speichern lässt: Schreiben Sie sie in Anführungszeichen, wenn sie eine ID ist, sonst als kleinere Zahl',
  fieldTwiceInLine: 'das Feld {name} steht zweimal in Zeile {line}: Behalten Sie eines',
  fieldTwice: 'das Feld {name} steht zweimal da, in Zeile {first} und in Zeile {second}: Behalten Sie eines',
  driverIdMissing: 'fehlt: Jeder Fahrer braucht die Kennung, die der Analysedienst verwendet',
  rowTwice: '{name} steht bereits bei {place}: Behalten Sie einen Eintrag',
  unknownColumn: 'unbekannte Spalte {name}{hint}',
  csvQuoteOpen: 'ein Wert beginnt mit einem Anführungszeichen, das nie geschlossen wird',
  csvAfterQuote:
    'hinter einem schließenden Anführungszeichen steht Text: Schreiben Sie "" für ein Anführungszeichen in einem Wert',
  csvQuoteInside:
    'in einem Wert steht ein Anführungszeichen: Setzen Sie den ganzen Wert in Anführungszeichen, und schreiben Sie dafür ""',
  formulaError: '{shown} ist ein Fehlerwert einer Tabelle: Schreiben Sie den Wert selbst hinein',
  idChanged:
    '{name} sieht aus wie eine Zahl, die eine Tabelle gekürzt hat: Formatieren Sie die Spalte als Text, und fügen Sie die Kennungen noch einmal ein',
  unknownDriverImported: '{what}: Prüfen Sie die Kennung, wenn der Fahrer nicht neu ist',
  moreUnknownDrivers: 'zu {count} weiteren dieser Fahrer ist nichts gespeichert',
  csvRowLong: 'die Zeile ist länger als 100.000 Zeichen',
  csvNotUtf8: 'die Datei ist nicht in UTF-8: Speichern Sie sie als „CSV UTF-8“',
  csvInvalid: 'hier ist die CSV-Datei fehlerhaft',
  csvEmpty: 'die Datei ist leer: Ihre erste Zeile nennt die Spalten',
  csvCells: 'hat {count} Werte, und die erste Zeile nennt {columns} Spalten',
  csvNoName: 'Spalte {at} hat keinen Namen',
  csvColumnTwice: 'die Spalte kommt zweimal vor: Behalten Sie eine',
  csvNoDriverId: 'es gibt keine Spalte driver_id',
  inLine: 'Zeile {line}',
  tooManyDrivers: 'mehr als {most} Fahrer: Importieren Sie sie in mehreren Dateien, ohne --prune',
  driversMissing: 'fehlt: die Fahrer, jeder mit den Feldern, die sich ändern (eine Liste)',
  driversList: 'muss eine Liste von Fahrern sein',
  noRuleInFolder: 'es gibt in diesem Ordner keine Regel {name}{hint}',
  ruleNamesNoGroup: 'die Regel nennt keine Gruppe {name}{hint}',
  ruleNamesNoDriver: 'die Regel nennt keinen Fahrer {name}{hint}',
} as const;
