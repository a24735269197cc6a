import * as z from 'zod';
import type { FleetConfig } from '../../../config.ts';
import { CHANNELS, CHANNEL_NAMES } from '../../../rules/channels/index.ts';
import type { Channel } from '../../../rules/channels/index.ts';
import { alarmWords } from '../../../messages/alerts/index.ts';
import { worded } from '../../../messages/language/index.ts';
import type { Worded } from '../../../messages/language/index.ts';
import { listAlarms } from '../../../store/alarms/index.ts';
import type { Alarm } from '../../../store/alarms/index.ts';
import type { Db } from '../../../store/db/index.ts';
import { publishedDocuments, publishedRotations } from '../../../store/documents/index.ts';
import { groupsReadAt } from '../../../store/facts/index.ts';
import { latestReconcile } from '../../../store/reconcile/index.ts';
import { arrivals, newestTripReadAt } from '../../../store/trips/index.ts';
import type { Route, ServerDependencies } from '../../http/index.ts';
import { given, languageAsked } from '../http/index.ts';
import type { RouteMaker } from '../http/index.ts';
import { channelFindings } from '../deliveries/index.ts';
import type { ChannelFinding } from '../deliveries/index.ts';

/** One step of the setup checklist. */
interface Step {
  readonly id: string;
  /** `failed` means that the step is set up, but does not work. */
  readonly state: 'done' | 'open' | 'failed';
  readonly since?: Date | undefined;
  readonly detail: Worded;
  /** Lines of configuration with placeholders. */
  readonly settings?: readonly string[] | undefined;
}

const step = z.object({
  id: z.string().meta({
    description: '`analytics_service`, `webhook`, a channel, `rules` or `people`.',
    example: 'rules',
  }),
  state: z.enum(['done', 'open', 'failed']).meta({
    description:
      'done: it works; open: it is not set up, or nothing shows yet that it works; failed: it does not work.',
  }),
  since: z.iso.datetime().optional().meta({ description: 'When that was last seen.' }),
  detail: z.string().meta({ description: 'What was found, and what to do.' }),
  settings: z
    .array(z.string())
    .optional()
    .meta({ description: 'Lines of configuration that are missing, with placeholders. Never a secret.' }),
});

/** Returns the route of the setup checklist. It finds out from stored data whether the fleet has everything it needs. */
export function setupRoutes(api: RouteMaker, deps: ServerDependencies): Route[] {
  const { db } = deps.database;
  return [
    api({
      method: 'get',
      path: '/setup',
      id: 'getSetup',
      tag: 'Setup',
      role: 'viewer',
      limit: { aMinute: 120, atOnce: 4 },
      summary: 'Show what is set up and works: a checklist for the first day',
      description:
        'Each step is checked by what really happened: an answer, a notification, a message, an alarm.',
      query: z.strictObject({ language: languageAsked }),
      answer: {
        description: 'The steps, in order.',
        schema: z.object({ steps: z.array(step) }).meta({ id: 'Setup' }),
      },
      async run({ fleetId, caller, query: { language } }) {
        const open = await listAlarms(db, { fleetId, openOnly: true });
        const [service, webhook, found, rules, people] = await Promise.all([
          analyticsService(db, { fleet: caller.fleet, sandbox: deps.config.sandbox, open }),
          notifications(db, { fleet: caller.fleet, publicUrl: deps.config.publicUrl, open }),
          channelFindings(db, { fleetId, open }),
          liveRules(db, fleetId),
          peopleOnCall(db, fleetId),
        ]);
        const channels = CHANNEL_NAMES.filter((name) => CHANNELS[name].settings !== undefined).map((name) =>
          channelStep(name, found.get(name)!),
        );
        const steps: readonly Step[] = [service, webhook, ...channels, rules, people];
        return { steps: steps.map((each) => given({ ...each, detail: each.detail(language) })) };
      },
    }),
  ];
}

