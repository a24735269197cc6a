/** Kinds of documents. All kinds have the same actions. */
export const DOCUMENT_TYPES = [
  'rule',
  'condition',
  'escalation-policy',
  'rotation',
  'route',
  'digest',
  'settings',
] as const;
export type DocumentType = (typeof DOCUMENT_TYPES)[number];

const OF_DOCUMENTS = [
  'published',
  'draft_saved',
  'draft_discarded',
  'commented',
  'rolled_back',
  'retired',
] as const;

/** Actions on subjects other than documents, and further actions on digests. The part before the dot is the area. */
export const ACTIONS = [
  ...(['digest.requested', 'digest.unsubscribed', 'digest.resubscribed'] as const),
  ...(['incident.opened', 'incident.joined', 'incident.unanswered', 'incident.paging_resumed'] as const),
  ...(['incident.acknowledged', 'incident.snoozed', 'incident.escalated', 'incident.reassigned'] as const),
  ...(['incident.noted', 'incident.resolved', 'incident.reopened', 'incident.late_answer'] as const),
  ...(['silence.created', 'silence.ended'] as const),
  ...(['deletion.requested', 'deletion.approved', 'deletion.rejected', 'deletion.expired'] as const),
  ...(['deletion.stopped', 'deletion.deleting', 'deletion.attempted', 'deletion.deleted'] as const),
  ...(['deletion.refused', 'deletion.gone', 'deletion.unknown_outcome'] as const),
  ...(['delivery.sent', 'delivery.held', 'delivery.skipped', 'delivery.unconfirmed'] as const),
  ...(['delivery.failed', 'delivery.reopened'] as const),
  'alert.unsuppressed',
  ...(['decision.recorded', 'trip.parked', 'trip.deleted', 'trip.gone', 'trip.replay_requested'] as const),
  ...(['driver.record_added', 'driver.record_changed', 'driver.record_removed', 'driver.exported'] as const),
  ...([
    'driver.erasure_requested',
    'driver.erased',
    'driver.erasure_refused',
    'driver.deliveries_cancelled',
  ] as const),
  'directory.imported',
  ...(['user.signed_in', 'user.signed_out', 'user.signed_out_everywhere'] as const),
  ...(['user.disabled', 'user.enabled', 'sign_in.refused'] as const),
  ...(['personal_token.created', 'personal_token.deleted', 'service_token.signed_in'] as const),
  ...(['alarm.raised', 'alarm.resolved', 'channel.tested'] as const),
  ...(['webhook_secret.rotated', 'webhook_secret.shown'] as const),
  ...(['backfill.requested', 'backfill.done', 'backfill.failed', 'backfill.cancelled'] as const),
] as const;
export type ActionName = (typeof ACTIONS)[number];

/**
 * Name of an action's sentence in the catalogue of texts. All kinds of documents share their sentences; every
 * other action has its own.
 */
export type SentenceName = ActionName | `document.${(typeof OF_DOCUMENTS)[number]}`;

/** Kinds of subjects, as the filter lists them. */
export const TYPES = [
  ...DOCUMENT_TYPES,
  ...(['incident', 'silence', 'deletion', 'delivery', 'trip', 'driver', 'directory', 'erasure'] as const),
  ...(['user', 'personal_token', 'service_token'] as const),
  ...(['alarm', 'channel', 'webhook_endpoint', 'backfill'] as const),
] as const;
export type SubjectType = (typeof TYPES)[number];

/** Actions whose area is not the name of their subject's kind, with the kinds of their subjects. */
const ELSEWHERE: Readonly<Partial<Record<ActionName, readonly SubjectType[]>>> = {
  'decision.recorded': ['trip'],
  'alert.unsuppressed': ['trip'],
  'driver.erasure_requested': ['erasure'],
  'driver.erased': ['erasure'],
  'driver.erasure_refused': ['erasure'],
  'driver.deliveries_cancelled': ['erasure'],
  'sign_in.refused': ['user'],
  'user.signed_out_everywhere': ['user', 'service_token'],
  'webhook_secret.rotated': ['webhook_endpoint'],
  'webhook_secret.shown': ['webhook_endpoint'],
};

/** Returns the actions on a kind of subject, by their names in the log: `rule.published`. */
export function actionsOf(type: SubjectType): readonly string[] {
  const isDocument = DOCUMENT_TYPES.some((each) => each === type);
  return [
    ...(isDocument ? OF_DOCUMENTS.map((what) => `${type}.${what}`) : []),
    ...ACTIONS.filter((action) =>
      (ELSEWHERE[action] ?? [action.slice(0, action.indexOf('.'))]).some((each) => each === type),
    ),
  ];
}

/** The wording of an action: its sentence, the kind of document, and whether it happened again. */
export interface Shape {
  readonly name: SentenceName;
  readonly document?: DocumentType;
  readonly isAgain: boolean;
}

/**
 * Returns the wording of an action.
 * @returns undefined for an action without words here, which keeps the API's name
 */
export function shapeOf(action: string): Shape | undefined {
  const isAgain = action.endsWith('_again');
  const plain = isAgain ? action.slice(0, -'_again'.length) : action;
  const own = ACTIONS.find((each) => each === plain);
  if (own) return { name: own, isAgain };
  const [type, what] = plain.split('.');
  const document = DOCUMENT_TYPES.find((each) => each === type);
  const done = OF_DOCUMENTS.find((each) => each === what);
  return document && done && { name: `document.${done}`, document, isAgain };
}
