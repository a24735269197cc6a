import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { given, onWire } from '../../../../server/api/http/index.ts';

const schema = z.object({
  id: z.string(),
  opened_at: z.iso.datetime(),
  state: z.enum(['open', 'resolved']),
  note: z.string().optional(),
  resolved_by: z.string().optional(),
});
const row = {
  id: 'i-1',
  fleetId: 'planted',
  openedAt: new Date('2026-03-10T12:00:00Z'),
  state: 'open' as const,
  note: null,
  resolvedBy: 'Ann' as string | null,
};

describe('a row on the wire', () => {
  it('has the fields that the schema names, without those that are null', () => {
    expect(JSON.parse(JSON.stringify(onWire(schema, row, {})))).toEqual({
      id: 'i-1',
      opened_at: '2026-03-10T12:00:00.000Z',
      state: 'open',
      resolved_by: 'Ann',
    });
  });

  it('has the given value of a field in the place of the row’s', () => {
    const shown = onWire(schema, row, { id: 'other', note: 'A pothole.', resolved_by: null });
    expect(shown).toMatchObject({ id: 'other', note: 'A pothole.' });
    expect(shown).not.toHaveProperty('resolved_by');
  });

  it('is refused by the compiler where a field is missing or has another form', () => {
    const { note: _note, ...withoutNote } = row;
    // @ts-expect-error -- the row has no note
    onWire(schema, withoutNote, {});
    // @ts-expect-error -- the state may be any text
    onWire(schema, { ...row, state: 'any text' }, {});
    // @ts-expect-error -- an id is required
    onWire(schema, { ...row, id: null }, {});
    expect(onWire(schema, withoutNote, { note: undefined })).not.toHaveProperty('note');
  });
});

it('given values are those that are neither null nor undefined', () => {
  expect(given({ a: 0, b: '', c: false, d: null, e: undefined })).toEqual({ a: 0, b: '', c: false });
});
