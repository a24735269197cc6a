import { execFile } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { useDatabase } from '../support/store/useDatabase.ts';

const root = join(import.meta.dirname, '../..');
const COPIED = [
  'activities',
  'analytics',
  'api',
  'cli',
  'config',
  'config.ts',
  'messages',
  'package.json',
  'rules',
  'server',
  'store',
  'temporal',
  'test/support',
  'texts',
  'tsconfig.json',
  'workflows',
];
const inTest = useDatabase();
let copy: string;
beforeAll(() => {
  copy = mkdtempSync(join(tmpdir(), 'tripline-recipes-'));
  for (const path of COPIED) cpSync(join(root, path), join(copy, path), { recursive: true });
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'));
});
afterAll(() => rmSync(copy, { recursive: true, force: true }));

/** Writes a new file of a recipe. */
function add(path: string, text: string): void {
  mkdirSync(dirname(join(copy, path)), { recursive: true });
  writeFileSync(join(copy, path), text);
}

/** Puts lines before a line that is in a file once. */
function insert(path: string, before: string, lines: string): void {
  const parts = readFileSync(join(copy, path), 'utf8').split(before);
  expect(parts, `${path} has once: ${before}`).toHaveLength(2);
  writeFileSync(join(copy, path), parts.join(lines + before));
}

/** Runs a script in the changed copy. @returns the JSON that it prints */
async function said(script: string): Promise<unknown> {
  add('recipe.ts', script);
  const args = ['--import', 'tsx', 'recipe.ts', inTest.url];
  const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: copy });
  return JSON.parse(stdout);
}

it('a fact is one entry of the vocabulary and its name: rules, reference, schema and lint have it', async () => {
  insert(
    'rules/vocabulary/tripFacts.ts',
    "  defineFact({\n    name: 'trip.path_points',",
    `  defineFact({
    name: 'trip.event_count',
    type: 'number',
    help: 'How many events the trip has.',
    plural: true,
    minimum: 0,
    fromTrip: (trip) => trip.events?.length,
    notSent: 'noEvents',
    examples: [{ operator: 'greaterThan', value: 9 }],
  }),
`,
  );
  insert('texts/en/facts.ts', "  'trip.path_points':", "  'trip.event_count': 'events in the trip',\n");
  insert('texts/de/facts.ts', "  'trip.path_points':", "  'trip.event_count': 'Ereignisse der Fahrt',\n");
  const found = await said(`
import { decisionWords } from './messages/decisions/index.ts';
import { compileRules, evaluateRules } from './rules/evaluation/index.ts';
import { planFacts, resolveFacts } from './rules/facts/index.ts';
import { parseRule } from './rules/lint/index.ts';
import { factsPage } from './rules/reference/index.ts';
import { documentJsonSchema } from './rules/schemas/index.ts';
import { FACT_NAMES } from './rules/vocabulary/index.ts';

const rule = (value) => ({
  id: 'busy', name: 'Busy trip', actions: [{ type: 'slack', channel: '#fleet' }],
  conditions: { all: [{ fact: 'trip.event_count', operator: 'greaterThan', value }] },
});
const parsed = parseRule(rule(1));
const refused = parseRule(rule('many'));
const compiled = compileRules([{ id: 'busy', version: 1, rule: parsed.document }]);
const decided = async (events) => {
  const trip = { driverId: 'd-1', tripId: 't-1', ratings: {}, extra: {}, problems: [], events };
  const sources = { trip, decidedAt: '2026-03-01T09:00:00Z', readings: new Map(), windows: new Map() };
  const facts = resolveFacts(compiled.requests, sources);
  const [decision] = await evaluateRules(compiled, facts, trip);
  return decisionWords(decision, 'en').sentence;
};
console.log(JSON.stringify({
  warnings: parsed.warnings,
  refused: refused.errors.map(({ message }) => message),
  sentences: [await decided([{}, {}]), await decided([]), await decided(undefined)],
  isInReference: factsPage().includes('How many events the trip has.'),
  isInSchema: JSON.stringify(documentJsonSchema('rule')).includes('"trip.event_count"'),
  isCompleted: FACT_NAMES.includes('trip.event_count'),
}));
`);
  expect(found).toEqual({
    warnings: [],
    refused: [expect.stringContaining('number')],
    sentences: [
      'Events in the trip were 2 (threshold: more than 1).',
      'Not matched: events in the trip were 0 (threshold: more than 1).',
      "Not decided: the trip's events did not arrive.",
    ],
    isInReference: true,
    isInSchema: true,
    isCompleted: true,
  });
});

