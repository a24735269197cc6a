import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { shortenedWebhook, webhookMessage } from '../../../messages/channels/webhook/index.ts';
import type { JsonObject } from '../../../rules/vocabulary/index.ts';
import { alertFullOf } from '../../messages/exampleAlert.ts';
import { deletionFullOf, incidentFullOf } from '../../messages/exampleIncident.ts';

/** The smallest limit of queues and functions behind a webhook: 256 KiB (Amazon EventBridge). */
const MOST_BYTES = 262_144;
/** Limit of a receiver that refused the whole body: nginx refuses more than 1 MB, small receivers more than 32 KiB. */
const MOST_SHORTENED_BYTES = 32_768;

const bytesOf = (body: JsonObject): number => Buffer.byteLength(JSON.stringify(body));

function expectToFit(body: JsonObject): void {
  expect(bytesOf(body)).toBeLessThan(MOST_BYTES);
  const shortened = shortenedWebhook(body);
  expect(bytesOf(shortened)).toBeLessThan(MOST_SHORTENED_BYTES);
  const { data } = body as { data: JsonObject };
  // The fields that identify the trip and link to the rest stay complete.
  expect(shortened).toMatchObject({
    type: body['type'],
    timestamp: body['timestamp'],
    data: { fleet: data['fleet'], link: data['link'], shortened: true },
  });
}

function everyBodyFullOf(text: string): readonly JsonObject[] {
  return [
    webhookMessage(alertFullOf(text)),
    ...(['open', 'acknowledged', 'resolved'] as const).map((state) =>
      webhookMessage(incidentFullOf(text, state)),
    ),
    ...(['requested', 'approved', 'expired'] as const).map((state) =>
      webhookMessage(deletionFullOf(text, state)),
    ),
  ];
}

describe('a webhook’s body, as a whole', () => {
  it.each([
    ['letters', 'x'.repeat(500)],
    ['quotation marks', '"'.repeat(500)],
    ['control characters', '\u0001'.repeat(500)],
    ['emoji', '🚚'.repeat(250)],
    ['halves of characters', '\ud83d'.repeat(500)],
    ['two thousand characters', 'y'.repeat(2_000)],
  ])('fits whatever it is about when every text of it is %s', (_name, text) => {
    for (const body of everyBodyFullOf(text)) expectToFit(body);
  });

  it('fits for any text', () => {
    const text = fc.oneof(
      fc.string({ unit: 'grapheme', maxLength: 500 }),
      fc.string({ minLength: 400, maxLength: 1_000 }),
      fc.array(fc.constantFrom(...'a&"\\\u0001é🚚\n'), { maxLength: 500 }).map((all) => all.join('')),
    );
    fc.assert(
      fc.property(text, (each) => {
        for (const body of everyBodyFullOf(each)) expectToFit(body);
      }),
      { numRuns: 60 },
    );
  });
});
