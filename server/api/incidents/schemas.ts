import * as z from 'zod';
import { shownReceiver } from '../../../messages/format/index.ts';
import { CHANNEL_NAMES } from '../../../rules/channels/index.ts';
import { whyRecipient } from '../../../messages/decisions/index.ts';
import type { Language } from '../../../messages/language/index.ts';
import type { RecipientReason } from '../../../rules/recipients/index.ts';
import type { Json, JsonObject } from '../../../rules/vocabulary/index.ts';
import type { Incident, IncidentEvent } from '../../../store/incidents/index.ts';
import type { NextPage } from '../../answers/index.ts';
import { driverName, onWire } from '../http/index.ts';
import type { AnswerOf } from '../http/index.ts';
import { driverOfIncident } from './reachableDriver.ts';

/** The states of an incident. */
export const incidentState = z.enum(['open', 'acknowledged', 'resolved']);
/** Schema of the finding with which an incident is resolved. */
export const disposition = z.enum(['confirmed', 'false_alarm', 'not_driver', 'other']);

const event = z.object({
  seq: z.int().meta({ description: 'Counts from 1 within the incident.' }),
  at: z.iso.datetime(),
  kind: z.enum([
    ...([
      'opened',
      'joined',
      'paged',
      'step_skipped',
      'unanswered',
      'paging_resumed',
      'acknowledged',
      'snoozed',
    ] as const),
    ...(['escalated', 'reassigned', 'noted', 'resolved', 'reopened', 'late_answer'] as const),
  ]),
  who: z.string().meta({ description: 'Name of the token, `slack:U01`, an address, or `tripline`.' }),
  by: z.string().optional().meta({ description: 'The person’s name.' }),
  via: z.enum(['tripline', 'api', 'slack', 'email']),
  note: z.string().optional(),
  details: z.record(z.string(), z.unknown()).optional().meta({
    description: 'Depends on the kind: the step, who was notified, or for a late answer who answered first.',
  }),
});

/** Schema of an alert that belongs to an incident. */
export const incidentAlert = z.object({
  alert_id: z.string(),
  rule: z.string(),
  version: z.int(),
  severity: z.enum(['info', 'warning', 'critical']),
  driver_id: z.string(),
  driver_name: driverName,
  trip_id: z.string(),
  at: z.iso.datetime(),
});

const incident = z.object({
  id: z.string(),
  state: incidentState.meta({
    description: 'open: not acknowledged; acknowledged: it has an assignee; resolved: it has ended.',
  }),
  policy: z.string(),
  policy_version: z
    .int()
    .meta({ description: 'The policy version when the incident was opened; it does not change.' }),
  rule: z.string(),
  rule_version: z.int(),
  severity: z.enum(['info', 'warning', 'critical']),
  driver_id: z.string(),
  driver_name: driverName,
  trip_id: z.string(),
  trip_ended_at: z.iso.datetime().optional(),
  trip_clock: z.enum(['ahead', 'behind']).optional().meta({
    description:
      'The clock of the trip’s device was wrong: the trip ended after it was received, or more than a year before. It is not treated as late.',
  }),
  late: z
    .boolean()
    .meta({ description: 'The trip arrived so late that the policy’s steps for late trips apply.' }),
  opened_at: z.iso.datetime(),
  position: z.int().meta({ description: 'How many pages were sent.' }),
  due_at: z.iso
    .datetime()
    .optional()
    .meta({ description: 'When the next page is due, or when paging resumes.' }),
  assignee: z.string().optional().meta({ description: 'The assignee.' }),
  acknowledged_at: z.iso.datetime().optional(),
  acknowledged_by: z.string().optional(),
  snoozed_until: z.iso.datetime().optional().meta({
    description: 'The assignee snoozed it: until then nobody is paged, then people are paged again.',
  }),
  unanswered_since: z.iso.datetime().optional().meta({
    description:
      'Since when a full round of the policy has ended without an answer; only while it is open and unanswered.',
  }),
  resolved_at: z.iso.datetime().optional(),
  resolved_by: z.string().optional(),
  disposition: disposition.optional(),
  note: z.string().optional().meta({ description: 'The note of the resolution.' }),
  reopened: z.int().meta({ description: 'How often it was reopened.' }),
});

/** Schema of an incident in a list. */
export const incidentSchema = incident.meta({ id: 'Incident' });
const nextPage = z
  .object({
    at: z.iso.datetime(),
    receivers: z.array(
      z.object({
        action: z.enum(CHANNEL_NAMES),
        receiver: z.string(),
        person: z.string().optional().meta({ description: 'The person’s name, where it is known.' }),
        rotation: z.string().optional().meta({ description: 'The rotation that names who is on call.' }),
      }),
    ),
  })
  .meta({
    description:
      'Who is paged next and when, unless someone acknowledges before. Absent when no step is left that pages anyone, and when the incident is not open.',
  });

/** Schema of an incident with its alerts and its timeline. */
export const oneIncident = incident
  .extend({
    next_page: nextPage.optional(),
    driver: driverOfIncident,
    alerts: z.array(incidentAlert),
    timeline: z.array(event),
  })
  .meta({ id: 'IncidentWithTimeline' });

/** Returns an incident as the API shows it. */
export function incidentOnWire(row: Incident): AnswerOf<typeof incidentSchema> {
  return onWire(incidentSchema, row, {});
}

/**
 * Returns an incident's next page (the next time people are alerted) as the API shows it. A webhook is shown
 * by its host only, as in the timeline.
 */
export function nextPageOnWire({
  page: { at, receivers },
  names,
}: NextPage): NonNullable<AnswerOf<typeof oneIncident>['next_page']> {
  return {
    at,
    receivers: receivers.map(({ action, receiver, person, rotation }) => ({
      action,
      receiver: shownReceiver({ action, receiver }),
      person: person ?? names.get(receiver),
      rotation,
    })),
  };
}

/**
 * Returns an entry of the timeline as the API shows it. Omits the channel in Slack where a button was pressed
 * and the person's other identities, because they are private.
 */
export function eventOnWire(row: IncidentEvent, language: Language): AnswerOf<typeof event> {
  const { origin: _place, identity: _ways, ...kept } = row.details ?? {};
  const { notified } = kept;
  const shown = {
    ...kept,
    ...(Array.isArray(notified) && {
      notified: (notified as Json[]).map((each) => withoutSecrets(each, language)),
    }),
  };
  return onWire(event, row, { details: Object.keys(shown).length > 0 ? shown : undefined });
}

/**
 * Returns a notified recipient without secrets. A webhook's address is reduced to its host, because a viewer
 * must not learn the address to post to.
 */
function withoutSecrets(notified: Json, language: Language): Json {
  if (notified === null || typeof notified !== 'object' || Array.isArray(notified)) return notified;
  const { action, receiver, because, ...rest } = notified as JsonObject;
  const why =
    because === undefined ? {} : { because: whyRecipient(because as unknown as RecipientReason, language) };
  return typeof action === 'string' && typeof receiver === 'string'
    ? { action, receiver: shownReceiver({ action, receiver }), ...rest, ...why }
    : notified;
}
