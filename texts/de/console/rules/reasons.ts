import type { ConsoleTexts } from '../../../en/console/index.ts';

export const reasons: ConsoleTexts['reasons'] = {
  delivery_shadow: 'Die Regel ist im Schattenmodus: Sie sendet nichts.',
  delivery_still_true: 'Die Regel trifft weiterhin zu; den Alarm hat eine frühere Fahrt ausgelöst.',
  delivery_quiet_hours: 'Zurückgehalten bis zum Ende der Ruhezeit.',
  delivery_batched: 'Gesammelt: kommt mit der nächsten Sammelnachricht.',
  delivery_over_budget: 'Kommt am Ende des Tages mit der Zusammenfassung zum Budget.',
  delivery_grouped: 'In einer anderen Nachricht an denselben Empfänger zusammengefasst.',
  delivery_no_recipient:
    'Nicht gesendet: Dieser Empfänger steht für niemanden, der benachrichtigt werden kann.',
  delivery_coaching_off: 'Nicht gesendet: Die Einstellungen der Flotte erlauben keine E-Mails an Fahrer.',
  delivery_throttled: 'Gedrosselt: Kurz davor wurde ein Alarm gesendet.',
  delivery_suppressed: 'Unterdrückt: Eine andere Regel traf ebenfalls auf die Fahrt zu.',
  delivery_silenced: 'Stummgeschaltet, während er zurückgehalten wurde.',
  delivery_resolved: 'Gelöst, während er zurückgehalten wurde.',
  delivery_rejected: 'Eine Person hat die Löschung abgelehnt.',
  delivery_expired: 'Nicht rechtzeitig freigegeben; die Fahrt bleibt erhalten.',
  delivery_gone: 'Die Fahrt war verschwunden, bevor sie gelöscht wurde.',
  delivery_refused: 'Die Fahrt bleibt erhalten.',
  delivery_trip_deleted: 'Eine andere Regel hat die Fahrt gelöscht.',
  delivery_trip_gone: 'Die Fahrt war verschwunden, bevor sie gelöscht wurde.',
  delivery_trip_refused: 'Die Fahrt bleibt erhalten.',
  delivery_not_approved: 'Nicht mehr freigegeben; die Fahrt bleibt erhalten.',
  delivery_service_refused: 'Der Analysedienst hat die Löschung der Fahrt verweigert.',
  delivery_events_unknown: 'Ob die Fahrt einen Aufprall enthält, ist nicht bekannt; sie bleibt erhalten.',
  delivery_open_incident: 'Ein Vorfall der Fahrt ist nicht gelöst; sie bleibt erhalten.',
  delivery_no_such_action:
    'Die Version der Regel, die es verlangt, löscht keine Fahrten oder ist nicht mehr gespeichert.',
  delivery_trip_unreadable: 'Die Fahrt lässt sich nicht lesen und wird deshalb nicht gelöscht.',
  delivery_still_there: 'Der Analysedienst hat die Löschung bestätigt, liefert die Fahrt aber noch immer.',
  delivery_already_decided: 'Entschieden, bevor die Bitte um Freigabe gesendet wurde.',
  delivery_has_collision: 'Die Fahrt enthält einen Aufprall und bleibt erhalten.',
  delivery_changed_since_decision: 'Die Fahrt hat sich seit der Entscheidung geändert und bleibt erhalten.',
  delivery_no_longer_matched: 'Die Regel trifft auf die Fahrt nicht mehr zu; sie bleibt erhalten.',
  delivery_daily_cap_reached:
    'Die Regel hat ihre Höchstzahl an Löschungen pro Tag erreicht; die Fahrt bleibt erhalten.',
  delivery_daily_share_reached:
    'Die Regel hat ihren Höchstanteil an den heutigen Fahrten erreicht; die Fahrt bleibt erhalten.',
  delivery_awaiting_approval: 'Wartet auf die Freigabe durch einen Verwalter.',
  delivery_erased: 'Nicht gesendet: Die Daten des Fahrers wurden gelöscht.',
};
