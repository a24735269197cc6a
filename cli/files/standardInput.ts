import { CommandError } from '../terminal/index.ts';

/** Path that stands for the standard input. */
const STANDARD_INPUT = '-';

/** Maximum number of bytes that are read, so that an endless pipe does not fill the memory. */
const LARGEST = 64 * 1_048_576;

/** Bytes read from each stream. A command may need the same file twice, but a stream delivers its bytes only once. */
const read = new WeakMap<NodeJS.ReadableStream, Promise<Buffer>>();

/** Returns whether a path stands for the standard input. */
export function isStandardInput(path: string): boolean {
  return path === STANDARD_INPUT;
}

/** Reads the standard input to its end, once per process. @throws CommandError above 64 MiB */
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
    if (size > LARGEST)
      throw new CommandError(
        'The standard input has more than 64 MiB, so it was not read to its end: send one document or one list of drivers.',
      );
    chunks.push(bytes);
  }
  return Buffer.concat(chunks);
}
