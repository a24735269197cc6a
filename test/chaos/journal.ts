import { closeSync, fsyncSync, ftruncateSync, openSync, readSync, fstatSync, writeSync } from 'node:fs';

/** A file of JSON lines; each is on the disk before `write` returns. */
export interface Journal {
  write(entry: object): void;
}

/** Opens a journal to go on with. A line that a kill cut off was answered to nobody: it is taken away. */
export function openJournal(path: string): Journal {
  const file = openSync(path, 'a+');
  ftruncateSync(file, wholeLines(file));
  return {
    write(entry) {
      writeSync(file, `${JSON.stringify(entry)}\n`);
      fsyncSync(file);
    },
  };
}

function wholeLines(file: number): number {
  const { size } = fstatSync(file);
  const piece = Buffer.alloc(64 * 1024);
  for (let end = size; end > 0; end -= piece.length) {
    const from = Math.max(0, end - piece.length);
    const length = readSync(file, piece, 0, end - from, from);
    const last = piece.subarray(0, length).lastIndexOf(0x0a);
    if (last >= 0) return from + last + 1;
  }
  return 0;
}

/** Reads what was added to a journal since the last time, line by line and without keeping any. */
export class JournalReader {
  readonly #path: string;
  /** Behind the last whole line that was read: what follows may be taken away again. */
  #position = 0;

  constructor(path: string) {
    this.#path = path;
  }

  /** @param onEntry is called for each new entry, in order */
  read(onEntry: (entry: unknown) => void): void {
    let file: number;
    try {
      file = openSync(this.#path, 'r');
    } catch {
      return;
    }
    try {
      const piece = Buffer.alloc(256 * 1024);
      let rest: Buffer = Buffer.alloc(0);
      for (;;) {
        const length = readSync(file, piece, 0, piece.length, this.#position + rest.length);
        if (length === 0) return;
        rest = this.#take(Buffer.concat([rest, piece.subarray(0, length)]), onEntry);
      }
    } finally {
      closeSync(file);
    }
  }

  /** @returns the line at the end that is not whole yet */
  #take(bytes: Buffer, onEntry: (entry: unknown) => void): Buffer {
    let from = 0;
    for (let end = bytes.indexOf(0x0a, from); end >= 0; end = bytes.indexOf(0x0a, from)) {
      onEntry(JSON.parse(bytes.subarray(from, end).toString('utf8')));
      from = end + 1;
    }
    this.#position += from;
    return bytes.subarray(from);
  }
}
