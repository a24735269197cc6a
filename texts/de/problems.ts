import type { TextsOf } from '../en/index.ts';

/**
 * The reasons that a request is refused, in the words of a person who reads them in the console. Errors that only programs can
 * cause are not included.
 */
export const problems: TextsOf<'problems'> = {
  title_400: 'Fehlerhafte Anfrage',
  title_401: 'Nicht angemeldet',
  title_403: 'Nicht erlaubt',
  title_404: 'Nicht gefunden',
  title_405: 'Methode nicht erlaubt',
  title_408: 'Zu langsam',
  title_409: 'Konflikt',
  title_410: 'Abgelaufen',
  title_413: 'Anfrage zu groß',
  title_415: 'Inhaltstyp nicht unterstützt',
  title_422: 'Eingabe abgelehnt',
  title_429: 'Zu viele Anfragen',
  title_500: 'Interner Fehler',
  title_502: 'Der Analysedienst lehnt den API-Schlüssel ab',
  title_503: 'Zurzeit nicht verfügbar',
  title_504: 'Keine rechtzeitige Antwort',
  title_other: 'Fehler',
  noTemporal: 'Temporal antwortet nicht. Versuchen Sie es noch einmal.',
  noDatabase: 'Die Datenbank antwortet nicht. Versuchen Sie es noch einmal.',
  busy: 'Der Server hat gerade keinen Platz für eine große Anfrage. Versuchen Sie es noch einmal.',
  internal: 'Interner Fehler. Einzelheiten stehen im Protokoll unter der Kennung aus X-Request-Id.',
  approvedNotStarted:
    'Die Freigabe ist gespeichert, aber Temporal ist nicht erreichbar: Die Löschung beginnt, sobald es wieder da ist.',
  sessionOver: 'Diese Sitzung ist beendet: Melden Sie sich neu an.',
  unknownToken: 'Dieser API-Token ist nicht bekannt.',
  noFleet: 'Eine solche Flotte gibt es für {by, select, session {diese Sitzung} other {diesen Token}} nicht.',
  groupsOnly:
    '{by, select, person {{who}} other {Der Token „{who}“}} sieht nur die eigenen Gruppen ({groups}), und dies betrifft die ganze Flotte. Berichte, Vorfälle, Alarme und Fahrten dieser Gruppen sind zugänglich.',
  roleTooLow:
    'Dafür ist die Rolle {needed} nötig; {by, select, person {{who}} other {der Token „{who}“}} hat die Rolle {role}.',
  otherPage:
    'Dies kam nicht von einer Seite dieses Servers: Sein Header Origin fehlt oder nennt einen anderen. Hinter einem Proxy muss PUBLIC_URL die Adresse sein, die Browser verwenden.',
  noCsrf:
    'Eine Anfrage mit dem Cookie einer Sitzung, die etwas ändert, braucht den Header {header}, den GET /api/v1/me nennt. Laden Sie die Seite neu.',
  wrongTokens: 'Von dieser Adresse kamen zu viele falsche Tokens.',
  tooOften: 'Ein Token darf diese Anfrage {count} Mal in der Minute stellen; diese Grenze ist erreicht.',
  tooOftenFleet:
    'Die Tokens einer Flotte dürfen diese Anfrage zusammen {count} Mal in der Minute stellen; diese Grenze ist erreicht.',
  tooMuchOfFleet:
    'Die Tokens einer Flotte dürfen zusammen {count} Megabyte in der Minute in solchen Anfragen senden: Senden Sie den Rest eine Minute später.',
  tooMuch:
    'Ein Token darf {count} Megabyte in der Minute in solchen Anfragen senden: Senden Sie den Rest eine Minute später.',
  tooManyWaiting:
    'Zu viele Anfragen dieses Absenders warten: Warten Sie auf Antworten, bevor Sie weitere senden.',
  tooManyAtOnce:
    '{count} solche Anfragen dieses Tokens laufen schon: Versuchen Sie es noch einmal, wenn eine beendet ist.',
  noProvider: 'Diesen Identitätsanbieter gibt es nicht.',
  signInOver:
    'Diese Anmeldung ist abgelaufen, wurde schon benutzt oder begann in einem anderen Browser. Beginnen Sie unter /sign-in von vorn.',
  providerAnonymous: '{provider} nennt nicht, wer Sie sind.',
  providerNoRole:
    '{provider} kennt Sie, gibt Ihnen hier aber keine Rolle. Bitten Sie einen Verwalter um Zugang. Darüber entscheidet der Claim „{claim}“.',
  providerUserInfo:
    '{provider} hat Sie angemeldet, gibt Ihre Rolle aber nicht heraus (UserInfo). Bitten Sie einen Verwalter, den Claim „{claim}“ in das ID-Token aufnehmen zu lassen.',
  providerTooMany:
    '{provider} kennt Sie, lässt den Claim „{claim}“ aber weg, weil Sie für ein Token in zu vielen Gruppen sind. Bitten Sie einen Verwalter, die Rollen dieser Anwendung senden zu lassen oder nur die Gruppen, die ihr zugewiesen sind.',
  providerOtherIssuer:
    '{provider} nennt sich „{issuer}“, und in OIDC_FILE steht ein anderer Aussteller. Bitten Sie einen Verwalter, ihn dort genau so einzutragen.',
  providerRefused: '{provider} hat die Anmeldung abgelehnt ({code}).',
  providerUnverified:
    'Die Anmeldung über {provider} konnte nicht geprüft werden. Beginnen Sie von vorn; ein Link, der schon benutzt wurde, öffnet nichts.',
  providerUnavailable:
    'Der Identitätsanbieter {provider} antwortet nicht. Versuchen Sie es in einer Minute noch einmal, oder melden Sie sich mit dem Dienst-Token eines Verwalters an.',
  accessDisabled: 'Ihr Zugang wurde von einem Verwalter der Flotte gesperrt.',
  onlyAdminTokens:
    'Nur ein Dienst-Token mit der Rolle admin kann sich anmelden. Personen verwenden ihr Konto.',
  oneTimeElsewhere: 'Dieser Link gilt nur auf dem Rechner selbst, über http://127.0.0.1 oder localhost.',
  oneTimeUsed:
    'Dieser Link wurde schon benutzt oder ist zu alt. tripline dev gibt bei jedem Start einen neuen aus.',
  sandboxUserDisabled:
    'Der Zugang der Testumgebung ist gesperrt. Geben Sie ihn mit einem API-Token eines Verwalters frei (POST {address}), und starten Sie tripline dev für einen neuen Link noch einmal.',
  noAdminToken: 'Die Flotte hat keinen Dienst-Token mit der Rolle admin: Melden Sie sich unter /sign-in an.',
  notYourself:
    'Sie können sich nicht selbst aus der Flotte ausschließen: Bitten Sie einen anderen Verwalter darum.',
  noUser: 'Eine Person mit dieser Kennung gibt es nicht.',
  noPersonalToken: 'Einen persönlichen Token mit dieser Kennung gibt es nicht.',
  noPersonalTokenOfYours: 'Sie haben keinen persönlichen Token mit dieser Kennung.',
  noFleetOfYours: 'Eine solche Flotte haben Sie nicht.',
  tokenForItself:
    'Ein persönlicher Token zeigt, wem er gehört, und darf sich selbst löschen: Melden Sie sich für alles andere an Sitzungen und Tokens mit einem Browser an.',
  noPerson: 'Ein Dienst-Token ist keine Person: Nur Personen, die sich anmelden, haben persönliche Tokens.',
  roleAboveYours: 'liegt über Ihrer eigenen Rolle ({role})',
  tooManyTokens: 'Sie haben {count} persönliche Tokens: Löschen Sie zuerst einen.',
  bodyRefused: 'Die Eingaben sind abgelehnt.',
  bodySlow: 'Die Anfrage kam zu langsam an: Senden Sie sie noch einmal.',
  bodyTooLarge: 'Die Anfrage ist größer als {bytes} Bytes.',
  notSpokenFor: 'muss fehlen oder „{name}“ sein: Wer angemeldet ist, handelt im eigenen Namen',
  daysReversed: '„from“ liegt nach „to“: Nennen Sie zuerst den ersten, dann den letzten Tag.',
  daysTooMany: 'Der Zeitraum ist länger als {days} Tage: Fragen Sie nach einem Teil davon.',
  noIncident: 'Einen Vorfall mit dieser Kennung gibt es nicht.',
  noAlert: 'Einen Alarm mit dieser Kennung gibt es nicht.',
  noTrip: 'Tripline hat keine solche Fahrt dieses Fahrers.',
  keyUsed: 'Dieser Idempotency-Key wurde für eine andere Anfrage verwendet: Nehmen Sie einen neuen.',
  keyUnanswered:
    'Zur ersten Anfrage mit diesem Idempotency-Key ist keine Antwort vermerkt: Sie läuft noch, oder ihr Ausgang ist unbekannt. Wiederholen Sie sie in einigen Sekunden; bleibt es dabei, prüfen Sie, was sie geändert hat, und nehmen Sie einen neuen Schlüssel.',
  nothingChanged: 'Nichts wurde geändert.',
  ambiguousPerson:
    'die Bereitschaftspläne kennen {count} Personen namens „{name}“: Nennen Sie eine E-Mail-Adresse oder eine Slack-Kennung',
  unknownDriver:
    'Zu einem Fahrer {driver} ist nichts gespeichert{similar, select, none {} other { (meinten Sie {similar}?)}}.',
  unknownRule: 'Eine Regel {rule} gibt es nicht{similar, select, none {} other { (meinten Sie {similar}?)}}.',
  noSilence: 'Eine Stummschaltung mit dieser Kennung gibt es nicht.',
  silenceRefused: 'Die Stummschaltung ist abgelehnt.',
  silenceOver: 'ist schon vorbei',
  silenceTaken: 'Eine Stummschaltung „{id}“ gibt es oder gab es schon: Wählen Sie eine andere Kennung.',
  silenceOfDeletions:
    'Die Regel „{rule}“ löscht Fahrten, und die Stummschaltung „{id}“ von {who} schaltet sie stumm: Für ein früheres Ende ist die Rolle admin nötig.',
  noDeletion: 'Eine Löschung mit dieser Kennung gibt es nicht.',
  noSnapshotYet: 'Eine Kopie gibt es noch nicht: Sie entsteht, sobald die Fahrt gelesen werden kann.',
  changedNothing: 'Diese Antwort hat nichts geändert.',
  noChannel: 'Diesen Kanal gibt es nicht.',
  noTestMessage: 'Eine Testnachricht mit dieser Kennung gibt es nicht.',
  nothingSent: 'Nichts wurde gesendet.',
  noDocument: '{one, select, rule {Eine Regel} other {Ein Dokument}} mit dieser Kennung gibt es nicht.',
  documentRefused: '{one, select, rule {Die Regel} other {Das Dokument}} ist abgelehnt.',
  documentUnfit:
    '{one, select, rule {Die Regel} other {Das Dokument}} passt nicht zu den anderen Dokumenten der Flotte.',
  draftChanged:
    'Der Entwurf {one, select, rule {der Regel} other {des Dokuments}} „{id}“ hat sich geändert: {who} hat ihn gespeichert{hasTime, select, true { ({at})} other {}}. Nichts wurde geändert; lesen Sie ihn neu, und speichern Sie Ihren noch einmal, wenn er veröffentlicht werden soll.',
  draftGone:
    'Den Entwurf {one, select, rule {der Regel} other {des Dokuments}} „{id}“ gibt es nicht mehr. Speichern Sie ihn noch einmal.',
  draftGonePublished:
    'Den Entwurf {one, select, rule {der Regel} other {des Dokuments}} „{id}“ gibt es nicht mehr, und Version {version}, die veröffentlicht ist, ist eine andere. Speichern Sie ihn noch einmal.',
  documentRetired:
    '{one, select, rule {Diese Regel} other {Dieses Dokument}} ist nicht mehr da: Inzwischen wurde {one, select, rule {sie} other {es}} außer Dienst gestellt.',
  otherDraft:
    '{one, select, rule {Die Regel} other {Das Dokument}} „{id}“ ist nicht mehr, wie Sie es gelesen haben: {who} hat einen Entwurf gespeichert{hasTime, select, true { ({at})} other {}}, oder der Modus wurde danach umgeschaltet. Nichts wurde gespeichert; lesen Sie den neuen Stand.',
  otherVersion:
    '{one, select, rule {Die Regel} other {Das Dokument}} „{id}“ ist nicht mehr, wie Sie es gelesen haben: Version {version} ist veröffentlicht. Nichts wurde gespeichert; lesen Sie den neuen Stand.',
  noDraft:
    '{one, select, Rule {Die Regel} other {Das Dokument}} „{id}“ hat keinen Entwurf, der veröffentlicht werden kann: Speichern Sie zuerst einen.',
  noVersion: '{one, select, Rule {Die Regel} other {Das Dokument}} „{id}“ hat diese Version nicht.',
  neverPublished:
    '{one, select, rule {Die Regel} other {Das Dokument}} „{id}“ hat keine Version und wurde nie veröffentlicht.',
  noVersionOf:
    '{one, select, rule {Die Regel} other {Das Dokument}} „{id}“ hat keine Version {version}; vorhanden {count, plural, one {ist} other {sind}} {there}{hasOlder, select, true { und ältere} other {}}.',
  tooManyDocuments:
    'Die Flotte hat {count} veröffentlichte {many, select, rules {Regeln} other {Dokumente dieser Art}}, und mehr sind nicht möglich: Stellen Sie außer Dienst, was nicht gebraucht wird.',
  ruleDeletes: 'Die Regel „{rule}“ löscht Fahrten',
  deletionDepends:
    'Die Regel „{rule}“ löscht Fahrten und hängt ab von {one, select, condition {der Bedingung} rotation {der Rotation} rule {der Regel} other {dem Dokument}} „{id}“',
  changeNeedsAdmin: '{why}: Dafür ist die Rolle admin nötig.',
  publishOthersDraft:
    '{why}, und den Entwurf hat jemand anders geschrieben: Lesen Sie ihn, bevor Sie ihn veröffentlichen.',
  inUse: 'In Gebrauch: {named}{more, plural, =0 {} other { und # weitere}}. Ändern Sie zuerst diese.',
  copyNotPublished:
    'Die Regel „{id}“ hat keine veröffentlichte Version, mit der verglichen werden kann: Veröffentlichen Sie den Entwurf stattdessen im Schattenmodus.',
  copyTaken:
    'Es gibt eine andere Regel „{copy}“, die keine Kopie von „{id}“ ist: Stellen Sie sie außer Dienst, oder verwerfen Sie zuerst ihren Entwurf.',
  noBacktest: 'Eine Rückrechnung mit dieser Kennung gibt es nicht.',
  tooManyBacktests:
    '{count} Rückrechnungen dieser Flotte laufen: Warten Sie, bis eine endet, oder brechen Sie eine ab.',
  noSimulation: 'Eine Simulation mit dieser Kennung gibt es nicht.',
  tooManySimulations:
    '{count} Simulationen dieser Flotte warten auf ihre Antwort: Versuchen Sie es noch einmal, wenn sie fertig sind.',
  simulationLate:
    'Keine rechtzeitige Antwort. Die Arbeit geht weiter; „simulation“ ist die Adresse ihrer Antwort.',
  ruleUnknown: 'Die Regel ist nicht bekannt.',
  ruleRefused: 'Die Regel ist abgelehnt.',
  ruleNoVersion: 'die Regel „{id}“ hat keine Version {version}',
  ruleNoDraft: 'die Regel „{id}“ hat keinen Entwurf',
  ruleEmpty: 'die Regel „{id}“ hat weder einen Entwurf noch eine veröffentlichte Version',
  serviceNoTrip: 'Der Analysedienst hat keine solche Fahrt dieses Fahrers.',
  serviceRefuses: 'Der Analysedienst lehnt den API-Schlüssel ab.',
  serviceUnavailable: 'Der Analysedienst antwortet nicht.',
  tripNotEvaluated: 'Die Fahrt kann nicht ausgewertet werden.',
  tripGone: 'Diese Fahrt kann nicht mehr ausgewertet werden.',
  wrongCursor:
    'Der Cursor gehört nicht zu dieser Liste: Nehmen Sie next_cursor der vorigen Seite, oder lassen Sie ihn weg.',
  answerUnreadable:
    'Dieser Webserver kann die Antwort nicht lesen („{why}“). Was begonnen wurde, geht weiter.',
  tooMuchWork:
    'Die Anfrage macht zu viel Arbeit: Sie brauchte {limit, select, memory {zu viel Speicher} other {zu lange}}. Senden Sie weniger auf einmal.',
  noPath: 'Unter diesem Pfad gibt es nichts. /openapi.json führt auf, was es gibt.',
  otherMethod: '{method} ist hier nicht erlaubt; erlaubt: {allow}.',
  pathEncoding: 'Der Pfad ist nicht richtig mit Prozentzeichen kodiert.',
  cookieAndToken:
    'Die Anfrage hat das Cookie einer Sitzung und dazu ein Bearer-Token: Senden Sie nur eines von beiden.',
  keyForm: 'Der Idempotency-Key muss 1 bis 200 druckbare Zeichen haben.',
  noConsoleFile: 'Diese Datei hat die Konsole nicht. Laden Sie die Seite neu.',
  tooManyStreams: '{count} Streams sind auf diesem Server offen: Versuchen Sie es später noch einmal.',
  loginByToken:
    'Angemeldet ist ein Dienst-Token, keine Person. Geben Sie dieses Token der Befehlszeile: tripline login --token.',
  loginCode:
    'Der Code ist falsch, wurde schon benutzt oder ist zu alt: Starten Sie tripline login noch einmal.',
  formTooLarge: 'Das Formular ist zu groß.',
  formLost: 'Das Formular ist nicht angekommen.',
  formIncomplete: 'Das Formular ist nicht vollständig: Starten Sie tripline login noch einmal.',
  byMissing: 'fehlt: Ein Dienst-Token muss die Person nennen, die handelt',
  queryWrong: 'Die Abfrage ist falsch: {why}.',
  bodyEmpty: 'Die Anfrage ist leer.',
  bodyLost: 'Der Inhalt der Anfrage ist nicht angekommen.',
  bodyUnreadable: 'Der Inhalt der Anfrage lässt sich nicht als {coding} auspacken.',
  mediaType: 'Die Anfrage hat den Inhaltstyp {sent}: Senden Sie sie als {allowed}, in UTF-8.',
  contentEncoding:
    'Die Anfrage ist unbekannt kodiert: Senden Sie sie unverpackt oder mit gzip, deflate oder br.',
  bodyDeep: 'Die Anfrage ist tiefer als {most} Ebenen verschachtelt.',
  bodyNotJson: 'Die Anfrage ist kein gültiges JSON: {where}.',
  bodyFieldTwice: 'Die Anfrage ist abgelehnt: Ein Feld kommt zweimal vor.',
  bodyNumberLost: 'Die Anfrage ist abgelehnt: Eine Zahl darin lässt sich nicht genau speichern.',
  spanReversed: '„to“ muss nach „from“ liegen.',
  inFuture: 'liegt in der Zukunft: Heute ist der {today} ({timezone})',
  defaultsApply:
    '{one, select, settings {Die Flotte hat keine eigenen Einstellungen} other {Die Flotte hat kein solches Dokument}}: Es gilt, was vorgegeben ist.',
  digestUnpublished: 'Dieser Bericht hat keine veröffentlichte Version: Veröffentlichen Sie ihn zuerst.',
  digestNoVersion: 'Dieser Bericht hat keine Version {version}.',
  digestNoDraft: 'Dieser Bericht hat keinen Entwurf: Veröffentlicht ist Version {version}.',
  digestRetired:
    'Dieser Bericht hat weder einen Entwurf noch eine veröffentlichte Version. Nennen Sie eine Version: ?version=1',
  digestLate: 'Der Bericht wird noch erstellt: Laden Sie ihn in einer Minute neu.',
  digestFailed: 'Der Bericht konnte nicht erstellt werden. Den Grund nennt das Protokoll des Workers.',
  tooManyPreviews:
    '{count} Vorschauen dieser Flotte entstehen gerade, und jede liest die ganze Flotte: Versuchen Sie es in einer Minute noch einmal.',
  modeUnpublished: 'Die Regel „{id}“ ist nicht veröffentlicht, also gibt es keinen Modus umzuschalten.',
  modeOtherVersion:
    'Veröffentlicht ist inzwischen Version {published} der Regel „{id}“, nicht Version {version}. Nichts wurde geändert; lesen Sie den neuen Stand.',
  conditionRefused: 'Eine geteilte Bedingung ist abgelehnt.',
  sweepRefused: 'Die Reihe von Schwellen ist abgelehnt.',
  factRefused: 'Die Angabe ist abgelehnt.',
  noAnalytics: 'Diese Flotte hat keinen Analysedienst: Setzen Sie ANALYTICS_BASE_URL und ANALYTICS_API_KEY.',
  backfillRuns: 'Das Nachladen {id} läuft: Warten Sie sein Ende ab, oder brechen Sie es ab.',
  noBackfill: 'Ein Nachladen mit dieser Kennung gibt es nicht.',
  driverUnknown: 'Der Fahrer ist nicht bekannt.',
  noDriver: 'Zu einem Fahrer mit dieser Kennung ist nichts gespeichert.',
  noDriverId: 'Diese Kennung kann kein Fahrer haben.',
  noErasure: 'Einen Löschantrag mit dieser Kennung gibt es nicht.',
  openMatters:
    'Der Fahrer hat offene Vorfälle oder Löschungen: {what}. Beantragen Sie das Löschen danach noch einmal.',
  openIncidents: 'lösen Sie {count, plural, one {den Vorfall} other {die Vorfälle}} {ids}',
  openDeletions:
    'geben Sie {count, plural, one {die Löschung} other {die Löschungen}} {ids} frei, lehnen Sie {count, plural, one {sie} other {sie}} ab, oder warten Sie das Ende ab',
  idsAndMore: '{ids} und {more} weitere',
  importRefused: 'Der Import ist abgelehnt.',
  importUnchanged: 'Der Import ist abgelehnt, und nichts wurde geändert.',
  importEmpty: 'er nennt keinen Fahrer, und prune würde das ganze Verzeichnis leeren',
  noReceiver:
    'muss {channel, select, slack {ein Slack-Kanal} email {eine E-Mail-Adresse} webhook {eine http(s)-Adresse} other {ein Empfänger dieses Kanals}} sein',
  noSigningSecret:
    'WEBHOOK_SIGNING_SECRET ist an diesem Webserver nicht gesetzt: Kein Webhook wird gesendet, und kein Empfänger hat ein Geheimnis.',
  rotatedOften:
    'Das Geheimnis von {origin} wurde in den letzten 24 Stunden {count} Mal gewechselt, und alle gelten noch: Warten Sie, bis das älteste abläuft (GET …/webhook-secrets zeigt, wann).',
  noDeadLetter: 'Eine unzustellbare Meldung mit dieser Kennung gibt es nicht.',
  noMessage: 'Der Postausgang hat keine Nachricht mit dieser Kennung.',
  noMessagePicture: 'Ein Bild einer solchen Nachricht gibt es nicht.',
};
