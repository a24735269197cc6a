/** An alert, several alerts in one message, and the alerts that a rule’s budget held. */
export const alerts = {
  // An alert.
  subject: '{severity}: {rule} · {driver}',
  subjectMore: '{title} (+{more} more)',
  facts: 'Facts',
  because:
    'because {count, plural, one {the rule {rules} notifies} other {the rules {rules} notify}} this address',
  notification: 'Notification',
  notNotified: 'none received; recovered by reconciliation',
  deletionWaits:
    'Delete this trip? Deletion {id} waits for approval: decide in the console under Deletions, or with tripline deletions approve {id} (or reject).',
  // Several alerts in one message.
  openTripOfItem: 'Open the trip',
  openTripOf: 'Open the trip of {driver}',
  countAlerts:
    '{count} alerts of {trips} {tripCount, plural, one {trip} other {trips}} and {drivers} {driverCount, plural, one {driver} other {drivers}}',
  quietTitle: '{count} alerts from quiet hours',
  quietIntro:
    '{alerts} were held during quiet hours, which have ended. Alerts resolved meanwhile are left out.',
  quietWhy: 'because rules with quiet hours name this recipient',
  batchTitle: 'Summary: {count} alerts',
  batchIntro: '{alerts} were batched into this summary. Alerts resolved meanwhile are left out.',
  batchWhy: 'because rules with a batch name this recipient',
  heldIntro:
    '{alerts} were batched into this summary, or held during quiet hours, which have ended. Alerts resolved meanwhile are left out.',
  heldWhy: 'because rules with a batch or quiet hours name this recipient',
  groupTitle: '{count} alerts at once',
  groupIntro: '{alerts} exceeded the rate limit of this channel, so they are grouped here. None is left out.',
  waitedTitle: '{count} alerts that had to wait',
  waitedIntro:
    '{alerts} exceeded the rate limit of this address, so they are grouped here. None is left out.',
  groupWhy: 'because the rules name this recipient',
  // A coaching e-mail to the driver.
  coachingTitle: 'About your trip: {when}',
  coachingGreeting: 'Hello,',
  coachingGreetingName: 'Hello {name},',
  coachingWhat: 'your fleet’s safety rule “{rule}” applied to this trip.',
  coachingAdvice:
    'Please keep this in mind on your next trip. If you have a question, ask your fleet’s safety team.',
  coachingWhy: 'because your fleet informs drivers of such trips',
  // A rule's budget.
  budgetWhy: 'because of the budget of the rule {rule} (version {version})',
  budgetTitle: 'Over budget: {rule}',
  budgetIntro:
    'This rule has raised the {limit} {limitCount, plural, one {alert} other {alerts}} it may raise on one day ({date}). Further alerts are held until midnight and sent in one summary. If that happens often, the rule matches too much, or the budget is too small.',
  budgetSummaryTitle: '{total} more {count, plural, one {alert} other {alerts}} on {date}: {rule}',
  budgetSummaryIntro:
    'In addition to the {limit} sent on {date}, {total} {count, plural, one {alert was} other {alerts were}} held because the rule was over its budget, about {drivers} {driverCount, plural, one {driver} other {drivers}}.',
} as const;
