import type { TextsOf } from '../en/index.ts';

/** The state of a fleet's setup: the checklist of the first day, and its channels. */
export const setup: TextsOf<'setup'> = {
  serviceAnswers:
    '{isSandbox, select, true {Der simulierte Dienst der Testumgebung} other {Der Analysedienst}} antwortet.',
  serviceUnasked:
    '{isSandbox, select, true {Der simulierte Dienst der Testumgebung} other {Der Analysedienst}} ist eingerichtet und wurde noch nach nichts gefragt.',
  serviceNone: 'Kein Analysedienst ist eingerichtet.',
  notificationsArrive: 'Meldungen von Fahrten treffen ein.',
  notificationsNone:
    'Noch keine Meldung ist eingetroffen. Der Dienst muss sie an {address} senden, mit einem der Webhook-Tokens der Flotte anstelle von TOKEN.',
  rulesLive: '{count, plural, one {# Regel ist aktiv.} other {# Regeln sind aktiv.}}',
  rulesNotLive: 'Regeln sind veröffentlicht, aber keine von ihnen ist aktiv.',
  rulesNone:
    'Keine Regel ist veröffentlicht. Veröffentlichen Sie eine in der Konsole unter Regeln, oder einen Ordner mit Regeln wie den mitgelieferten mit dem Befehl „tripline rules apply“.',
  people:
    '{count, plural, one {# Person steht in einem Bereitschaftsplan.} other {# Personen stehen in Bereitschaftsplänen.}}',
  peopleNone:
    'Niemand steht in einem Bereitschaftsplan: Veröffentlichen Sie einen mit den Personen, die Vorfälle beantworten.',
  channel_slack: 'Slack',
  channel_email: 'E-Mail',
  channel_webhook: 'Webhook',
  channelOff: '{channel} ist in der Konfiguration abgeschaltet: Nachrichten bleiben im Postausgang.',
  channelUnused: 'Über diesen Kanal wurde noch nichts gesendet.',
  channelWorks: 'Nachrichten werden gesendet.',
  channelFailed: 'Die letzte Nachricht ist fehlgeschlagen. Ihre Zustellung zeigt, warum.',
  channelNotConfigured: '{channel} ist nicht eingerichtet: Nachrichten bleiben im Postausgang.',
  channelUnsigned: 'Ausgehende Webhooks haben kein Geheimnis zum Signieren, deshalb werden sie abgelehnt.',
};
