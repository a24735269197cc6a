import { mkdtempSync, rmSync, writeFileSync, appendFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { JournalReader, openJournal } from './journal.ts';
import { Tally } from './tally.ts';

const [A, B] = ['drv-0000001', 'drv-0000002'];
const tallyOf = (entries: readonly object[]): Tally => {
  const tally = new Tally(
    new Map([
      [`#c ${A}`, 1],
      [`#c ${B}`, 1],
    ]),
    [],
  );
  for (const entry of entries) tally.add({ receiver: '#c', ...entry });
  return tally;
};
const figuresOf = (entries: readonly object[]) => tallyOf(entries).figures().get('#c');

describe('the tally', () => {
  it.each([
    ['each told once', [{ text: A }, { text: B }], { told: 2, lost: 0, phantom: 0, avoidable: 0, marked: 0 }],
    ['one message for both', [{ text: `${A} and ${B}` }], { told: 2, lost: 0, avoidable: 0 }],
    ['nobody told of one', [{ text: A }], { told: 1, lost: 1 }],
    ['told twice', [{ text: A }, { text: A }, { text: B }], { lost: 0, avoidable: 1, marked: 0 }],
    [
      'told again, marked',
      [{ text: A }, { text: `${A} This may be a repeat: …` }, { text: B }],
      { avoidable: 0, marked: 1 },
    ],
    [
      'told twice unmarked and once marked',
      [{ text: A }, { text: A }, { text: `[Possible repeat] ${A}` }, { text: B }],
      { avoidable: 1, marked: 1 },
    ],
    ['marked, and told once', [{ text: `${A} may be a repeat` }, { text: B }], { avoidable: 0, marked: 0 }],
    ['a driver twice in one message', [{ text: `${A} ${A}`, blocks: [A] }, { text: B }], { avoidable: 0 }],
  ])('%s', (_name, entries, figures) => {
    expect(figuresOf(entries)).toMatchObject(figures);
  });

  it('finds what nobody should have got, and what is about nobody', () => {
    const tally = tallyOf([{ text: A }, { text: B }, { receiver: '#other', text: A }, { text: 'hello' }]);
    expect(tally.figures().get('#other')).toMatchObject({ expected: 0, phantom: 1 });
    expect(tally.strange).toHaveLength(1);
  });
});

describe('the journal', () => {
  let folder: string;
  let path: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'tripline-journal-'));
    path = join(folder, 'journal.jsonl');
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));
  const readAll = (reader: JournalReader): unknown[] => {
    const entries: unknown[] = [];
    reader.read((entry) => entries.push(entry));
    return entries;
  };

  it('is read on where it was left, half lines when they are whole', () => {
    const reader = new JournalReader(path);
    expect(readAll(reader)).toEqual([]);
    const journal = openJournal(path);
    journal.write({ n: 1, text: 'ü'.repeat(200_000) });
    appendFileSync(path, '{"n":');
    expect(readAll(reader)).toMatchObject([{ n: 1 }]);
    appendFileSync(path, '2}\n');
    expect(readAll(reader)).toEqual([{ n: 2 }]);
  });

  it('takes away what a kill cut off', () => {
    writeFileSync(path, `{"n":1}\n{"n":2,"text":"${'x'.repeat(100_000)}`);
    openJournal(path).write({ n: 3 });
    expect(readAll(new JournalReader(path))).toEqual([{ n: 1 }, { n: 3 }]);
  });
});
