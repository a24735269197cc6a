/**
 * The message of each alarm of Tripline itself: the problem, and the remedy. `subject` names the affected item where there are
 * several.
 */
export const alarms = {
  analytics_unauthorised:
    'The analytics service refuses the API key: check ANALYTICS_API_KEY. Trips wait and continue automatically.',
  analytics_unavailable: 'The analytics service does not answer. Trips wait and continue automatically.',
  analytics_invalid:
    'The analytics service sends responses that do not match its contract: check ANALYTICS_BASE_URL. Trips wait and continue automatically.',
  analytics_trips_missing:
    'The analytics service no longer has many of the trips it listed: check ANALYTICS_BASE_URL and ANALYTICS_API_KEY. If that lasts for a day, the trips are treated as gone.',
  groups_unread:
    'The analytics service lists the groups of this fleet in a form that does not match its contract: rules about groups stay undecided for drivers whose groups are unknown, and use the groups that were read last for all others. Contact the operator of the service. The list is requested again automatically.',
  notifications_quiet:
    'No notification of the analytics service has arrived for much longer than usual at this hour of the week: check the webhook URL in its settings. Reconciliation recovers these trips meanwhile, unless RECONCILE_EVERY is off.',
  device_clocks:
    'Three or more trips of one driver within seven days ended more than 15 minutes after they were received: the clock of the device is wrong, or times are sent in the wrong time zone. Such trips are evaluated by themselves, and have no part in runs and windows. List them with clock=ahead, and correct the date, time and time zone of the devices.',
  work_failing:
    'An internal error repeats in this work: see the worker log, message "internal error in an activity". The work is retried and continues automatically once the error is fixed; a trip is parked after TRIP_READABLE_WAIT and must then be replayed.',
  build_without_worker:
    'No worker runs for builds on which open incidents or held alerts of this fleet wait: {builds}. Nobody is paged for them. Start a worker with that TEMPORAL_BUILD_ID, or move them (docs/upgrade.md). Nothing of them is lost.',
  deletions_stopped:
    'Automatic deletions by the rule {subject} have stopped: it would delete more of today’s trips than its max_share allows, which often means that the rule matches too much. Its trips are not deleted and wait for approval: see the deletions with state=requested. Approve or reject them, and correct the rule if it matches too much.',
  escalation_policy:
    'The rule "{rule}" escalates to "{subject}", which is not published: nobody is paged. Publish the escalation policy and replay the trip, or name another one in the rule.',
  escalation_receivers:
    '{because, select, names {The escalation policy "{subject}" names {names}, which reaches nobody: publish what it names, and give the people of a rotation an e-mail address or a Slack id, a route a default, and drivers a manager.} lastResort {No step of the escalation policy "{subject}" could notify anyone of incident {incident}: outside their hours, or a rotation is empty. The last recipients were notified again. Add recipients under "unanswered", or give the policy a step without hours.} hours {Every step of the escalation policy "{subject}" was outside its hours for incident {incident}, and "unanswered" is empty. Its steps ran nevertheless. Add recipients there, or give the policy a step without hours.} other {A page of the escalation policy "{subject}" reached nobody: every message of it was refused (incident {incident}; the deliveries say why). The next step ran at once. Correct the channels and addresses of the policy.}}',
  incident_unanswered:
    'Incident {subject} is open, and nobody answered in a full round of the escalation policy "{policy}" (rule "{rule}"). Acknowledge it, and check whom the policy pages and when.',
  recipients:
    'The {document, select, digest {digest} other {rule}} "{id}" names {names}, which reached no one: give the route a default with a recipient of that channel, publish what it names, or complete the driver records. The deliveries with the reason no_recipient show where.',
  slack_access:
    'Slack refuses the app: check SLACK_BOT_TOKEN and its scopes. Messages wait and continue automatically.',
  slack_refused:
    'Slack refuses messages for a reason that may pass, such as a limit of its plan. Each message is retried for 24 hours and then fails. See last_error of the pending deliveries for Slack’s error code, and correct the cause.',
  slack_unavailable: 'Slack does not answer. Messages wait, and continue automatically once it answers.',
  slack_off:
    'SLACK_BOT_TOKEN is off: Slack messages of this fleet, including alerts and pages, stay in the outbox and are not delivered. Set the token, then restart the workers.',
  smtp_access:
    'The mail server refuses every e-mail: check SMTP_URL and EMAIL_FROM, and whether the server applies a quota or a block. E-mails wait and continue automatically.',
  smtp_refused:
    'The mail server refuses some e-mails for a reason that may pass, such as a quota, a block or a policy. An e-mail refused with a 5xx code is retried for 24 hours and then fails; one deferred with a 4xx code is retried until it is accepted. See last_error of the pending deliveries for the code, and correct the cause.',
  smtp_unavailable:
    'The mail server does not answer: check SMTP_URL and whether the server runs. E-mails that did not reach it wait, and continue automatically once it answers; those that may have reached it are sent at most once more, and then shown as unconfirmed.',
  smtp_off:
    'SMTP_URL is off: e-mails, including alerts and pages, stay in the outbox and are not delivered. Name a mail server, then restart the workers.',
  webhook_refused:
    'A receiver of webhooks answers with errors. Each webhook is retried with growing pauses for 24 hours and then fails. See last_error of the pending deliveries for the status; repair the receiver, or publish the document with another address.',
  webhook_gone:
    'A receiver of webhooks says that an address is gone (410). Nothing more is sent to the address. Remove it from the rules and policies that name it, or publish one of them again once the address works.',
  webhook_unavailable:
    'A receiver of webhooks does not answer. Webhooks that did not reach it wait, and continue automatically once it answers; those that may have reached it are sent at most once more, and then shown as unconfirmed.',
} as const;
