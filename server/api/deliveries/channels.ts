import * as z from 'zod';
import { CHANNELS, CHANNEL_NAMES, channelAlarm, isChannel } from '../../../rules/channels/index.ts';
import type { Channel } from '../../../rules/channels/index.ts';
import { webAddress } from '../../../rules/documents/index.ts';
import { alarmWords } from '../../../messages/alerts/index.ts';
import { textsOf, worded } from '../../../messages/language/index.ts';
import type { Worded } from '../../../messages/language/index.ts';
import { getChannelTest, listAlarms, planChannelTest } from '../../../store/alarms/index.ts';
import type { Alarm } from '../../../store/alarms/index.ts';
import type { Db } from '../../../store/db/index.ts';
import { channelUse, getDelivery, outboxIdOf } from '../../../store/deliveries/index.ts';
import type { ChannelUse, Delivery } from '../../../store/deliveries/index.ts';
import { Problem } from '../../http/index.ts';
import type { Route, ServerDependencies } from '../../http/index.ts';
import { given, languageAsked, onWire, optionalBy, refused, storableText } from '../http/index.ts';
import type { AnswerOf, RouteMaker } from '../http/index.ts';

const TAG = 'Channels';
/** Number of test messages that one token may send in a minute. */
const TESTS_A_MINUTE = 20;

/** The state of a fleet's channel, with the reason for the state. */
export interface ChannelFinding {
  readonly state: 'works' | 'unused' | 'not_configured' | 'off' | 'failed';
  /** Time of the message or alarm that shows this state. */
  readonly since?: Date | undefined;
  readonly detail: Worded;
  /**
   * Lines of configuration that turn the channel on, with placeholders. Absent when they are set, or when
   * none is needed.
   */
  readonly settings?: readonly string[] | undefined;
}

const channelSchema = z
  .object({
    channel: z.enum(CHANNEL_NAMES),
    name: z.string(),
    state: z.enum(['works', 'unused', 'not_configured', 'off', 'failed']).meta({
      description:
        'works: the last message was sent; unused: nothing was sent yet, so whether it is configured is not known; not_configured: messages stay in the outbox; off: the configuration turned it off; failed: it does not work.',
    }),
    since: z.iso.datetime().optional().meta({ description: 'When that was last seen.' }),
    detail: z.string().meta({ description: 'What was found, and what to do.' }),
    settings: z
      .array(z.string())
      .optional()
      .meta({ description: 'Lines of configuration that turn it on, with placeholders. Never a secret.' }),
    testable: z.boolean().meta({ description: 'Whether a test message can be sent over it.' }),
  })
  .meta({ id: 'Channel' });

const testSchema = z
  .object({
    id: z.string().meta({ description: 'Its delivery.' }),
    receiver: z.string(),
    state: z
      .enum(['pending', 'sent', 'held', 'skipped', 'unconfirmed', 'failed'])
      .meta({ description: 'pending: it waits to be sent, or for the channel to answer.' }),
    answer: z.string().optional().meta({
      description: 'What the channel answered: its words about the message, or why it was not sent.',
    }),
    outbox_id: z
      .string()
      .optional()
      .meta({ description: 'The channel is not configured: the message was stored in the outbox.' }),
  })
  .meta({ id: 'ChannelTest' });

const newTest = z.strictObject({
  to: storableText(2_048).trim().min(1).meta({
    description:
      'An e-mail address; a Slack channel such as `#fleet-safety`, or a Slack id; the address of a receiver of webhooks.',
  }),
  by: optionalBy,
});

/** Returns the routes that show whether each channel works, and that send a test message over one. */
export function channelRoutes(api: RouteMaker, deps: ServerDependencies): Route[] {
  const { db } = deps.database;
  return [
    api({
      method: 'get',
      path: '/channels',
      id: 'getChannels',
      tag: TAG,
      role: 'viewer',
      limit: { aMinute: 120, atOnce: 4 },
      summary: 'List channels: whether each works, and what to set',
      query: z.strictObject({ language: languageAsked }),
      answer: { description: 'All channels.', schema: z.object({ items: z.array(channelSchema) }) },
      async run({ fleetId, query: { language } }) {
        const open = await listAlarms(db, { fleetId, openOnly: true });
        const found = await channelFindings(db, { fleetId, open });
        const isSigned = deps.config.outgoingWebhooks.signingSecret !== undefined;
        const items = CHANNEL_NAMES.map((channel) => {
          const isUnset = CHANNELS[channel].settings === undefined && !isSigned;
          const finding = isUnset ? UNSIGNED : found.get(channel)!;
          return given({
            channel,
            name: textsOf(language)(`setup.channel_${channel}`),
            ...finding,
            detail: finding.detail(language),
            testable: !isUnset,
          });
        });
        return { items };
      },
    }),
    api({
      method: 'post',
      path: '/channels/{channel}/test',
      id: 'testChannel',
      tag: TAG,
      role: 'editor',
      limit: { aMinute: TESTS_A_MINUTE },
      status: 202,
      summary: 'Send a test message over a channel',
      description:
        'A worker sends it as it sends any message. GET …/tests/{id} says what became of it. A webhook is signed, and its body has the type `channel.test`.',
      body: { schema: newTest, example: { to: '#fleet-safety', by: 'Ann' } },
      answer: { description: 'The test message, which is about to be sent.', schema: testSchema },
      problems: { 404: 'There is no such channel.' },
      async run({ fleetId, params, caller, body: { to, by } }) {
        const action = testableChannel(params['channel']!);
        refuseReceiver(action, to);
        const planned = await planChannelTest(db, {
          fleetId,
          action,
          receiver: to,
          who: caller.name,
          at: deps.now(),
          ...given({ by }),
          message: `${by ?? caller.name} tested this channel: ${CHANNELS[action].name} messages of Tripline arrive here. You need not do anything.`,
        });
        deps.requests.dispatchSoon(planned.request);
        return testOnWire((await getDelivery(db, { fleetId, id: planned.deliveryId }))!);
      },
    }),
    api({
      method: 'get',
      path: '/channels/{channel}/tests/{id}',
      id: 'getChannelTest',
      tag: TAG,
      role: 'editor',
      summary: 'Show what became of a test message',
      answer: { description: 'The test message.', schema: testSchema },
      async run({ fleetId, params }) {
        const row = await getChannelTest(db, { fleetId, action: params['channel']!, id: params['id']! });
        if (!row) throw new Problem(404, worded('problems.noTestMessage'));
        return testOnWire(row);
      },
    }),
  ];
}

