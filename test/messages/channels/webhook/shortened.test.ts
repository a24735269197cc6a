import { expect, it } from 'vitest';
import { shortenedWebhook } from '../../../../messages/channels/webhook/index.ts';

const LINK = `https://tripline.example/t/${'x'.repeat(400)}`;
const body = {
  type: 'alert.matched',
  timestamp: '2026-03-10T12:33:00.000Z',
  data: {
    fleet: 'north',
    severity: 'critical',
    driver_id: 'd-17',
    trip_id: 't-1',
    rule: { id: 'crash', name: '🚗'.repeat(400), version: 3 },
    sentence: 'a'.repeat(1_000),
    facts: Array.from({ length: 50 }, () => ({ fact: 'trip.score' })),
    events: Array.from({ length: 500 }, () => ({ type: 'COLLISION' })),
    text: 'b'.repeat(5_000),
    link: LINK,
    possible_repeat: true,
  },
};

it('a shortened body keeps what it is about, its link and its mark, and says that it is shortened', () => {
  const { type, timestamp, data } = shortenedWebhook(body) as {
    type: string;
    timestamp: string;
    data: object;
  };
  expect({ type, timestamp }).toEqual({ type: body.type, timestamp: body.timestamp });
  expect(data).toMatchObject({
    fleet: 'north',
    severity: 'critical',
    driver_id: 'd-17',
    trip_id: 't-1',
    rule: { id: 'crash', version: 3 },
    link: LINK,
    possible_repeat: true,
    shortened: true,
  });
  expect(JSON.stringify(shortenedWebhook(body)).length).toBeLessThan(2_000);
});

it('a shortened body cuts no character in two', () => {
  expect(JSON.stringify(shortenedWebhook(body))).not.toMatch(/\\ud83d(?!\\ude97)/);
  const odd = { ...body, data: { ...body.data, sentence: `a${'🚗'.repeat(400)}` } };
  expect(JSON.stringify(shortenedWebhook(odd))).not.toContain('\\ud83d');
});
