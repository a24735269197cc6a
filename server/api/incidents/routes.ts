import * as z from 'zod';
import { worded } from '../../../messages/language/index.ts';
import type { Language } from '../../../messages/language/index.ts';
import { tooLateWords } from '../../../messages/incidents/index.ts';
import { SNOOZE_MINUTES } from '../../../rules/escalation/index.ts';
import type { AnswerKind } from '../../../rules/escalation/index.ts';
import type { Db } from '../../../store/db/index.ts';
import {
  alertsOfIncident,
  getIncident,
  incidentTimeline,
  listIncidents,
  withOutcomes,
} from '../../../store/incidents/index.ts';
import type { IncidentKey } from '../../../store/incidents/index.ts';
import { nextPageOf, takeAnswer } from '../../answers/index.ts';
import type { Said } from '../../answers/index.ts';
import { Problem } from '../../http/index.ts';
import type { Route, ServerDependencies } from '../../http/index.ts';
import {
  given,
  languageAsked,
  listAnswer,
  listOf,
  listQuery,
  namedOne,
  onWire,
  requiredBy,
  sees,
  storableText,
  textFilter,
  timeFilter,
} from '../http/index.ts';
import type { AnswerOf, ApiCall, RouteMaker } from '../http/index.ts';
import {
  disposition,
  eventOnWire,
  incidentAlert,
  incidentOnWire,
  incidentSchema,
  incidentState,
  nextPageOnWire,
  oneIncident,
} from './schemas.ts';
import { reachableDriver } from './reachableDriver.ts';

const TAG = 'Incidents';
const note = storableText(2_000);
const said = z.strictObject({ by: requiredBy, note: note.optional() });

/** Fields that the body of an answer to an incident may have. */
interface Words {
  readonly by?: string | undefined;
  readonly note?: string | undefined;
  readonly minutes?: number | undefined;
  readonly to?: string | undefined;
  readonly disposition?: Said['disposition'] | undefined;
}

/** Answers to an incident. For each: its path, the fields of its body, and its effect in words. */
const ANSWERS: readonly {
  readonly path: string;
  readonly kind: AnswerKind;
  readonly body: z.ZodType<Words>;
  readonly example: object;
  readonly summary: string;
  readonly description: string;
}[] = [
  {
    path: 'acknowledge',
    kind: 'acknowledge',
    body: said,
    example: { by: 'Ann' },
    summary: 'Acknowledge an incident',
    description:
      'Nobody else is paged. The assignee may acknowledge again, which restarts the policy’s `repage_after`.',
  },
  {
    path: 'snooze',
    kind: 'snooze',
    body: said.extend({
      minutes: z
        .int()
        .min(SNOOZE_MINUTES.least)
        .max(SNOOZE_MINUTES.most)
        .optional()
        .meta({ description: `How long; default: ${SNOOZE_MINUTES.usual}.` }),
    }),
    example: { by: 'Ann', minutes: 30, note: 'I am driving there.' },
    summary: 'Snooze an incident: acknowledge it for some minutes',
    description:
      'Then it is open again, and the newest step that notified someone is repeated. Snoozing again replaces the time. Acknowledging ends the snooze, also by someone else, who becomes the assignee.',
  },
  {
    path: 'escalate',
    kind: 'escalate',
    body: said,
    example: { by: 'Ann', note: 'I am abroad.' },
    summary: 'Escalate an incident: run the next step now',
    description:
      'An acknowledged incident is open again; later steps run correspondingly earlier. After the last step, its recipients are notified again.',
  },
  {
    path: 'resolve',
    kind: 'resolve',
    body: said.extend({ disposition: disposition.meta({ description: 'What it turned out to be.' }) }),
    example: { by: 'Ann', disposition: 'false_alarm', note: 'A pothole.' },
    summary: 'Resolve an incident',
    description: 'With a disposition.',
  },
  {
    path: 'reassign',
    kind: 'reassign',
    body: said.extend({ to: storableText(200).trim().min(1).meta({ description: 'The new assignee.' }) }),
    example: { by: 'Ann', to: 'Bob' },
    summary: 'Reassign an incident',
    description:
      'Escalation of an open incident continues until someone acknowledges it. An e-mail address, a Slack id or a person of a published rotation is paged; otherwise nobody is notified, and `notified` of the entry is empty.',
  },
  {
    path: 'reopen',
    kind: 'reopen',
    body: said,
    example: { by: 'Ann', note: 'It was a car after all.' },
    summary: 'Reopen a resolved incident',
    description: 'Escalation starts again at the first step, with the same version of the policy.',
  },
  {
    path: 'notes',
    kind: 'note',
    body: said.extend({ note: note.min(1).meta({ description: 'The note.' }) }),
    example: { by: 'Ann', note: 'The driver is well.' },
    summary: 'Add a note to an incident',
    description: 'In any state. A note of the assignee restarts `repage_after`.',
  },
];

