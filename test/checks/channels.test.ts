import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { expect, it } from 'vitest';
import { CHANNEL_NAMES } from '../../rules/channels/index.ts';

const root = join(import.meta.dirname, '../..');
const LAYERS = [
  'activities',
  'analytics',
  'cli',
  'config',
  'messages',
  'rules',
  'server',
  'store',
  'workflows',
];

/** Files that may name a channel, by reason. A new channel changes none of them. */
const REASONS: Readonly<Record<string, readonly string[]>> = {
  'The service’s webhook, which announces trips, is no channel.': [
    'activities/trips/assess.ts',
    'messages/explanations/tripToExplain.ts',
    'server/api/trips/notifications.ts',
    'server/api/operations/setup.ts',
    'server/api/trips/routes.ts',
    'server/webhooks/tripScored.ts',
    'store/migrations/0001_trips.ts',
    'store/reconcile/coverage.ts',
    'store/reconcile/runs.ts',
    'store/tables/columnTypes.ts',
    'store/trips/notifications.ts',
    'workflows/contracts/trips.ts',
  ],
  'How a request is authenticated, of which a press in Slack is one way.': [
    'server/http/route.ts',
    'server/openapi/openapi.ts',
  ],
  'Slack’s button presses.': ['server/slack/interactions.ts', 'server/slack/press.ts'],
  'Messages in Slack are updated in place.': [
    'activities/dispatch/updateMessages.ts',
    'store/incidents/sentMessages.ts',
  ],
  'Answers come by the API, by Slack’s buttons or by the link in an e-mail, which say who somebody is.': [
    'rules/escalation/answerTypes.ts',
    'rules/escalation/people.ts',
    'server/api/incidents/schemas.ts',
    'server/pages/answerPage.ts',
    'store/migrations/0001_incidents.ts',
  ],
  'Only Slack’s buttons decide deletions, so Slack is asked first.': ['rules/lint/deletion.ts'],
  'Grouped alerts in a mailbox have words of their own; in any other channel the usual ones.': [
    'activities/dispatch/compose.ts',
  ],
  'A place in a message: text in Slack is escaped in Slack’s way.': ['rules/templates/templates.ts'],
  'The driver’s e-mail address, a field of the driver record.': [
    'messages/drivers/exportColumns.ts',
    'rules/recipients/names.ts',
    'rules/recipients/resolve.ts',
    'rules/vocabulary/trips/driverRecord.ts',
    'store/drivers/importDirectory.ts',
  ],
  'A field of the digest document, or of the request for an approval.': [
    'cli/files/kinds.ts',
    'rules/lint/routeUse.ts',
    'rules/recipients/preview.ts',
  ],
  'An alarm of one channel alone.': ['messages/alerts/alarm.ts'],
  'The address that an identity provider states.': ['server/identity/claims.ts'],
  'A digest is unsubscribed by a link in its e-mail.': ['store/digests/deliveries.ts'],
  'Examples.': ['server/api/simulations/routes.ts', 'server/api/deliveries/outbox.ts'],
};

function filesIn(folder: string): string[] {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = `${folder}/${entry.name}`;
    if (entry.isDirectory()) return filesIn(path);
    return entry.name.endsWith('.ts') ? [path] : [];
  });
}

function isNamed(node: ts.Node): boolean {
  if (ts.isStringLiteral(node)) return CHANNEL_NAMES.some((name) => name === node.text);
  const sql =
    ts.isNoSubstitutionTemplateLiteral(node) ||
    ts.isTemplateHead(node) ||
    ts.isTemplateMiddleOrTemplateTail(node)
      ? node.text
      : '';
  return CHANNEL_NAMES.some((name) => sql.includes(`'${name}'`));
}

/** Returns the lines in which a file names a channel as a text, as a branch by channel does. */
function namesIn(text: string): readonly number[] {
  const file = ts.createSourceFile('file.ts', text, ts.ScriptTarget.Latest);
  const lines: number[] = [];
  const visit = (node: ts.Node): void => {
    if (isNamed(node)) lines.push(file.getLineAndCharacterOfPosition(node.getStart(file)).line + 1);
    ts.forEachChild(node, visit);
  };
  visit(file);
  return lines;
}

it('a channel is named in its own folders and the registries alone, but where there is a reason', () => {
  const files = [...LAYERS.flatMap(filesIn), 'config.ts', 'worker.ts'];
  const found = files
    .filter((path) => !path.includes('/channels/'))
    .filter((path) => namesIn(readFileSync(join(root, path), 'utf8')).length > 0);
  expect(found.sort()).toEqual(Object.values(REASONS).flat().sort());
});

it('finds a branch by channel', () => {
  expect(namesIn("const one = 1;\nif (action === 'slack') send();\n")).toEqual([2]);
  expect(namesIn("switch (action) { case 'email': break; }\ntype A = 'webhook' | 'other';\n")).toEqual([
    1, 2,
  ]);
  expect(
    namesIn("const one = sql`action = 'email'`;\nconst two = sql`${one} and action = 'slack'`;\n"),
  ).toEqual([1, 2]);
  expect(namesIn("const at = fleet.slack;\n// 'slack'\nconst text = 'by email';\n")).toEqual([]);
});