it('a channel is a folder and a line of the registry in each layer: rules name it, and the ledger sends over it', async () => {
  add(
    'rules/channels/sms.ts',
    `import type { ChannelEntry } from './entry.ts';

export const sms = {
  name: 'SMS',
  inText: 'SMS',
  readBy: 'people',
  receiversIn: 'numbers',
  ignoresCase: false,
  templates: [],
  hasLookup: false,
  isEachReceiverAService: false,
  incidentNotes: 'each',
  hasAnswerLink: true,
  answersWithin: 'seconds',
  service: 'sms',
  alarms: { refused: { title: 'SMS are refused' }, unavailable: { title: 'The gateway does not answer' } },
} as const satisfies ChannelEntry;
`,
  );
  insert('rules/channels/registry.ts', 'import { webhook }', "import { sms } from './sms.ts';\n");
  insert('rules/channels/registry.ts', 'webhook } as const;', 'sms, ');
  add(
    'rules/documents/channels/sms.ts',
    `import * as z from 'zod';
import { held, notBatched } from '../fields/index.ts';

const numbers = z.array(z.string().regex(/^\\+\\d{8,15}$/)).min(1).max(10).describe('Telephone numbers.');
const action = z
  .strictObject({ type: z.literal('sms').describe('A text message.'), numbers, ...held, ...notBatched })
  .meta({ id: 'SmsAction', description: 'Sends a text message.' });
const page = z
  .strictObject({ type: z.literal('sms').describe('A text message.'), numbers })
  .meta({ id: 'SmsPage', description: 'Notifies people by text message.' });
export const sms = { action, page };
`,
  );
  insert('rules/documents/channels/schemas.ts', 'import { webhook }', "import { sms } from './sms.ts';\n");
  insert('rules/documents/channels/schemas.ts', 'webhook } satisfies', 'sms, ');
  add(
    'activities/channels/sms/index.ts',
    `/** Sends text messages. */
import type { ChannelSender } from '../../dependencies/index.ts';

export const sent: { readonly to: string; readonly isMarked: boolean }[] = [];

export function createSmsChannel(): ChannelSender {
  return {
    isConfigured: () => true,
    async deliver(_deps, { delivery, content }) {
      return {
        async send(isRepeat) {
          content.marked(isRepeat);
          sent.push({ to: delivery.receiver, isMarked: isRepeat });
          return sent.length === 1
            ? { kind: 'unknown_outcome', reason: 'the gateway did not answer' }
            : { kind: 'sent', reference: { message: 'sms-1' } };
        },
      };
    },
  };
}
`,
  );
  insert(
    'activities/channels/senders.ts',
    'import { createWebhookChannel',
    "import { createSmsChannel } from './sms/index.ts';\n",
  );
  insert(
    'activities/channels/senders.ts',
    '    webhook: createWebhookChannel',
    '    sms: createSmsChannel(),\n',
  );
  for (const language of ['en', 'de']) {
    insert(`texts/${language}/setup.ts`, '  channel_webhook:', "  channel_sms: 'SMS',\n");
    insert(
      `texts/${language}/alarms.ts`,
      '  webhook_refused:',
      "  sms_refused: 'The gateway refuses messages.',\n  sms_unavailable: 'The gateway does not answer.',\n",
    );
  }
  const found = await said(`
import { createChannels } from './activities/channels/index.ts';
import { sent } from './activities/channels/sms/index.ts';
import { parseRule } from './rules/lint/index.ts';
import { documentJsonSchema } from './rules/schemas/index.ts';
import { openDatabase } from './store/db/index.ts';
import { messengersInTest } from './test/support/incidents/messengers.ts';

const rule = (numbers) => parseRule({
  id: 'crash', name: 'Crash',
  conditions: { all: [{ fact: 'trip.score', operator: 'lessThan', value: 10 }] },
  actions: [{ type: 'sms', numbers }],
});
const database = openDatabase(process.argv[2]);
const channels = createChannels({ config: { fleets: [], outgoingWebhooks: {} } });
const inTest = await messengersInTest(database.db, { fleet: 'north', channels });
const id = await inTest.plan('incident_page', { action: 'sms', receiver: '+4917000000' });
const attempts = await inTest.attempts(id, 3);
const { state, possibleRepeat, reference } = await inTest.delivery(id);
await database.close();
console.log(JSON.stringify({
  isTaken: rule(['+4917000000']).ok,
  refused: rule(['0170']).errors?.map(({ pointer }) => pointer),
  isInSchema: JSON.stringify(documentJsonSchema('rule')).includes('"SmsAction"'),
  ended: attempts.map(({ ended }) => ended),
  delivery: { state, possibleRepeat, reference },
  sent,
}));
`);
  expect(found).toEqual({
    isTaken: true,
    refused: ['/actions/0/numbers/0'],
    isInSchema: true,
    ended: [expect.any(String), 'sent'],
    delivery: { state: 'sent', possibleRepeat: true, reference: { message: 'sms-1' } },
    sent: [
      { to: '+4917000000', isMarked: false },
      { to: '+4917000000', isMarked: true },
    ],
  });
});
