import { CommandError } from '../terminal/index.ts';

/** Stands for the standard input where a command takes a file. */
const STANDARD_INPUT = '-';

/** Most bytes that are read, so that a pipe without an end does not fill the memory. */
const LARGEST = 64 * 1_048_576;

/** What each stream held: a command may need the same file more than once, and a stream gives it once. */
const read = new WeakMap<NodeJS.ReadableStream, Promise<Buffer>>();

/** Whether a path stands for the standard input. */
export function isStandardInput(path: string): boolean {
  return path === STANDARD_INPUT;
}

/** Reads the standard input to its end, once a process. @throws CommandError above 64 MiB */
export function readStandardInput(): Promise<Buffer> {
  const stream = process.stdin;
  const bytes = read.get(stream) ?? bytesOf(stream);
  read.set(stream, bytes);
  return bytes;
}

async function bytesOf(stream: NodeJS.ReadableStream): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of stream) {
    const bytes = Buffer.from(chunk);
    size += bytes.length;
    if (size > LARGEST) throw new CommandError('The standard input has more than 64 MiB.');
    chunks.push(bytes);
  }
  return Buffer.concat(chunks);
}