async function analyticsService(
  db: Db,
  of: { readonly fleet: FleetConfig; readonly sandbox: boolean; readonly open: readonly Alarm[] },
): Promise<Step> {
  const id = 'analytics_service';
  const isOurs = ({ kind }: Alarm): boolean =>
    ['analytics_unauthorised', 'analytics_unavailable', 'analytics_invalid'].includes(kind);
  const alarm = of.open.find(isOurs);
  if (alarm) return { id, state: 'failed', since: alarm.raisedAt, detail: saidBy(alarm) };
  const fleetId = of.fleet.id;
  const [trip, reconcile, groups] = await Promise.all([
    newestTripReadAt(db, fleetId),
    latestReconcile(db, { fleetId, state: 'done' }),
    groupsReadAt(db, fleetId),
  ]);
  const since = latest([trip, reconcile?.finishedAt ?? undefined, groups]);
  const isSandbox = String(of.sandbox);
  if (since) return { id, state: 'done', since, detail: worded('setup.serviceAnswers', { isSandbox }) };
  if (of.fleet.analytics || of.sandbox)
    return { id, state: 'open', detail: worded('setup.serviceUnasked', { isSandbox }) };
  return {
    id,
    state: 'open',
    detail: worded('setup.serviceNone'),
    settings: ['ANALYTICS_BASE_URL=https://…', 'ANALYTICS_API_KEY=…'],
  };
}

async function notifications(
  db: Db,
  of: { readonly fleet: FleetConfig; readonly publicUrl: string; readonly open: readonly Alarm[] },
): Promise<Step> {
  const id = 'webhook';
  const { fleet, publicUrl } = of;
  const alarm = of.open.find(({ kind }) => kind === 'notifications_quiet');
  if (alarm) return { id, state: 'failed', since: alarm.raisedAt, detail: saidBy(alarm) };
  const came = await arrivals(db, fleet.id);
  if (came) return { id, state: 'done', since: came.lastAt, detail: worded('setup.notificationsArrive') };
  const address = `${publicUrl}/webhooks/${fleet.id}/TOKEN`;
  const detail = worded('setup.notificationsNone', { address });
  return fleet.webhookTokens.length > 0
    ? { id, state: 'open', detail }
    : { id, state: 'open', detail, settings: ['WEBHOOK_TOKENS=…'] };
}

/** Returns a channel as a step of the checklist. */
function channelStep(id: Channel, { state, ...rest }: ChannelFinding): Step {
  const states = { works: 'done', failed: 'failed' } as const;
  return { id, state: state === 'works' || state === 'failed' ? states[state] : 'open', ...rest };
}

async function liveRules(db: Db, fleetId: string): Promise<Step> {
  const id = 'rules';
  const published = await publishedDocuments(db, { fleetId, kind: 'rule' });
  const live = published.filter(({ body }) => body['mode'] === 'live').length;
  if (live > 0) return { id, state: 'done', detail: worded('setup.rulesLive', { count: live }) };
  return {
    id,
    state: 'open',
    detail: worded(published.length > 0 ? 'setup.rulesNotLive' : 'setup.rulesNone'),
  };
}

async function peopleOnCall(db: Db, fleetId: string): Promise<Step> {
  const id = 'people';
  const rotations = [...(await publishedRotations(db, fleetId)).values()];
  const people = new Set(rotations.flatMap((rotation) => rotation.people.map(({ name }) => name)));
  return people.size > 0
    ? { id, state: 'done', detail: worded('setup.people', { count: people.size }) }
    : { id, state: 'open', detail: worded('setup.peopleNone') };
}

/** Returns an alarm in words. */
function saidBy(alarm: Alarm): Worded {
  return (language) => alarmWords(alarm, language);
}

function latest(times: readonly (Date | undefined)[]): Date | undefined {
  const known = times.filter((time) => time !== undefined);
  return known.reduce<Date | undefined>((a, b) => (a && a >= b ? a : b), undefined);
}
