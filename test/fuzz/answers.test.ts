import { expect, it } from 'vitest';
import { answersInWords } from './answers.ts';
import { withKnownIds } from './document.ts';

it('reports how often each status came, and which operations never succeeded', () => {
  const counts = { 'GET /a 200': 2, 'GET /a 404': 1, 'POST /b 422': 3, 'POST /b 404': 1, 'GET /c 302': 1 };
  expect(answersInWords(counts).split('\n')).toEqual([
    'Answers by status: 200: 2, 302: 1, 404: 2, 422: 3',
    'Operations without a success: 1',
    '  POST /b: 404, 422',
  ]);
});

it('gives path parameters what is there, by the longest beginning, beside what the document allows', () => {
  const text = { type: 'string', minLength: 1 };
  const inPath = (...names: string[]) => ({
    get: { parameters: names.map((name) => ({ name, in: 'path', schema: text })) },
  });
  const document = {
    paths: { '/f/{fleet}/rules/{id}': inPath('fleet', 'id'), '/f/{fleet}/runs/{id}': inPath('id'), '/': {} },
  };
  const known = { '/f/': { id: ['other'] }, '/f/{fleet}/rules/': { id: ['one'] } };
  expect(withKnownIds(document, { fleet: 'north', known })).toMatchObject({
    paths: {
      '/f/{fleet}/rules/{id}': {
        get: {
          parameters: [
            { schema: { type: 'string', enum: ['north'] } },
            { schema: { anyOf: [{ enum: ['one'] }, { ...text, not: { enum: ['one'] } }] } },
          ],
        },
      },
      '/f/{fleet}/runs/{id}': {
        get: {
          parameters: [{ schema: { anyOf: [{ enum: ['other'] }, { ...text, not: { enum: ['other'] } }] } }],
        },
      },
    },
  });
});
