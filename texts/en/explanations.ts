/** The reasons that no alert was sent: a sentence for each stage between a trip and its message. */
export const explanations = {
  // The stages that let an alert pass.
  passed_received_webhook: 'The trip was received by webhook.',
  passed_received_reconciler: 'No webhook arrived; reconciliation recovered the trip.',
  passed_received_replay: 'No webhook arrived; a replay requested the trip.',
  passed_received_backfill: 'No webhook arrived; a backfill stored the trip.',
  passed_not_evaluated: 'The rule was evaluated.',
  passed_out_of_scope: 'The trip is in the rule’s scope.',
  passed_unknown_fact: 'Every fact that decides was known.',
  passed_matchedBefore: 'An earlier decision about the trip matched, and its alert stands.',
  passed_still_true: 'The rule became true with this trip, or alerts for each trip.',
  passed_shadow: 'The rule was live.',
  passed_silenced: 'No silence applied.',
  passed_suppressed: 'No other rule suppressed the alert.',
  passed_throttled: 'The throttle did not apply.',
  passed_over_budget: 'The alert was within the budget.',
  passed_held: 'Not held in quiet hours.',
  passed_heldUntil: 'Held until {time}, then sent.',
  passed_batched: 'Not batched.',
  passed_grouped: 'Not grouped into another message.',
  passed_recipient: 'A recipient was found.',
  passed_recipientButNot: 'A recipient was found, but none for: {receivers}.',
  // The stages that stopped it; most repeat the reason of the alert, the trip or the decision.
  noTrip: 'No trip of driver {driver} that ended on {date} was received.',
  noTripListed:
    '{count, plural, one {The analytics service lists one trip of these dates that was not received: reconciliation recovers it.} other {The analytics service lists {count} trips of these dates that were not received: reconciliation recovers them.}}',
  noTripWebhooks:
    '{count, plural, =0 {No webhook about this driver arrived on that day.} one {One webhook about this driver arrived on that day, for a trip of another day.} other {{count} webhooks about this driver arrived on that day, for trips of other days.}}',
  noWebhookOfFleet: 'No webhook of the whole fleet arrived on that day.',
  notPublished: 'The rule is not published.',
  ruleOff: 'The rule is off: its mode is off.',
  notPublishedThen: 'The rule was not among the published rules when the trip was evaluated.',
  publishedSince:
    'The rule was not among the published rules when the trip was evaluated; its present version was published on {time}.',
  onlyBackfilled: 'A backfill stored the trip, without evaluating it.',
  shadowAlso: 'Not sent: the rule is in shadow mode. Live, it would have been stopped as well: {word}.',
  until: '{words} Release: {time}.',
  noAlertStored: 'The rule matched, but no alert of it is stored.',
  noMessagePlanned: 'The rule has no action that sends a message.',
  delivery: '{action} to {receiver}: {state}',
  deliveryBecause: '{action} to {receiver}: {state}. {reason}',
  moreDeliveries: 'and {count} more',
  // The answer as a whole.
  sent: 'The alert was sent. {deliveries}.',
  furthest: '{count} trips ended on that day. The one that came furthest is {trip}: {answer}',
  furthestOfLatest:
    'More than {count} trips ended on that day. Of the latest {count}, the one that came furthest is {trip}: {answer}',
} as const;
