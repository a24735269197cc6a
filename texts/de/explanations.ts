import type { TextsOf } from '../en/index.ts';

/** The reasons that no alert was sent: a sentence for each stage between a trip and its message. */
export const explanations: TextsOf<'explanations'> = {
  passed_received_webhook: 'Die Fahrt kam per Webhook an.',
  passed_received_reconciler: 'Es kam kein Webhook; der Abgleich hat die Fahrt gefunden.',
  passed_received_replay: 'Es kam kein Webhook; eine erneute Auswertung hat die Fahrt angefordert.',
  passed_received_backfill: 'Es kam kein Webhook; eine Nachladung hat die Fahrt gespeichert.',
  passed_not_evaluated: 'Die Regel wurde ausgewertet.',
  passed_out_of_scope: 'Die Regel gilt für die Fahrt.',
  passed_unknown_fact: 'Alle entscheidenden Angaben waren bekannt.',
  passed_matchedBefore: 'Eine frühere Auswertung der Fahrt traf zu, und ihr Alarm bleibt bestehen.',
  passed_still_true: 'Die Regel traf mit dieser Fahrt neu zu oder meldet jede Fahrt.',
  passed_shadow: 'Die Regel war nicht im Schattenmodus.',
  passed_silenced: 'Keine Stummschaltung galt.',
  passed_suppressed: 'Keine andere Regel hat den Alarm unterdrückt.',
  passed_throttled: 'Die Drosselung griff nicht.',
  passed_over_budget: 'Der Alarm lag im Budget.',
  passed_held: 'Nicht in der Ruhezeit zurückgehalten.',
  passed_heldUntil: 'Zurückgehalten bis {time}, dann gesendet.',
  passed_batched: 'Nicht gesammelt.',
  passed_grouped: 'Nicht in einer anderen Nachricht zusammengefasst.',
  passed_recipient: 'Ein Empfänger wurde gefunden.',
  passed_recipientButNot: 'Ein Empfänger wurde gefunden, aber keiner für: {receivers}.',
  noTrip: 'Es kam keine Fahrt von {driver} an, die am {date} endete.',
  noTripListed:
    '{count, plural, one {Der Analysedienst führt eine Fahrt dieser Tage, die nicht ankam: Der Abgleich holt sie nach.} other {Der Analysedienst führt {count} Fahrten dieser Tage, die nicht ankamen: Der Abgleich holt sie nach.}}',
  noTripWebhooks:
    '{count, plural, =0 {An diesem Tag kam kein Webhook zu dieser Person.} one {An diesem Tag kam ein Webhook zu dieser Person, für eine Fahrt eines anderen Tages.} other {An diesem Tag kamen {count} Webhooks zu dieser Person, für Fahrten anderer Tage.}}',
  noWebhookOfFleet: 'An diesem Tag kam für die ganze Flotte kein Webhook.',
  notPublished: 'Die Regel ist nicht veröffentlicht.',
  ruleOff: 'Die Regel ist ausgeschaltet.',
  notPublishedThen: 'Die Regel war nicht veröffentlicht, als die Fahrt ausgewertet wurde.',
  publishedSince:
    'Die Regel war nicht veröffentlicht, als die Fahrt ausgewertet wurde; ihre heutige Version ist vom {time}.',
  onlyBackfilled: 'Eine Nachladung hat die Fahrt gespeichert, ohne sie auszuwerten.',
  shadowAlso:
    'Nicht gesendet: Die Regel ist im Schattenmodus. Sonst hätte sie auch dies aufgehalten: {word}.',
  until: '{words} Freigabe: {time}.',
  noAlertStored: 'Die Regel traf zu, aber kein Alarm von ihr ist gespeichert.',
  noMessagePlanned: 'Die Regel hat keine Aktion, die eine Nachricht sendet.',
  delivery: '{action} an {receiver}: {state}',
  deliveryBecause: '{action} an {receiver}: {state}. {reason}',
  moreDeliveries: 'und {count} weitere',
  sent: 'Der Alarm wurde gesendet. {deliveries}.',
  furthest: '{count} Fahrten endeten an diesem Tag. Am weitesten kam {trip}: {answer}',
  furthestOfLatest:
    'Mehr als {count} Fahrten endeten an diesem Tag. Von den letzten {count} kam am weitesten {trip}: {answer}',
};
