/** Rückrechnungen: die Zahl, die eine Reihe verändert. */
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
} as const;
