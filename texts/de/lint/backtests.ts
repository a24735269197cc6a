/** Back-tests: the number that a sweep varies, and notes on the figures. */
export const backtests = {
  sweepNothing: 'nennt nichts in der Regel: Geben Sie einen Zeiger wie /conditions/all/0/value an',
  sweepOutside: 'muss in /conditions liegen: Verändert wird nur die Zahl einer Bedingung',
  sweepShared:
    'liegt in der geteilten Bedingung „{name}“, die auch andere Regeln verwenden: Wählen Sie eine Zahl, die in der Regel selbst steht',
  sweepNoValue: 'muss mit dem Wert einer Bedingung enden, also mit /value',
  sweepOperator:
    'ist ein Wert von {operator}, und der hat keine Schwelle: Verändert wird eine Zahl von equal, notEqual, lessThan, lessThanInclusive, greaterThan, greaterThanInclusive oder between',
  sweepBounds: 'nennt beide Grenzen von between: Ergänzen Sie /0 für die untere oder /1 für die obere',
  sweepFact: 'ist eine andere Angabe, keine Zahl',
  sweepNoNumber: 'ist keine Zahl: Verändert werden nur Zahlen',
  noteRuns:
    'Die Regel alarmiert, wenn sie zutreffend wird. Auch die Fahrten der {days} Tage vor dem Zeitraum wurden ausgewertet: Bei wem sie da schon zutraf, für den gibt es erst wieder einen Alarm, wenn sie dazwischen nicht zutraf.',
  noteOften: 'Die Regel hätte auf {share} % der {evaluated} ausgewerteten Fahrten zugetroffen; {remedy}.',
  noteNoTrips:
    'In diesem Zeitraum endete keine gespeicherte Fahrt: Wählen Sie einen anderen, oder laden Sie zuerst die Vergangenheit nach.',
  noteMode: 'Die Regel steht auf „{mode}“; die Zahlen zeigen, was sie senden würde, wenn sie live wäre.',
  notePublishedMode:
    'Die veröffentlichte Version {version} steht auf „{mode}“: Sie sendet nichts, also hat keine Fahrt Alarme von beiden.',
  noteUnknown:
    '{unknown} von {evaluated} Fahrten waren nicht entscheidbar, weil eine Angabe unbekannt war; auf manche davon trifft die Regel vielleicht zu.',
  noteFailed: 'Die Auswertung ist bei {failed} Fahrten fehlgeschlagen.',
  noteLeftOut: '{count} Fahrten des Zeitraums sind gelöscht oder verschwunden und wurden ausgelassen.',
  noteAgeAll: 'Fahrten, die nachgeladen wurden, gelten als empfangen, als sie endeten (Alter 0)',
  noteAgeSome:
    '{backfilled} von {evaluated} Fahrten wurden nachgeladen und gelten als empfangen, als sie endeten (Alter 0)',
  noteAge:
    'trip.age_seconds wird bei der ersten Meldung einer Fahrt gemessen; live wird es bei der Entscheidung gemessen, also später, wenn die Daten einer Fahrt nicht sofort da waren. {kept}. Ein Nachladen mit --alerts wertet Fahrten aus, wenn es sie holt, also ist ihr Alter live größer.',
} as const;
