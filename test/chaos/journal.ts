import { closeSync, fsyncSync, ftruncateSync, openSync, readSync, fstatSync, writeSync } from 'node:fs';

/** A file of JSON lines. `write` returns once the line is on disk. */
export interface Journal {
  write(entry: object): void;
}

/** Opens a journal for appending. Removes a line that a kill cut off, because its sender got no answer. */
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

/** Reads the lines that were added to a journal since the last call, without keeping them. */
export class JournalReader {
  readonly #path: string;
  /** Offset after the last complete line that was read, because an incomplete line may still be removed. */
  #position = 0;

  constructor(path: string) {
    this.#path = path;
  }

  /** @param onEntry called for each new entry, in order */
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

  /** @returns the incomplete last line */
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
