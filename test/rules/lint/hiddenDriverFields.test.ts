import { expect, it } from 'vitest';
import { settingsFrom } from '../../../rules/drivers/index.ts';
import { hiddenDriverFields, parseRule } from '../../../rules/lint/index.ts';
import type { JsonObject } from '../../../rules/vocabulary/index.ts';

function warnings(subject: string, privacy: JsonObject): readonly { pointer: string; message: string }[] {
  const parsed = parseRule({
    id: 'r',
    name: 'R',
    severity: 'warning',
    mode: 'live',
    conditions: { all: [{ fact: 'trip.distance_km', operator: 'greaterThan', value: 1 }] },
    actions: [
      { type: 'slack', channel: '#fleet' },
      { type: 'email', to: ['lead@example.com'], subject },
    ],
  });
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.errors));
  return hiddenDriverFields(parsed.document, settingsFrom({ privacy }));
}

it('names each field that a template shows and the settings keep out, at its template', () => {
  expect(warnings('{{ driver.name }}, {{ driver.phone }}', { name: false, phone: false })).toEqual([
    {
      pointer: '/actions/1/subject',
      message:
        'the fleet’s settings keep driver.name out of messages (privacy.name is false): it is the id here',
    },
    {
      pointer: '/actions/1/subject',
      message:
        'the fleet’s settings keep driver.phone out of messages (privacy.phone is false): it is empty here',
    },
  ]);
});

it('says nothing of fields that are shown, and of the id, which always is', () => {
  expect(warnings('{{ driver.name }} {{ driver.id }}', { name: true, phone: false })).toEqual([]);
});
