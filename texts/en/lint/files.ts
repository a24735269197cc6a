/** Files: duplicate fields, the directory of drivers, and the tests of a rule. */
export const files = {
  numberLost:
    'a number that cannot be stored exactly: write it in quotation marks if it is an id, else as a smaller number',
  fieldTwiceInLine: 'the field {name} appears twice in line {line}: keep one',
  fieldTwice: 'the field {name} appears twice, in line {first} and in line {second}: keep one',
  driverIdMissing: 'is missing: each driver needs the id that the analytics service uses',
  rowTwice: '{name} is already in {place}: keep one',
  unknownColumn: 'unknown column {name}{hint}',
  csvQuoteOpen: 'a value begins with a quotation mark that is never closed',
  csvAfterQuote: 'text follows a closing quotation mark: write "" for a quotation mark inside a value',
  csvQuoteInside:
    'a quotation mark stands inside a value: put the whole value in quotation marks, and write "" for it',
  formulaError: '{shown} is an error of a spreadsheet: write the value itself',
  idChanged:
    '{name} looks like a number that a spreadsheet has shortened: format the column as text, and paste the ids again',
  unknownDriverImported: '{what}: check the id, unless the driver is new',
  moreUnknownDrivers: 'nothing is stored about {count} more of these drivers',
  csvRowLong: 'the row is longer than 100,000 characters',
  csvNotUtf8: 'the file is not UTF-8: save it as “CSV UTF-8”',
  csvInvalid: 'invalid CSV here',
  csvEmpty: 'the file is empty: its first line names the columns',
  csvCells: 'has {count} values, and the first line names {columns} columns',
  csvNoName: 'column {at} has no name',
  csvColumnTwice: 'the column appears twice: keep one',
  csvNoDriverId: 'there is no column driver_id',
  inLine: 'line {line}',
  tooManyDrivers: 'more than {most} drivers: import them in several files, without --prune',
  driversMissing: 'is missing: the drivers, each with the fields that change (a list)',
  driversList: 'must be a list of drivers',
  noRuleInFolder: 'there is no rule {name} in this folder{hint}',
  ruleNamesNoGroup: 'the rule names no group {name}{hint}',
  ruleNamesNoDriver: 'the rule names no driver {name}{hint}',
} as const;
