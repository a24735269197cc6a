import { mkdtempSync, rmSync, writeFileSync, appendFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { JournalReader, openJournal } from './journal.ts';
import { DELETION } from './oracle.ts';
import { sumOf } from './report.ts';
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
    [
      'each notified once',
      [{ text: A }, { text: B }],
      { delivered: 2, lost: 0, phantom: 0, avoidable: 0, marked: 0 },
    ],
    ['one message for both', [{ text: `${A} and ${B}` }], { delivered: 2, lost: 0, avoidable: 0 }],
    ['one not delivered', [{ text: A }], { delivered: 1, lost: 1 }],
    ['delivered twice', [{ text: A }, { text: A }, { text: B }], { lost: 0, avoidable: 1, marked: 0 }],
    [
      'delivered again, marked',
      [{ text: A }, { text: `${A} Possible duplicate: …` }, { text: B }],
      { avoidable: 0, marked: 1 },
    ],
    [
      'delivered twice unmarked and once marked',
      [{ text: A }, { text: A }, { text: `[Possible duplicate] ${A}` }, { text: B }],
      { avoidable: 1, marked: 1 },
    ],
    [
      'delivered once and marked five times: one repeat is excused',
      [{ text: A }, ...Array.from({ length: 5 }, () => ({ text: `${A} possible duplicate` })), { text: B }],
      { delivered: 2, avoidable: 4, marked: 1 },
    ],
    [
      'marked twice and never delivered unmarked',
      [{ text: `${A} possible duplicate` }, { text: `${A} possible duplicate` }, { text: B }],
      { avoidable: 1, marked: 0 },
    ],
    [
      'marked, and delivered once',
      [{ text: `${A} possible duplicate` }, { text: B }],
      { avoidable: 0, marked: 0 },
    ],
    ['a driver twice in one message', [{ text: `${A} ${A}`, blocks: [A] }, { text: B }], { avoidable: 0 }],
  ])('%s', (_name, entries, figures) => {
    expect(figuresOf(entries)).toMatchObject(figures);
  });

  it('counts a webhook that says it may be a duplicate as marked', () => {
    const body = (repeat: boolean): object => ({ body: { driver: A, possible_repeat: repeat } });
    expect(figuresOf([body(false), body(true), { text: B }])).toMatchObject({ avoidable: 0, marked: 1 });
    expect(figuresOf([body(false), body(false), { text: B }])).toMatchObject({ avoidable: 1, marked: 0 });
  });

  it('excuses one marked repeat for each message that is due', () => {
    const tally = new Tally(new Map([[`#c ${A}`, 2]]), []);
    const add = (text: string): void => tally.add({ receiver: '#c', text } as { receiver: string });
    for (const text of [A, A, `${A} possible duplicate`, `${A} possible duplicate`]) add(text);
    expect(tally.figures().get('#c')).toMatchObject({ avoidable: 0, marked: 2 });
    add(`${A} possible duplicate`);
    expect(tally.figures().get('#c')).toMatchObject({ avoidable: 1, marked: 2 });
  });

  it('excuses no marked repeat that has no cause', () => {
    const tally = tallyOf([{ text: A }, { text: `${A} possible duplicate` }, { text: B }]);
    expect(tally.figures(() => 0).get('#c')).toMatchObject({ avoidable: 1, marked: 0 });
    expect([...tally.tooMany((key) => Number(key.endsWith(B)))]).toMatchObject([
      { kind: 'avoidable', count: 1 },
    ]);
  });

  it('excuses as many marked repeats as have a cause', () => {
    const texts = [A, ...Array<string>(3).fill(`${A} possible duplicate`), B];
    const tally = tallyOf(texts.map((text) => ({ text })));
    expect(tally.figures(() => 2).get('#c')).toMatchObject({ avoidable: 1, marked: 2 });
    expect(tally.figures(() => 3).get('#c')).toMatchObject({ avoidable: 0, marked: 3 });
  });

  it('finds what nobody should have got, and what is about nobody', () => {
    const tally = tallyOf([{ text: A }, { text: B }, { receiver: '#other', text: A }, { text: 'hello' }]);
    expect(tally.figures().get('#other')).toMatchObject({ expected: 0, phantom: 1 });
    expect(tally.strange).toHaveLength(1);
  });
});

describe('deletions that a cap limits', () => {
  const drivers = Array.from({ length: 4 }, (_each, index) => `drv-000001${index}`);
  const deletionsOf = (deleted: readonly string[]) => {
    const tally = new Tally(new Map(), [], [{ rule: 'yard', cap: 2, drivers: new Set(drivers) }]);
    for (const driver of deleted) tally.add({ receiver: DELETION, driver } as { receiver: string });
    return sumOf(tally.figures().values());
  };
  afterEach(() => vi.useRealTimers());

  it('are right whichever they are, as many as may be', () => {
    for (const pair of [drivers.slice(0, 2), drivers.slice(2)])
      expect(deletionsOf(pair)).toEqual({
        expected: 2,
        delivered: 2,
        lost: 0,
        phantom: 0,
        avoidable: 0,
        marked: 0,
      });
    expect(deletionsOf(drivers.slice(3))).toMatchObject({ delivered: 1, lost: 1 });
  });

  it('are phantoms beyond the cap, and doubles when one trip is asked for twice', () => {
    expect(deletionsOf(drivers)).toMatchObject({ delivered: 2, phantom: 2, avoidable: 0 });
    const [first, second] = drivers as [string, string];
    expect(deletionsOf([first, second, first])).toMatchObject({ phantom: 0, avoidable: 1 });
    expect(deletionsOf([first, second, 'drv-0000099'])).toMatchObject({ phantom: 1, avoidable: 0 });
  });

  it('may be as many again on the next UTC date', () => {
    vi.useFakeTimers({ now: new Date('2026-11-21T23:59:58Z') });
    const tally = new Tally(new Map(), [], [{ rule: 'yard', cap: 2, drivers: new Set(drivers) }]);
    vi.setSystemTime(new Date('2026-11-22T00:00:01Z'));
    for (const driver of drivers) tally.add({ receiver: DELETION, driver } as { receiver: string });
    expect(sumOf(tally.figures().values())).toMatchObject({ lost: 0, phantom: 0, avoidable: 0 });
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

  it('is read on rightly when a line that was read in part is taken away, and others come in its place', () => {
    openJournal(path).write({ n: 1 });
    appendFileSync(path, '{"n":2,"text":"cut o');
    const reader = new JournalReader(path);
    expect(readAll(reader)).toEqual([{ n: 1 }]);
    const journal = openJournal(path);
    for (const n of [3, 4, 5, 6]) journal.write({ n });
    expect(readAll(reader)).toEqual([3, 4, 5, 6].map((n) => ({ n })));
  });

  it('takes away what a kill cut off', () => {
    writeFileSync(path, `{"n":1}\n{"n":2,"text":"${'x'.repeat(100_000)}`);
    openJournal(path).write({ n: 3 });
    expect(readAll(new JournalReader(path))).toEqual([{ n: 1 }, { n: 3 }]);
  });
});
