import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { channelTestMessage } from '../../../../messages/alerts/index.ts';
import { webhookMessage } from '../../../../messages/channels/webhook/index.ts';
import { exampleAlert } from '../../exampleAlert.ts';
import { exampleIncident } from '../../exampleIncident.ts';

/** Returns the data of the example body in a page of the docs. */
function documented(page: string, type: string): Readonly<Record<string, unknown>> {
  const text = readFileSync(new URL(`../../../../docs/${page}`, import.meta.url), 'utf8');
  const blocks = [...text.matchAll(/```json\n(.*?)```/gs)].map((match) => match[1]!);
  const example = blocks.find((block) => block.includes(`"type": "${type}"`));
  return (JSON.parse(example!) as { data: Record<string, unknown> }).data;
}

it.each([
  ['rules-reference.md', webhookMessage(exampleAlert)],
  ['incidents.md', webhookMessage(exampleIncident)],
  [
    'rules-reference.md',
    webhookMessage(
      channelTestMessage(
        { message: 'Ann tested this channel.', raisedAt: new Date() },
        { fleet: exampleAlert.fleet, deliveryKey: 'k', possibleRepeat: false },
      ),
    ),
  ],
])('the example in %s has the fields that are sent, in their order', (page, { type, data }) => {
  expect(Object.keys(documented(page, type as string))).toEqual(Object.keys(data as object));
});