/** Returns the routes that show incidents and answer them. An answer has the same effect as in Slack and e-mail. */
export function incidentRoutes(api: RouteMaker, deps: ServerDependencies): Route[] {
  const { db } = deps.database;
  const answers = ANSWERS.map(({ path, kind, body, example, summary, description }) =>
    api({
      method: 'post',
      path: `/incidents/{id}/${path}`,
      id: `${kind}Incident`,
      tag: TAG,
      role: 'editor',
      summary,
      body: { schema: body, example },
      cost: 'reserved',
      description: `${description} Of several concurrent answers, the first wins.`,
      answer: { description: 'The incident as it is now.', schema: oneIncident },
      problems: {
        409: 'Too late: `detail` says who was first, `state` is what it is now.',
      },
      run: (call) => answered(deps, kind, call),
    }),
  );
  return [
    api({
      method: 'get',
      path: '/incidents',
      id: 'listIncidents',
      tag: TAG,
      role: 'viewer',
      isGroupScoped: true,
      summary: 'List incidents',
      query: listQuery({
        state: incidentState.optional(),
        unanswered: z
          .enum(['true'])
          .optional()
          .meta({ description: '`true`: only those that a full round has left without an answer.' }),
        driver_id: textFilter('Of this driver.'),
        trip_id: textFilter('Opened by this trip; name the driver too.'),
        rule: textFilter('Opened by this rule.'),
        policy: textFilter('Run by this escalation policy.'),
        from: timeFilter('Opened at or after this time.'),
        to: timeFilter('Opened before.'),
      }),
      answer: {
        description: 'Incidents, newest first, without their timelines.',
        schema: listOf(incidentSchema),
      },
      async run({ fleetId, query, caller: { groups } }) {
        const { driver_id: driverId, trip_id: tripId, unanswered, ...rest } = query;
        const isUnanswered = unanswered === undefined ? undefined : true;
        const filter = given({ driverId, tripId, isUnanswered, groups, ...rest });
        const listed = await listIncidents(db, { fleetId, ...filter });
        return namedOne(db, fleetId, listAnswer(listed, incidentOnWire));
      },
    }),
    api({
      method: 'get',
      path: '/incidents/{id}',
      id: 'getIncident',
      tag: TAG,
      role: 'viewer',
      isGroupScoped: true,
      summary: 'Show an incident with its alerts and timeline',
      query: z.strictObject({ language: languageAsked }),
      answer: { description: 'The incident.', schema: oneIncident },
      async run({ fleetId, params, query: { language }, caller }) {
        const key = { fleetId, id: params['id']! };
        const row = caller.groups && (await getIncident(db, key));
        if (row && !(await sees(db, caller, row))) throw notThere();
        return whole(db, key, language);
      },
    }),
    ...answers,
  ];
}

async function answered(
  deps: ServerDependencies,
  kind: AnswerKind,
  { fleetId, params, caller, body }: ApiCall<Words, unknown>,
): Promise<AnswerOf<typeof oneIncident>> {
  const key = { fleetId, id: params['id']! };
  const answer: Said = {
    kind,
    who: caller.name,
    via: 'api',
    ...given(body),
  };
  const outcome = await takeAnswer(deps, key, answer);
  if (outcome.kind === 'missing') throw notThere();
  const { event, incident } = outcome;
  if (event.kind === 'late_answer') {
    const { assignee } = incident;
    const now = deps.now().toISOString();
    throw new Problem(409, (language) => tooLateWords(event.details, now, language), {
      code: 'too_late',
      more: { state: incident.state, ...(assignee !== null && { assignee }) },
    });
  }
  return whole(deps.database.db, key);
}

async function whole(
  db: Db,
  key: IncidentKey,
  language: Language = 'en',
): Promise<AnswerOf<typeof oneIncident>> {
  const incident = await getIncident(db, key);
  if (!incident) throw notThere();
  const [alerts, timeline, driver, next] = await Promise.all([
    alertsOfIncident(db, key),
    incidentTimeline(db, key).then((events) => withOutcomes(db, { ...key, events })),
    reachableDriver(db, key.fleetId, incident.driverId),
    nextPageOf(db, incident),
  ]);
  const answer = onWire(oneIncident, incident, {
    next_page: next && nextPageOnWire(next),
    driver,
    alerts: alerts.map((each) => onWire(incidentAlert, each, {})),
    timeline: timeline.map((each) => eventOnWire(each, language)),
  });
  return namedOne(db, key.fleetId, answer);
}

function notThere(): Problem {
  return new Problem(404, worded('problems.noIncident'));
}
