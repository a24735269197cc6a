/** Rules as a whole: actions, throttles, deletions, and names that the fleet does not have. */
export const rules = {
  actionTwice: 'the same {type} to the same recipient is already at {earlier}',
  noAction: 'a match would notify nobody: there is no action',
  driverExcluded: 'this driver is excluded as well, and stays excluded',
  httpAlert: 'http:// sends the alert unencrypted; use https://',
  endlessQuiet:
    'from {from} to {to} is the whole day, every day: nothing would ever be sent; name days, or use "mode": "shadow"',
  triggerDeletes:
    '"becomes_true" cannot be combined with delete_trip: of consecutive matching trips only the first would be deleted; delete trips in a separate rule',
  silentThrottle:
    'for {every} after an alert the throttle stops this rule (per {per}), and {named} {stay} suppressed on every trip that both match: nobody is notified of such a trip. Shorten the throttle, or remove from "suppresses" what should still be sent',
  oneStays: 'stays',
  manyStay: 'stay',
  budgetUnheard:
    'nobody is notified when this budget is used up: such messages go to Slack channels and e-mail addresses, and this rule has none. Add "owner": an e-mail address or a Slack channel',
  suppressesItself: 'a rule does not suppress itself: this has no effect',
  ruleListed: 'this rule is listed already',
  throttlePerTrip: 'a rule alerts once a trip anyway: this throttle has no effect',
  throttleZero: 'is zero: this throttle has no effect',
  budgetCritical: 'critical alerts ignore budgets, so this one has no effect',
  ownerWithoutBudget: 'the owner is notified when the rule is over its budget, and there is no budget',
  deletionStopped:
    'trips that the throttle or the budget stops are not deleted either; a separate rule would delete every match',
  quietCritical: 'critical alerts ignore quiet hours, so these have no effect',
  batchCritical: 'critical alerts are never batched: this has no effect',
  noPolicy: 'there is no published escalation policy {name}{hint}',
  slowPolicy: 'the rule is critical, and the policy {name} notifies nobody for the first {wait}',
  pagesForInfo: 'pages people until one acknowledges, for alerts of severity info: is that intended?',
  span_s: '{count} {count, plural, one {second} other {seconds}}',
  span_m: '{count} {count, plural, one {minute} other {minutes}}',
  span_h: '{count} {count, plural, one {hour} other {hours}}',
  span_d: '{count} {count, plural, one {day} other {days}}',
  effectNoMember: 'no driver is in it',
  effectUnknown: 'the condition stays unknown',
  effectLeftOut: 'the digest leaves it out',
  effectIds: 'the digest shows ids',
  effectDirectory: 'only the directory fills this field',
  effectNothingSuppressed: 'nothing is suppressed by this name',
  effectCountZero: 'the count stays 0',
  noGroup: 'there is no group {name} in this fleet',
  noAttribute: 'no driver read so far has the attribute {name}',
  unknownName: '{what}{hint}: {effect}',
  inThisFleet: 'in this fleet',
  noRule: 'there is no rule {name} {where}{hint}: {effect}',
  sameAsRule: 'the same conditions as the rule {named}: each of them alerts on every match',
  sameAsRules: 'the same conditions as the rules {named}: each of them alerts on every match',
  deletesOrdinary:
    'ordinary trips could be deleted: add a condition with a small fixed limit (at most 2 km, 300 seconds, a top speed of 20 km/h, or 20 points), or one on a field that identifies the trip',
  askedNobody:
    'nobody is asked: an approval request goes to Slack or to the rule’s e-mail and webhook recipients, and the rule names none; name a channel or person in "ask", or approve and reject by the API',
  countsAlerts:
    'a rule that deletes trips must not use driver.rule_alerts: editors can change the other rules, and this rule requires an admin',
  sharedCountsAlerts: 'the shared condition {name} uses {fact}: {why}',
  suppressesDeletion:
    'the rule {name} deletes trips, and a rule that deletes trips must not be suppressed: remove it from "suppresses"',
  deletionSuppressed:
    'the rule {name} suppresses this one, and a rule that deletes trips must not be suppressed: remove it from "suppresses" of {same} first',
  checkThresholds: 'check the direction and size of its thresholds',
  orBecomesTrue: '{remedy}, or use "trigger": "becomes_true"',
  lastTrips: 'the last {count} trips',
  recentTrips: '{count} recent trips',
  firesOften: 'the rule would have fired on {share} % of {trips}: {remedy}',
  thousands: '{thousands},{rest}',
} as const;
