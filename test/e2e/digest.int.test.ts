import { beforeAll, beforeEach, expect, it } from 'vitest';
import { LINK_KEY_NAME, unsubscribeLinks } from '../../messages/format/index.ts';
import { instanceKey } from '../../store/db/index.ts';
import { listOutbox } from '../../store/deliveries/index.ts';
import { unsubscribe } from '../../store/digests/index.ts';
import { keepGroups } from '../../store/facts/index.ts';
import { digestMessagesWorkflowId } from '../../workflows/contracts/index.ts';
import { deliveriesOf, drive, startDigest, until } from '../support/digests/digests.ts';
import { FLEET, startStack } from '../support/servers/stack.ts';
import { everythingIn } from '../support/temporal/storedPayloads.ts';
import { useStack } from '../support/servers/useStack.ts';

const stack = useStack();
beforeAll(async () => {
  stack.slack.channels.add('fleet');
  drive(stack, 'd-1', 'd-2', '=HYPERLINK("http://evil")');
  await stack.startWorker();
});
beforeEach(() => {
  stack.smtp.mails.length = 0;
  stack.smtp.clearFaults();
  stack.slack.messages.length = 0;
});

const runOf = async (runId: string) =>
  stack.database.db
    .selectFrom('digestRuns')
    .select(['state', 'reason', 'settledAt'])
    .where('id', '=', runId)
    .executeTakeFirstOrThrow();