/** State of the webhook channel without a signing key: unsigned webhooks are not sent. */
const UNSIGNED: ChannelFinding = {
  state: 'not_configured',
  detail: worded('setup.channelUnsigned'),
  settings: ['WEBHOOK_SIGNING_SECRET=…'],
};

/** Returns the state of each channel of a fleet, by its deliveries and its open alarms. */
export async function channelFindings(
  db: Db,
  { fleetId, open }: { readonly fleetId: string; readonly open: readonly Alarm[] },
): Promise<ReadonlyMap<Channel, ChannelFinding>> {
  const used = await channelUse(db, fleetId);
  return new Map(
    CHANNEL_NAMES.map((name) => [
      name,
      findingOf(name, { use: used.find(({ channel }) => channel === name), open }),
    ]),
  );
}

/**
 * Returns the state of one channel. The channel works if its newest message was sent and no alarm of the
 * channel is open.
 */
function findingOf(
  id: Channel,
  { use, open }: { readonly use: ChannelUse | undefined; readonly open: readonly Alarm[] },
): ChannelFinding {
  const { settings } = CHANNELS[id];
  const named =
    (key: 'setup.channelOff' | 'setup.channelNotConfigured'): Worded =>
    (language) =>
      textsOf(language)(key, { channel: textsOf(language)(`setup.channel_${id}`) });
  const found = (kind: 'access' | 'refused' | 'unavailable' | 'off'): Alarm | undefined =>
    open.find((alarm) => alarm.kind === channelAlarm(id, kind));
  const off = found('off');
  if (off)
    return {
      state: 'off',
      since: off.raisedAt,
      settings,
      detail: named('setup.channelOff'),
    };
  const broken = found('access') ?? found('unavailable') ?? found('refused');
  if (broken)
    return { state: 'failed', since: broken.raisedAt, detail: (language) => alarmWords(broken, language) };
  const { sentAt, outboxAt, failedAt } = use ?? { sentAt: null, outboxAt: null, failedAt: null };
  const since = [sentAt, outboxAt, failedAt].reduce((a, b) => (a && b && a >= b ? a : (b ?? a)), null);
  if (since === null) return { state: 'unused', detail: worded('setup.channelUnused'), settings };
  if (since === sentAt) return { state: 'works', since, detail: worded('setup.channelWorks') };
  if (since === failedAt) return { state: 'failed', since, detail: worded('setup.channelFailed') };
  const detail = named('setup.channelNotConfigured');
  return { state: 'not_configured', since, detail, settings };
}

/**
 * Returns the channel with the given name.
 * @throws Problem 404 if there is no such channel
 */
function testableChannel(name: string): Channel {
  if (!isChannel(name)) throw new Problem(404, worded('problems.noChannel'));
  return name;
}

/**
 * Checks the recipient of a test message.
 * @throws Problem 422 if the channel cannot send to this recipient
 */
function refuseReceiver(action: Channel, to: string): void {
  const { namedAlone } = CHANNELS[action];
  const isGood = namedAlone
    ? !/[\s:,;]/.test(to) && to.length <= 200 && namedAlone.pattern.test(to)
    : webAddress.safeParse(to).success;
  if (!isGood)
    throw refused(worded('problems.nothingSent'), [
      { pointer: '/to', message: worded('problems.noReceiver', { channel: action }) },
    ]);
}

function testOnWire(row: Delivery): AnswerOf<typeof testSchema> {
  const { state, reference, lastError, reason } = row;
  const said = (reference ?? {}) as { readonly answer?: string };
  const answer = state === 'sent' ? said.answer : (lastError ?? reason);
  return onWire(testSchema, row, { answer, outbox_id: outboxIdOf(row) });
}
