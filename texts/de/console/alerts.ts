import type { ConsoleTexts } from '../../en/console/index.ts';

export const alerts: ConsoleTexts['alerts'] = {
  title: 'Alarme',
  lead: 'Ein Alarm ist eine Regel, die auf eine Fahrt zutrifft.',
  none: 'Keine Alarme',
  noneHelp: 'Auf diese Filter passt kein Alarm. Wenn Sie einen erwartet haben, fragen Sie, warum er fehlt.',
  askWhy: 'Warum kein Alarm?',
  state_raised: 'Ausgelöst',
  state_held: 'Wartet',
  state_stopped: 'Nicht gesendet',
  reason_still_true: 'trifft weiter zu: für die Serie gab es schon einen Alarm',
  reason_shadow: 'die Regel läuft im Schattenmodus',
  reason_silenced: 'stummgeschaltet',
  reason_suppressed: 'von einer anderen Regel unterdrückt',
  reason_throttled: 'gedrosselt',
  reason_over_budget: 'über dem Tagesbudget',
  reason_quiet_hours: 'bis zum Ende der Ruhezeit',
  reason_batched: 'bis zur Sammelnachricht',
  reason_grouped: 'in der Nachricht einer anderen Regel',
  reason_resolved: 'gelöst, während er zurückgehalten wurde',
  reason_no_recipient: 'kein Empfänger',
  reason_coaching_off: 'Nachrichten an Fahrer sind ausgeschaltet',
};