it('goes to every receiver once, with its table, pictures and a way out', async () => {
  const { runId, handle } = await startDigest(stack, {
    id: 'to-all',
    to: ['ann@example.com', 'Ben@Example.com', 'ANN@example.com'],
    slack: '#fleet',
  });
  expect(await handle.result()).toMatchObject({ drivers: expect.any(Number) as number, messages: 3 });
  const sent = await deliveriesOf(stack, runId);
  expect([...sent.values()].map(({ state }) => state)).toEqual(['sent', 'sent', 'sent']);
  expect(await runOf(runId)).toMatchObject({ state: 'done', reason: null });
  expect(stack.smtp.mails.flatMap(({ to }) => to).sort()).toEqual(['ANN@example.com', 'Ben@Example.com']);
  expect(stack.slack.messages.map(({ channel }) => channel)).toHaveLength(1);
  const mail = stack.smtp.mails.find(({ to }) => to[0] === 'Ben@Example.com')!.parsed;
  const header = (key: string) => mail.headers.find((each) => each.key === key)?.value;
  expect(header('list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click');
  const url = /^<(.*)>$/.exec(header('list-unsubscribe') ?? '')?.[1] ?? '';
  const key = await instanceKey(stack.database.db, LINK_KEY_NAME);
  const signed = url.replace(`${stack.config.publicUrl}/u/`, '');
  expect(unsubscribeLinks.read(key, signed)).toEqual({
    fleet: FLEET,
    digest: 'to-all',
    address: 'Ben@Example.com',
  });
  expect(header('list-id')).toBe(`<to-all.${FLEET}.fleet.example>`);
  expect(mail.html).toContain(url);
  expect(mail.text).toContain(url);
  const csv = mail.attachments.find(({ mimeType }) => mimeType === 'text/csv')!;
  expect(csv.disposition).toBe('attachment');
  const table = new TextDecoder().decode(csv.content as ArrayBuffer);
  expect(table.trim().split('\r\n')).toHaveLength(4);
  expect(table).toContain(`'=HYPERLINK`);
  for (const picture of mail.attachments.filter(({ mimeType }) => mimeType === 'image/png'))
    expect(mail.html).toContain(`cid:${picture.contentId!.slice(1, -1)}`);
});

it('is put into Slack once, with its essentials and a link to its page', async () => {
  const { handle } = await startDigest(stack, { id: 'in-slack', slack: '#fleet' });
  await handle.result();
  expect(stack.slack.messages).toHaveLength(1);
  const said = JSON.stringify(stack.slack.messages[0]!.blocks);
  const url = said.split(`<${stack.config.publicUrl}`)[1]?.split('|')[0];
  expect(url).toMatch(/^\/d\/[\w.-]+$/);
  expect(said).toContain(`${url}#coverage|`);
  expect(said).not.toContain('slack_file');
});

it('is not stopped by one receiver whom the mail server does not know', async () => {
  stack.smtp.unknownRecipients.add('gone@example.com');
  const { runId, handle } = await startDigest(stack, {
    id: 'one-gone',
    to: ['gone@example.com', 'ann@example.com'],
    slack: '#nowhere',
  });
  stack.slack.fault('chat.postMessage', { kind: 'error', error: 'channel_not_found' });
  await handle.result();
  const sent = await deliveriesOf(stack, runId);
  expect(sent.get('gone@example.com')).toMatchObject({ state: 'failed' });
  expect(sent.get('gone@example.com')!.reason).toContain('550');
  expect(sent.get('#nowhere')).toMatchObject({ state: 'failed' });
  expect(sent.get('ann@example.com')).toMatchObject({ state: 'sent' });
  expect(await runOf(runId)).toMatchObject({ state: 'done', reason: null });
});

it('says so when it reached nobody', async () => {
  stack.smtp.unknownRecipients.add('gone@example.com');
  const { runId, handle } = await startDigest(stack, { id: 'nobody', to: ['gone@example.com'] });
  await handle.result();
  expect(await runOf(runId)).toMatchObject({ state: 'done', reason: 'no_recipient_reached' });
});

it('does not go to someone who unsubscribed, even where it was planned already', async () => {
  await unsubscribe(stack.database.db, {
    fleetId: FLEET,
    digestId: 'left',
    address: 'Before@Example.com',
    at: new Date(),
  });
  // Every attempt is refused, so that the message is planned and tried, but still waits, when its recipient unsubscribes.
  stack.smtp.fault(...Array.from({ length: 20 }, () => ({ kind: 'refuse_recipient', status: 451 }) as const));
  const { runId, handle } = await startDigest(stack, {
    id: 'left',
    to: ['before@example.com', 'meanwhile@example.com'],
  });
  await until('tried', async () => {
    const waiting = (await deliveriesOf(stack, runId)).get('meanwhile@example.com');
    return waiting?.lastError != null;
  });
  await unsubscribe(stack.database.db, {
    fleetId: FLEET,
    digestId: 'left',
    address: 'meanwhile@example.com',
    at: new Date(),
  });
  await handle.result();
  const sent = await deliveriesOf(stack, runId);
  for (const address of ['before@example.com', 'meanwhile@example.com'])
    expect(sent.get(address)).toMatchObject({ state: 'skipped', reason: 'unsubscribed' });
  expect(stack.smtp.mails).toEqual([]);
  expect(await runOf(runId)).toMatchObject({ state: 'done', reason: 'all_unsubscribed' });
});

it('to fifty addresses keeps every history below 200 events, and no name or address in it', async () => {
  const to = Array.from({ length: 50 }, (_, index) => `lead-${index}@example.com`);
  const { runId, handle } = await startDigest(stack, { id: 'many', to, slack: '#fleet' });
  await handle.result();
  expect(stack.smtp.mails).toHaveLength(50);
  expect([...(await deliveriesOf(stack, runId)).values()].every(({ state }) => state === 'sent')).toBe(true);
  const ids = [0, 1, 2].map((part) =>
    digestMessagesWorkflowId({ fleet: FLEET, runId, part, deliveries: [] }),
  );
  for (const id of [handle.workflowId, ...ids]) {
    const history = await stack.client.workflow.getHandle(id).fetchHistory();
    expect(history.events!.length).toBeLessThan(200);
    const text = everythingIn(history);
    // The history does contain payloads in plain text.
    expect(text).toContain(`"runId":"${runId}"`);
    expect(text).not.toMatch(/lead-\d|d-1\b/);
  }
});

it('is sent once a period, however often its making is begun', async () => {
  const first = await startDigest(stack, { id: 'twice', to: ['ann@example.com'] });
  await first.handle.result();
  await stack
    .execute('digestWorkflow', `again:${first.runId}`, { fleet: FLEET, runId: first.runId })
    .catch(() => undefined);
  expect(stack.smtp.mails).toHaveLength(1);
});

it('that finds its mail server away for longer than it may be late is not sent at all', async () => {
  stack.smtp.fault(...Array.from({ length: 20 }, () => ({ kind: 'drop' }) as const));
  const { runId, handle } = await startDigest(stack, { id: 'late', to: ['ann@example.com'] });
  await until('tried', async () => {
    const waiting = (await deliveriesOf(stack, runId)).get('ann@example.com');
    return waiting?.lastError != null;
  });
  await stack.database.db
    .updateTable('digestRuns')
    .set({ createdAt: new Date(Date.now() - 3 * 86_400_000 - 60_000) })
    .where('id', '=', runId)
    .execute();
  await handle.result();
  expect((await deliveriesOf(stack, runId)).get('ann@example.com')).toMatchObject({
    state: 'skipped',
    reason: 'too_late',
  });
  expect(stack.smtp.mails).toEqual([]);
});

it('stands in the outbox where no channel is configured', async () => {
  const outbox = await startStack({ channels: 'outbox' });
  try {
    drive(outbox, 'd-1');
    await outbox.startWorker();
    const { handle } = await startDigest(outbox, { id: 'kept', to: ['ann@example.com'], slack: '#fleet' });
    await handle.result();
    const { items } = await listOutbox(outbox.database.db, { fleetId: FLEET, limit: 10 });
    expect(items.map(({ channel, receiver }) => [channel, receiver]).sort()).toEqual([
      ['email', 'ann@example.com'],
      ['slack', '#fleet'],
    ]);
    const mail = items.find(({ channel }) => channel === 'email')!;
    expect(mail.html).not.toContain('cid:');
  } finally {
    await outbox.close();
  }
});

it('goes to each entry of a route by group as the digest of its own group, resolved once', async () => {
  const groups = new Map([
    ['north', ['d-1']],
    ['south', ['d-2']],
    ['west', []],
  ]);
  for (const [group, drivers] of groups) stack.analytics.groups.set(group, drivers);
  const members = new Map([
    ['d-1', ['north']],
    ['d-2', ['south']],
  ]);
  const groupIds = [...groups.keys()];
  await keepGroups(stack.database.db, { fleetId: FLEET, groupIds, members, at: new Date() });
  await stack.publishAs('route', {
    id: 'lead',
    by: 'group',
    entries: { north: { email: ['north@example.com'] }, south: { email: ['south@example.com'] } },
    default: { email: ['rest@example.com'] },
  });
  const { runId, handle } = await startDigest(stack, {
    id: 'by-route',
    to: ['head@example.com', 'route:lead'],
  });
  await handle.result();
  const partsOf = () =>
    stack.database.db
      .selectFrom('digestRuns')
      .select(['id', 'part', 'state', 'document'])
      .where('partOf', '=', runId)
      .orderBy('id')
      .execute();
  await until('the parts are sent', async () => (await partsOf()).every(({ state }) => state === 'done'));
  const parts = await partsOf();
  expect(parts.map(({ part, document }) => [part, document['groups']])).toEqual([
    [['north'], ['north']],
    [['south'], ['south']],
    [['west'], ['west']],
  ]);
  expect([...(await deliveriesOf(stack, runId)).keys()]).toEqual(['head@example.com']);
  expect(stack.smtp.mails.flatMap(({ to }) => to).sort()).toEqual([
    'head@example.com',
    'north@example.com',
    'rest@example.com',
    'south@example.com',
  ]);
  const [north] = await deliveriesOf(stack, parts[0]!.id).then((sent) => [...sent.values()]);
  expect(north).toMatchObject({ receiver: 'north@example.com', recipientReason: { entry: 'north' } });
  const mailOf = (to: string) => stack.smtp.mails.find((mail) => mail.to[0] === to)!.parsed;
  expect(JSON.stringify(mailOf('north@example.com').text)).not.toContain('d-2');
  // A second planning with another version of the route changes nothing.
  await stack.publishAs('route', {
    id: 'lead',
    by: 'group',
    entries: {},
    default: { email: ['x@example.com'] },
  });
  await stack.execute('digestWorkflow', `again:${runId}`, { fleet: FLEET, runId });
  expect(await partsOf()).toHaveLength(3);
  expect(stack.smtp.mails).toHaveLength(4);
  // A digest to the route alone has no recipient for the whole fleet, so only its parts are made.
  const alone = await startDigest(stack, { id: 'by-route-alone', to: ['route:lead'] });
  expect(await alone.handle.result()).toEqual({ drivers: null, messages: 0 });
  await until('its part is sent', async () => Promise.resolve(stack.smtp.mails.length === 5));
  expect(stack.smtp.mails[4]!.to).toEqual(['x@example.com']);
  const whole = await stack.database.db
    .selectFrom('digestRuns')
    .select(['state', 'reason', 'content'])
    .where('id', '=', alone.runId)
    .executeTakeFirstOrThrow();
  expect(whole).toEqual({ state: 'done', reason: null, content: null });
  stack.analytics.groups.clear();
});
