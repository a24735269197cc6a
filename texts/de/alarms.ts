import type { TextsOf } from '../en/index.ts';

/**
 * The message of each alarm of Tripline itself: the problem, and the remedy. `subject` names the affected item where there are
 * several.
 */
export const alarms: TextsOf<'alarms'> = {
  analytics_unauthorised:
    'Der Analysedienst lehnt den API-Schlüssel ab: Prüfen Sie ANALYTICS_API_KEY. Fahrten warten und werden dann von selbst weiter verarbeitet.',
  analytics_unavailable:
    'Der Analysedienst antwortet nicht. Fahrten warten und werden dann von selbst weiter verarbeitet.',
  analytics_invalid:
    'Der Analysedienst sendet Antworten, die seiner Beschreibung nicht entsprechen: Prüfen Sie ANALYTICS_BASE_URL. Fahrten warten und werden dann von selbst weiter verarbeitet.',
  analytics_trips_missing:
    'Der Analysedienst hat viele der Fahrten nicht mehr, die er aufgelistet hat: Prüfen Sie ANALYTICS_BASE_URL und ANALYTICS_API_KEY. Bleibt das einen Tag lang so, gelten die Fahrten als verschwunden.',
  groups_unread:
    'Der Analysedienst listet die Gruppen dieser Flotte in einer Form auf, die seiner Beschreibung nicht entspricht: Regeln über Gruppen bleiben für Fahrer unentschieden, deren Gruppen unbekannt sind, und nehmen für alle anderen die zuletzt gelesenen Gruppen. Wenden Sie sich an den Betreiber des Dienstes. Die Liste wird von selbst wieder angefragt.',
  notifications_quiet:
    'Seit viel längerer Zeit als zu dieser Stunde der Woche üblich ist keine Meldung des Analysedienstes eingetroffen: Prüfen Sie die Webhook-Adresse in seinen Einstellungen. Der Abgleich findet diese Fahrten inzwischen, wenn RECONCILE_EVERY ihn nicht abschaltet.',
  device_clocks:
    'Drei oder mehr Fahrten eines Fahrers endeten innerhalb von sieben Tagen mehr als 15 Minuten nach ihrem Empfang: Die Uhr des Geräts geht falsch, oder Zeiten werden in der falschen Zeitzone gesendet. Solche Fahrten werden für sich allein ausgewertet und zählen weder in Serien noch in Zeitfenstern mit. Lassen Sie sie sich mit clock=ahead auflisten, und stellen Sie Datum, Uhrzeit und Zeitzone der Geräte richtig.',
  work_failing:
    'In dieser Arbeit wiederholt sich ein interner Fehler: Im Protokoll der Worker steht er unter „internal error in an activity“. Die Arbeit wird wiederholt und geht von selbst weiter, sobald der Fehler behoben ist; eine Fahrt wird nach TRIP_READABLE_WAIT zurückgestellt und muss dann erneut ausgewertet werden.',
  build_without_worker:
    'Für Builds, auf denen offene Vorfälle oder zurückgehaltene Alarme dieser Flotte warten, läuft kein Worker: {builds}. Für sie wird niemand benachrichtigt. Starten Sie einen Worker mit dieser TEMPORAL_BUILD_ID, oder verschieben Sie sie (docs/upgrade.md). Nichts davon geht verloren.',
  deletions_stopped:
    'Die Regel {subject} löscht nicht mehr von selbst: Sie würde mehr Fahrten des heutigen Tages löschen, als ihr max_share erlaubt; oft heißt das, dass sie zu häufig zutrifft. Ihre Fahrten werden nicht gelöscht und warten auf Freigabe: Sie stehen unter Löschungen. Geben Sie sie frei oder lehnen Sie sie ab, und berichtigen Sie die Regel, wenn sie zu häufig zutrifft.',
  escalation_policy:
    'Die Regel „{rule}“ eskaliert nach „{subject}“, und dieser Eskalationsplan ist nicht veröffentlicht: Niemand wird benachrichtigt. Veröffentlichen Sie ihn und werten Sie die Fahrt erneut aus, oder nennen Sie in der Regel einen anderen.',
  escalation_receivers:
    '{because, select, names {Der Eskalationsplan „{subject}“ nennt {names}, und niemand wird erreicht: Veröffentlichen Sie, was er nennt, und geben Sie den Personen eines Bereitschaftsplans eine E-Mail-Adresse oder eine Slack-Kennung, einer Empfängerroute eine Vorgabe und Fahrern eine Führungskraft.} lastResort {Keine Stufe des Eskalationsplans „{subject}“ konnte jemanden über Vorfall {incident} benachrichtigen: Sie lagen außerhalb ihrer Zeiten, oder ein Bereitschaftsplan ist leer. Die letzten Empfänger wurden noch einmal benachrichtigt. Fügen Sie unter „unanswered“ Empfänger hinzu, oder geben Sie dem Plan eine Stufe ohne Zeiten.} hours {Alle Stufen des Eskalationsplans „{subject}“ lagen bei Vorfall {incident} außerhalb ihrer Zeiten, und „unanswered“ ist leer. Die Stufen liefen trotzdem. Fügen Sie dort Empfänger hinzu, oder geben Sie dem Plan eine Stufe ohne Zeiten.} other {Eine Stufe des Eskalationsplans „{subject}“ hat niemanden erreicht: Jede ihrer Nachrichten wurde abgelehnt (Vorfall {incident}; die Zustellungen zeigen, warum). Die nächste Stufe lief sofort. Berichtigen Sie die Kanäle und Adressen des Plans.}}',
  incident_unanswered:
    'Vorfall {subject} ist offen, und in einer vollen Runde des Eskalationsplans „{policy}“ hat niemand geantwortet (Regel „{rule}“). Quittieren Sie ihn, und prüfen Sie, wen der Plan wann ruft.',
  recipients:
    '{document, select, digest {Der Bericht} other {Die Regel}} „{id}“ nennt {names}, und niemand wurde erreicht: Geben Sie der Empfängerroute eine Vorgabe mit einem Empfänger dieses Kanals, veröffentlichen Sie, was sie nennt, oder ergänzen Sie die Fahrerdaten. Wo das geschah, zeigen die Zustellungen mit dem Grund no_recipient.',
  slack_access:
    'Slack lehnt die App ab: Prüfen Sie SLACK_BOT_TOKEN und seine Berechtigungen. Nachrichten warten und werden dann von selbst gesendet.',
  slack_refused:
    'Slack lehnt Nachrichten aus einem Grund ab, der vorübergehen kann, etwa einer Obergrenze seines Tarifs. Jede Nachricht wird 24 Stunden lang erneut versucht und schlägt dann fehl. last_error der wartenden Zustellungen nennt den Fehlercode von Slack; beheben Sie die Ursache.',
  slack_unavailable:
    'Slack antwortet nicht. Nachrichten warten und werden von selbst gesendet, sobald es antwortet.',
  slack_off:
    'SLACK_BOT_TOKEN ist abgeschaltet: Slack-Nachrichten dieser Flotte, auch Alarme und Eskalationen, bleiben im Postausgang und werden nicht zugestellt. Setzen Sie den Token, und starten Sie die Worker neu.',
  smtp_access:
    'Der Mailserver lehnt jede E-Mail ab: Prüfen Sie SMTP_URL und EMAIL_FROM, und ob der Server eine Obergrenze oder eine Sperre anwendet. E-Mails warten und werden dann von selbst gesendet.',
  smtp_refused:
    'Der Mailserver lehnt einige E-Mails aus einem Grund ab, der vorübergehen kann, etwa einer Obergrenze, einer Sperre oder einer Richtlinie. Eine mit einem 5xx-Code abgelehnte E-Mail wird 24 Stunden lang erneut versucht und schlägt dann fehl; eine mit einem 4xx-Code aufgeschobene wird versucht, bis sie angenommen ist. last_error der wartenden Zustellungen nennt den Code; beheben Sie die Ursache.',
  smtp_unavailable:
    'Der Mailserver antwortet nicht: Prüfen Sie SMTP_URL, und ob der Server läuft. E-Mails, die ihn nicht erreicht haben, warten und werden von selbst gesendet, sobald er antwortet; die ihn erreicht haben können, werden höchstens noch einmal gesendet und dann als unbestätigt gezeigt.',
  smtp_off:
    'SMTP_URL ist abgeschaltet: E-Mails, auch Alarme und Eskalationen, bleiben im Postausgang und werden nicht zugestellt. Nennen Sie einen Mailserver, und starten Sie die Worker neu.',
  webhook_refused:
    'Ein Empfänger von Webhooks antwortet mit Fehlern. Jeder Webhook wird mit wachsenden Pausen 24 Stunden lang erneut versucht und schlägt dann fehl. last_error der wartenden Zustellungen nennt den Status; reparieren Sie den Empfänger, oder veröffentlichen Sie das Dokument mit einer anderen Adresse.',
  webhook_gone:
    'Ein Empfänger von Webhooks meldet, dass eine Adresse weggefallen ist (410). An die Adresse wird nichts mehr gesendet. Entfernen Sie sie aus den Regeln und Plänen, die sie nennen, oder veröffentlichen Sie eines davon erneut, sobald die Adresse wieder arbeitet.',
  webhook_unavailable:
    'Ein Empfänger von Webhooks antwortet nicht. Webhooks, die ihn nicht erreicht haben, warten und werden von selbst gesendet, sobald er antwortet; die ihn erreicht haben können, werden höchstens noch einmal gesendet und dann als unbestätigt gezeigt.',
};
