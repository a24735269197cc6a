/** Digests and settings. */
export const digests = {
  endsDay: 'betrifft der Bericht den Tag davor',
  endsWeek: 'endet die Woche mit dem Tag davor',
  endsMonth: 'beträfe er am Ersten eines Monats den vorletzten Monat',
  weekdayMissing: 'fehlt: Ein wöchentlicher Bericht wird an einem Wochentag gesendet',
  dayMissing: 'fehlt: Ein monatlicher Bericht wird an einem Tag des Monats gesendet, 1 bis 28',
  ofWeek:
    'gehört zum Zeitraum „week“, und hier steht „{period}“: Lassen Sie es weg, oder ändern Sie den Zeitraum',
  ofMonth:
    'gehört zum Zeitraum „month“, und hier steht „{period}“: Lassen Sie es weg, oder ändern Sie den Zeitraum',
  clockChange:
    'kann entfallen oder doppelt vorkommen, wenn die Uhr von {zone} umgestellt wird: Betroffen sind Zeiten {ranges}{days}; wählen Sie eine andere Zeit{orDay}',
  fromUntil: 'von {from} bis vor {until}',
  andRange: '{first} und {second}',
  onWeekday: ' am Wochentag {weekday}',
  onDay: ' am Tag {day}',
  orAnotherDay: ' oder einen anderen Tag',
  orDayTwo: ' oder am Tag 2',
  utcDates:
    'der Analysedienst zählt nach UTC-Daten, und um {at} in {zone} ist das vorige UTC-Datum noch nicht zu Ende (jedenfalls im Sommer), also {effect}; senden Sie ihn um {midnight} oder später{orDay}',
  alreadyAt: '{name} steht bereits bei {place}',
  digestNobody: 'hat keinen Empfänger: Schreiben Sie to (Adressen), slack (einen Kanal) oder beides',
  contrast:
    'weißer Text auf {accent} hat einen Kontrast von {shown}, und {least} ist nötig: Wählen Sie eine dunklere Farbe, zum Beispiel {darker}',
  compareLate: 'endet nicht vor dem {date}, an dem der Zeitraum beginnt',
  dateNotOver: 'ist noch nicht vorbei: Das letzte UTC-Datum, das vorbei ist, ist {date}',
  dateEarly: 'liegt vor dem {date}',
  dateInMonth: 'ist nicht der letzte Tag eines Monats: Der davor ist {date}',
} as const;
