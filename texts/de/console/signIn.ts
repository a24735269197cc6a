import type { ConsoleTexts } from '../../en/console/index.ts';

export const signIn: ConsoleTexts['signIn'] = {
  title: 'Anmelden',
  ended: 'Ihre Sitzung ist beendet',
  endedHelp:
    'Melden Sie sich wieder an, um dort weiterzumachen, wo Sie waren. Was Sie geschrieben haben, ist noch da.',
  lead: 'Alarme und Vorfälle Ihrer Flotte.',
  with: 'Weiter mit {name}',
  none: 'Kein Identitätsanbieter ist eingerichtet. Melden Sie sich mit dem Dienst-Token eines Verwalters an.',
  token: 'Dienst-Token',
  tokenHelp: 'Mit der Rolle admin, aus der Konfiguration von Tripline.',
  name: 'Ihr Name',
  nameHelp: 'Steht in Verläufen und Nachrichten bei dem, was Sie tun.',
  submit: 'Anmelden',
  useToken: 'Dienst-Token verwenden',
  sandbox: 'In der Testumgebung öffnen Sie den Link, den npm start ausgibt: Er meldet Sie einmal an.',
  refused: 'Die Anmeldung wurde abgelehnt',
};
