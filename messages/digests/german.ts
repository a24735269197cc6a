import { plural } from './english.ts';
import type { DigestWords } from './english.ts';

/** A digest in German. */
export const GERMAN: DigestWords = {
  caveats: {
    drivers_unread: ({ reason }) =>
      `Die Liste der Fahrer ließ sich nicht bis zum Ende lesen, daher fehlen alle Angaben zu einzelnen Fahrern (${reason}).`,
    drivers_before_unread: ({ reason }) =>
      `Die Fahrer des Zeitraums davor ließen sich nicht bis zum Ende lesen, daher wird nicht verglichen (${reason}).`,
    scores_unread: ({ missing, of, reason }) =>
      `Der Analysedienst hat ${missing} von ${of} Anfragen nach Werten nicht beantwortet (${reason}). Die fehlenden Zahlen sind weggelassen.`,
    groups_unread: () => 'Die Gruppen der Flotte ließen sich nicht lesen und werden nicht verglichen.',
    groups_cut: ({ shown, total }) => `Es gibt ${total} Gruppen; gezeigt werden die ${shown} größten.`,
    groups_unknown: ({ groups }) => `Der Analysedienst kennt keine Gruppe namens ${groups.join(', ')}.`,
    narrowed: ({ groups }) =>
      `Dieser Bericht gilt der ganzen Flotte; das Token darf nur ${groups.join(', ')} sehen, daher gelten alle Zahlen nur dafür.`,
    nobody_drove: () => 'Der Analysedienst nennt für diesen Zeitraum keinen Fahrer mit einer Fahrt.',
    nobody_drove_before: () =>
      'Der Analysedienst nennt für den Zeitraum davor keinen Fahrer mit einer Fahrt; es gibt nichts zu vergleichen.',
    nobody_rated: ({ drivers }) =>
      `Der Analysedienst bewertet keinen der ${drivers} Fahrer dieses Zeitraums, daher gibt es keine Rangfolge.`,
    trips_unknown: ({ drivers }) =>
      `Bei ${drivers} Fahrern nennt der Analysedienst keine Zahl der Fahrten; sie stehen in keiner Rangfolge.`,
    possible_repeat: () => 'Mögliches Duplikat: Das Ergebnis eines früheren Sendeversuchs ist nicht bekannt.',
    counts_differ: ({ listed, counted }) =>
      `Der Dienst nennt ${listed} Fahrer, der Wert der Flotte gilt aber für ${counted}: Die Daten änderten sich beim Lesen.`,
  },
  missing: { not_rated: 'nicht bewertbar', not_known: 'nicht bekannt', unavailable: 'nicht lesbar' },
  ratings: {
    hard_brake_rating: 'Bremsen',
    phone_use_rating: 'Handynutzung',
    rapid_acceleration_rating: 'Beschleunigen',
    overspeeding_rating: 'Tempo',
  },
  severities: { critical: 'kritisch', warning: 'Warnung', info: 'Hinweis' },
  dispositions: {
    confirmed: 'bestätigt',
    false_alarm: 'Fehlalarm',
    not_driver: 'nicht dieser Fahrer',
    other: 'etwas anderes',
  },
  events: {
    HARD_BRAKE: 'Starkes Bremsen',
    RAPID_ACCELERATION: 'Starkes Beschleunigen',
    PHONE_USE: 'Handynutzung',
    OVERSPEEDING: 'Zu schnell',
    COLLISION: 'Aufprall',
    HARD_TURN: 'Scharfe Kurve',
    PHONE_SCREEN_INTERACTION: 'Tippen am Handy',
  },
  change: {
    up: (by) => `plus ${by}`,
    down: (by) => `minus ${by}`,
    same: 'unverändert',
    hardly: 'kaum verändert',
    nothingBefore: 'kein Vergleich',
    was: (value) => `davor: ${value}`,
    points: (value) => `${value} Punkte`,
  },
  head: {
    wholeFleet: 'Ganze Flotte',
    groups: (ids, more) =>
      `${ids.includes(', ') || more > 0 ? 'Gruppen' : 'Gruppe'} ${ids}${more > 0 ? ` und ${more} weitere` : ''}`,
    wholeDays: 'ganze UTC-Tage',
    comparedWith: (range) => `verglichen mit ${range}`,
    caveats: 'Hinweise zu den Daten',
    subject: ({ digest, score, unanswered, period }) =>
      [`${digest}: ${score}`, unanswered, period].filter(Boolean).join(' · '),
    scoreInSubject: (score, change) => `Wert ${score}${change && `, ${change}`}`,
    scoreMissingInSubject: (why) => `Wert ${why}`,
    unansweredInSubject: (incidents) =>
      plural(incidents, 'Vorfall nicht quittiert', 'Vorfälle nicht quittiert'),
    preview: ({ word, thanks }) =>
      `Gespräch empfohlen bei ${plural(word, 'Person', 'Personen')}, ein Dankeschön bei ${thanks.said}.`,
    previewQuiet: 'Diesmal wird kein Gespräch empfohlen.',
  },
  short: {
    title: 'Zusammenfassung',
    scoreUp: (score, by, before) => `Der Wert ist um ${by} gestiegen, von ${before} auf ${score}.`,
    scoreDown: (score, by, before) => `Der Wert ist um ${by} gefallen, von ${before} auf ${score}.`,
    scoreSame: (score) => `Der Wert ist unverändert ${score}.`,
    scoreFirst: (score) => `Der Wert ist ${score}; ein früherer Wert zum Vergleich ist nicht bekannt.`,
    scoreMissing: (why) => `Der Wert ist ${why}.`,
    unanswered: (incidents) => `${plural(incidents, 'Vorfall ist', 'Vorfälle sind')} nicht quittiert.`,
    allAnswered: (incidents) =>
      incidents.count === 1
        ? 'Der eine Vorfall ist quittiert oder gelöst.'
        : `Alle ${incidents.said} Vorfälle sind quittiert oder gelöst.`,
    fell: (drivers) =>
      `${plural(drivers, 'Person hat', 'Personen haben')} nachgelassen: Ein Gespräch kann helfen.`,
    below: (drivers, threshold) =>
      `${plural(drivers, 'Person liegt', 'Personen liegen')} unter ${threshold}.`,
    rose: (drivers) =>
      `${plural(drivers, 'Person hat', 'Personen haben')} sich verbessert: Ein Dankeschön ist angebracht.`,
    nobodyMoved: 'Kein Wert eines Fahrers hat sich geändert.',
    nothing: 'Für diesen Zeitraum sind keine Daten verfügbar.',
    noTrips: 'Niemand ist gefahren.',
    noDrivers: 'Kein Fahrer war aktiv.',
    trips: (trips, distance) => `${plural(trips, 'Fahrt', 'Fahrten')} über ${distance}.`,
    evaluated: (evaluated, known) => `Nur ${evaluated} von ${known} Fahrten konnten ausgewertet werden.`,
    allEvaluated: (evaluated, known) => `${evaluated} von ${known} Fahrten ausgewertet.`,
    evaluatedSince: (evaluated, known, history) =>
      `${evaluated} von ${known} Fahrten ausgewertet; ${plural(history, 'liegt', 'liegen')} vor der Verbindung von Tripline mit dieser Flotte.`,
    allHistory: (trips) =>
      trips.count === 1
        ? 'Die eine Fahrt wurde nicht ausgewertet: Sie liegt vor der Verbindung von Tripline mit dieser Flotte.'
        : `Keine der ${trips.said} Fahrten wurde ausgewertet: Sie liegen vor der Verbindung von Tripline mit dieser Flotte.`,
  },
  word: {
    title: 'Gespräch empfohlen',
    fell: 'Am stärksten gefallene Werte',
    fellNote: (minTrips) =>
      `Nach dem Wert am Ende beider Zeiträume; in beiden mindestens ${plural(minTrips, 'Fahrt', 'Fahrten')}.`,
    below: (threshold) => `Unter ${threshold}`,
    belowNote: 'Bewertet, mit genug Fahrten, der niedrigste Wert zuerst.',
    nobodyRanked: 'Kein Fahrer war vergleichbar: Keiner hatte in beiden Zeiträumen genug bewertete Fahrten.',
    notRead: 'Die Fahrer konnten nicht gelesen werden, daher ist hier keiner aufgeführt.',
    beforeNotRead:
      'Der Zeitraum davor konnte nicht gelesen werden, daher werden Fahrer nicht damit verglichen.',
    nobody: 'Kein Fahrer.',
  },
  thanks: {
    title: 'Am stärksten verbessert',
    note: 'Ihre Werte sind am stärksten gestiegen: Ein Dankeschön ermutigt sie.',
    nobody: 'Diesmal ist kein Wert gestiegen.',
  },
  driver: {
    driver: 'Fahrer',
    score: 'Wert',
    change: 'Änderung',
    trips: (trips) => plural(trips, 'Fahrt', 'Fahrten'),
    cause: (event, before, now) => `${event} ${before} → ${now}`,
    causes: (causes, perHundred) => `${causes} ${perHundred}`,
    above: 'Oben genannt',
    noCause: 'Keine Ereignisart erklärt die Änderung',
    noneEvaluated: 'Keine Fahrt wurde ausgewertet, also lässt sich kein Grund nennen',
  },
  scores: {
    title: 'Der Wert',
    ofHundred: 'von 100',
    rating: 'Bewertung (1 bis 5)',
    now: 'Jetzt',
    change: 'Änderung',
    ratingsNote: '5 ist am besten.',
    lineTitle: 'Wert über acht Zeiträume',
    lineAlt: ({ who, points }) => `Linie des Werts, ${who}, nach dem letzten Tag jedes Zeitraums: ${points}.`,
    lineAltGroups: (groups) => ` Letzte Werte der Gruppen: ${groups}.`,
    noLine:
      'Für keinen der letzten acht Zeiträume ist ein Wert bekannt, also gibt es keine Linie zu zeichnen.',
    fleet: 'Flotte',
    together: 'Zusammen',
    band: (groups) => `grau: von der niedrigsten zur höchsten von ${groups.said} Gruppen`,
    ratingsAlt: (ratings) => `Die vier Bewertungen von 1 bis 5: ${ratings}.`,
    legendNow: 'jetzt',
    legendBefore: 'davor',
  },
  groups: {
    title: 'Gruppen im Vergleich',
    group: 'Gruppe',
    score: 'Wert',
    change: 'Änderung',
    drivers: 'Fahrer',
    distance: 'Strecke',
  },
  counts: {
    title: 'Fahrer in Zahlen',
    what: 'Fahrer',
    number: 'Anzahl',
    active: 'Im Zeitraum gefahren',
    joined: 'Erstmals erfasst',
    notRated: 'Noch nicht bewertbar',
    tooFew: (minTrips) => `Weniger als ${plural(minTrips, 'Fahrt', 'Fahrten')}, daher nicht in der Rangfolge`,
    note: '„Nicht bewertbar“ ist kein Urteil: Oft fehlt dem Handy ein Sensor, oder es gab zu wenige Fahrten.',
  },
  driving: {
    title: 'Fahren',
    measure: 'Kennzahl',
    now: 'Jetzt',
    change: 'Änderung',
    trips: 'Fahrten',
    distance: 'Strecke',
    hours: 'Fahrzeit',
    night: 'Nachts gefahren',
    highway: 'Auf Schnellstraßen gefahren',
    events: 'Ereignisse',
    event: 'Ereignis',
    sharesNote:
      'Die Anteile gelten für die Fahrten, von denen sie bekannt sind. Nacht ist Mitternacht bis 4 Uhr Ortszeit.',
  },
  alerts: {
    title: 'Alarme und Vorfälle',
    alerts: (alerts, change) => `${plural(alerts, 'Alarm', 'Alarme')}${change && ` (${change})`}.`,
    alertsMissing: (why) => `Die Zahl der Alarme ist ${why}.`,
    severities: (parts) => `Nach Schwere: ${parts}.`,
    none: 'Keine Regel hat Alarm gegeben.',
    unanswered: (incidents) => `${plural(incidents, 'Vorfall ist', 'Vorfälle sind')} nicht quittiert.`,
    unansweredMissing: (why) => `Wie viele Vorfälle nicht quittiert sind, ist ${why}.`,
    median: (time) => `Die Hälfte der Antworten kam innerhalb von ${time}.`,
    medianMissing: (why) => `Die Zeit bis zur Antwort: ${why}.`,
    incident: 'Vorfall',
    opened: 'Eröffnet',
    answer: 'Antwort',
    noAnswer: 'nicht quittiert',
    answeredAfter: (time) => `nach ${time}`,
    answered: 'beantwortet',
    open: 'offen',
    resolvedAs: (disposition) => `gelöst: ${disposition}`,
    resolved: 'gelöst',
    answerNow: 'Jetzt antworten',
    noIncidents: 'Es gab keine Vorfälle.',
  },
  rules: {
    title: 'Regeln nach Zahl der Alarme',
    rule: 'Regel',
    alerts: 'Alarme',
    before: 'Davor',
    noisy: (why) => `Zu viele Alarme: ${why}.`,
    overBudget: (alerts) => `${plural(alerts, 'Alarm', 'Alarme')} über dem Budget`,
    falseAlarms: (falseAlarms, answered) => `${falseAlarms} von ${answered} Antworten sagten Fehlalarm`,
    noisyAnyway: 'mehr Alarme, als bearbeitet werden können',
    note: 'Regeln mit zu vielen Alarmen überprüfen: Eine höhere Schwelle, eine Drossel oder ein Budget senkt ihre Zahl.',
    none: 'Keine Regel hat Alarm gegeben.',
  },
  deletions: {
    title: 'Gelöschte Fahrten',
    driver: 'Fahrer',
    deleted: 'Gelöscht',
    effect: 'Auswirkung auf den Wert',
    byRule: (rule) => `durch die Regel ${rule}`,
    effectOf: (before, after, change) => `${before} → ${after} (${change})`,
    effectUnknown: 'nicht lesbar',
    total: (trips) =>
      trips.count === 1
        ? '1 Fahrt wurde als ungültig gelöscht; der Dienst zählt sie nicht mehr.'
        : `${trips.said} Fahrten wurden als ungültig gelöscht; der Dienst zählt sie nicht mehr.`,
    waiting: (trips) => `${plural(trips, 'Löschung wartet', 'Löschungen warten')} auf eine Freigabe.`,
    none: 'Keine Fahrt wurde gelöscht.',
  },
  devices: {
    title: 'Handys und inaktive Fahrer',
    silent: 'Nicht mehr aktiv',
    silentNote:
      'Im Zeitraum davor gefahren und in diesem nicht: Urlaub, ein neues Handy oder eine App, die nicht mehr aufzeichnet.',
    sensors: 'Handys, denen Sensoren fehlen',
    sensorsNote: 'Ohne sie lassen sich manche Bewertungen nicht geben.',
    driver: 'Fahrer',
    lastScore: 'Letzter Wert',
    missing: 'Fehlt',
    tripsBefore: 'Fahrten davor',
    noSilent: 'Kein Fahrer wurde inaktiv.',
    silentNotRead:
      'Welche Fahrer inaktiv wurden, ist nicht bekannt: Der Zeitraum davor konnte nicht gelesen werden.',
    noSensors: 'Keinem Handy fehlt ein Sensor.',
  },
  coverage: {
    title: 'Datenabdeckung',
    none: 'Es gab keine Fahrten auszuwerten.',
    evaluated: (evaluated, known) => `${evaluated} von ${known} Fahrten ausgewertet.`,
    notAll: (missing) =>
      `${plural(missing, 'Fahrt fehlt', 'Fahrten fehlen')} in den Zahlen, die Tripline selbst aus Fahrten zählt.`,
    history: (trips, since) =>
      `${plural(trips, 'Fahrt liegt', 'Fahrten liegen')} vor der Verbindung von Tripline mit dieser Flotte${since && ` (seit dem ${since})`}, und ${trips.count === 1 ? 'wurde' : 'wurden'} nicht ausgewertet. Eine Nacherfassung (backfill) holt sie nach.`,
    waiting: (trips) =>
      `${plural(trips, 'Fahrt ist', 'Fahrten sind')} noch ohne Fahrtdaten und ${trips.count === 1 ? 'wird' : 'werden'} ausgewertet.`,
    unnamed: (trips) =>
      `Von ${plural(trips, 'Fahrt', 'Fahrten')} ist nur die Zahl bekannt: Es kam keine Meldung zu ${trips.count === 1 ? 'ihr' : 'ihnen'}.`,
    more: (trips) =>
      `Beim letzten Abgleich zählte der Analysedienst ${plural(trips, 'Fahrt', 'Fahrten')} mehr, als seine Listen nannten.`,
    compared: (moment) =>
      `Mit den Fahrtenlisten des Analysediensts abgeglichen${moment && `, am ${moment} Uhr oder später`}.`,
    notCompared: ({ days, isOff }) =>
      `${days ? `Für ${plural(days, 'Tag', 'Tage')} des Zeitraums gibt es` : 'Es gibt'} keinen Abgleich mit den Fahrtenlisten des Analysediensts${isOff ? ': Der Abgleich ist ausgeschaltet' : ''}.`,
    since: (date) => `Tripline ist seit dem ${date} mit dieser Flotte verbunden.`,
    parked: (trips) =>
      `${plural(trips, 'Fahrt war', 'Fahrten waren')} beim Analysedienst nicht lesbar und ${trips.count === 1 ? 'ist' : 'sind'} zurückgestellt.`,
    missing: (figures) => `Unvollständige Daten: ${figures}.`,
    known: 'Fahrten beim Dienst',
    evaluatedLabel: 'Ausgewertete Fahrten',
    parkedLabel: 'Zurückgestellte Fahrten',
  },
  more: {
    inTable: (rows) => `und ${rows.said} weitere in der angehängten Tabelle`,
    rows: (rows) => `und ${rows.said} weitere`,
  },
  attached: 'Die angehängte Tabelle nennt alle Fahrer des Zeitraums (CSV, für jede Tabellenkalkulation).',
  foot: {
    figuresRead: (moment, zone) => `Zahlen gelesen: ${moment} Uhr (${zone}).`,
    period: (from, to, zone) =>
      `Der Analysedienst zählt ganze UTC-Tage; nach der Uhr von ${zone} reicht dieser Zeitraum von ${from} Uhr bis ${to} Uhr.`,
    sentBy: (digest, version, fleet) =>
      `Gesendet von Tripline für ${fleet}: Bericht „${digest}“, Version ${version}.`,
    unsubscribe: 'Diesen Bericht abbestellen',
  },
  mail: {
    open: 'Ganzen Bericht öffnen',
    attention: 'Braucht Aufmerksamkeit',
    changes: 'Was sich verändert hat',
    noChange: 'Nichts hat sich stärker verändert als sonst.',
    rating: (of) => `Bewertung ${of}`,
    notComparable: 'Es sind zu wenige frühere Zeiträume bekannt, um ungewöhnliche Änderungen zu erkennen.',
    onPage: 'Außerdem im ganzen Bericht:',
    expires: 'Der ganze Bericht lässt sich 30 Tage lang ohne Anmeldung öffnen.',
  },
  page: {
    preview: 'Vorschau: So sieht der Bericht aus. Nichts wurde gesendet.',
    subject: 'Betreff',
    sources: 'Woher die Zahlen kommen',
    figure: 'Zahl',
    source: 'Quelle',
    note: 'Aufrufe sind die des Analysedienstes, ohne dessen Schlüssel; Abfragen lesen Triplines eigene Datenbank.',
  },
};
