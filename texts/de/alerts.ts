import type { TextsOf } from '../en/index.ts';

/** An alert, several alerts in one message, and the alerts that a rule’s budget held. */
export const alerts: TextsOf<'alerts'> = {
  subject: '{severity}: {rule} · {driver}',
  subjectMore: '{title} (+{more} weitere)',
  facts: 'Angaben',
  because:
    'weil {count, plural, one {die Regel {rules} diese Adresse benachrichtigt} other {die Regeln {rules} diese Adresse benachrichtigen}}',
  notification: 'Meldung',
  notNotified: 'keine erhalten; beim Abgleich gefunden',
  deletionWaits:
    'Diese Fahrt löschen? Löschung {id} wartet auf Freigabe: in der Konsole unter Löschungen entscheiden oder mit tripline deletions approve {id} (oder reject).',
  openTripOfItem: 'Fahrt öffnen',
  openTripOf: 'Fahrt von {driver} öffnen',
  countAlerts:
    '{count} Alarme zu {trips} {tripCount, plural, one {Fahrt} other {Fahrten}} und {drivers} {driverCount, plural, one {Fahrer} other {Fahrern}}',
  quietTitle: '{count} Alarme aus der Ruhezeit',
  quietIntro:
    '{alerts} wurden während der Ruhezeit zurückgehalten, die nun vorbei ist. Inzwischen gelöste Alarme sind weggelassen.',
  quietWhy: 'weil Regeln mit einer Ruhezeit diesen Empfänger nennen',
  batchTitle: 'Zusammenfassung: {count} Alarme',
  batchIntro:
    '{alerts} wurden für diese Sammelnachricht gesammelt. Inzwischen gelöste Alarme sind weggelassen.',
  batchWhy: 'weil Regeln mit einer Sammelnachricht diesen Empfänger nennen',
  heldIntro:
    '{alerts} wurden für diese Sammelnachricht gesammelt oder während der Ruhezeit zurückgehalten, die nun vorbei ist. Inzwischen gelöste Alarme sind weggelassen.',
  heldWhy: 'weil Regeln mit einer Sammelnachricht oder Ruhezeit diesen Empfänger nennen',
  groupTitle: '{count} Alarme auf einmal',
  groupIntro:
    '{alerts} überschritten die zulässige Zahl an Nachrichten dieses Kanals und sind deshalb hier zusammengefasst. Keiner fehlt.',
  waitedTitle: '{count} Alarme, die warten mussten',
  waitedIntro:
    '{alerts} lagen über der Obergrenze für E-Mails an diese Adresse und sind deshalb hier zusammengefasst. Keiner fehlt.',
  groupWhy: 'weil die Regeln diesen Empfänger nennen',
  coachingTitle: 'Zu Ihrer Fahrt: {when}',
  coachingGreeting: 'Guten Tag,',
  coachingGreetingName: 'Guten Tag {name},',
  coachingWhat: 'für diese Fahrt galt die Sicherheitsregel „{rule}“ Ihrer Flotte.',
  coachingAdvice:
    'Bitte denken Sie auf Ihrer nächsten Fahrt daran. Fragen beantwortet das Sicherheitsteam Ihrer Flotte.',
  coachingWhy: 'weil Ihre Flotte Fahrer über solche Fahrten informiert',
  budgetWhy: 'wegen des Budgets der Regel {rule} (Version {version})',
  budgetTitle: 'Budget erreicht: {rule}',
  budgetIntro:
    'Diese Regel hat ihr Budget für den {date} ausgeschöpft: {limit} {limitCount, plural, one {Alarm} other {Alarme}} an einem Tag. Weitere Alarme werden bis Mitternacht zurückgehalten und in einer Zusammenfassung gesendet. Kommt das oft vor, trifft die Regel zu häufig zu, oder das Budget ist zu klein.',
  budgetSummaryTitle:
    '{total} {count, plural, one {weiterer Alarm} other {weitere Alarme}} am {date}: {rule}',
  budgetSummaryIntro:
    'Zusätzlich zu den {limit} am {date} gesendeten {count, plural, one {wurde {total} Alarm} other {wurden {total} Alarme}} zurückgehalten, weil die Regel über ihrem Budget lag; {driverCount, plural, one {betroffen ist {drivers} Fahrer} other {betroffen sind {drivers} Fahrer}}.',
};
