import type { TextsOf } from '../en/index.ts';

/** The page of messages that were stored instead of sent. */
export const outbox: TextsOf<'outbox'> = {
  title: 'Postausgang',
  lead: 'Jede Nachricht, die Tripline gesendet hätte, die neueste zuerst. Nichts auf dieser Seite wurde gesendet.',
  hiddenLinks:
    'Links, die im Namen des Empfängers einen Vorfall beantworten oder einen Bericht abbestellen, sehen nur Tokens mit der Rolle editor oder admin.',
  newest: 'Neueste Nachrichten',
  older: 'Ältere Nachrichten',
  paused: 'Die Seite bleibt, wie sie ist.',
  follow: 'Neuen Nachrichten folgen',
  refreshes: 'Neue erscheinen alle {seconds} Sekunden.',
  pause: 'Anhalten',
  to: 'an',
  rule: 'Regel {rule}',
  thread: 'Eine Antwort auf {message}.',
  threadShown: 'Eine Antwort auf {message}, auch im Kanal zu sehen.',
  message: 'Nachricht {id}',
  updated: 'Nachgeführt: zeigt den jetzigen Stand.',
  noSubject: '(ohne Betreff)',
  subject: 'Betreff:',
  email: 'E-Mail: {subject}',
  textPart: 'Textteil',
  noMessage: 'Noch keine Nachricht',
  waitSandbox:
    'Eine simulierte Flotte fährt. Ihr erster Alarm erscheint hier binnen einer Minute: eine Nachricht in Slack oder eine E-Mail, mit dem Weg der Fahrt, ihren Angaben und einem Link zur Erklärung.',
  waitReal:
    'Hier erscheinen Nachrichten, solange Slack oder der Mailserver nicht eingerichtet oder ausgeschaltet ist: Setzen Sie {variables}, um sie stattdessen zu senden.',
};
