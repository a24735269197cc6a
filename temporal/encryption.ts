import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import type { WorkflowHandle } from '@temporalio/client';
import { ApplicationFailure } from '@temporalio/common';
import type { DataConverter, Payload, PayloadCodec } from '@temporalio/common';
import type { Logger } from 'pino';
import type { PayloadKey } from '../config.ts';

/** The type of a failure that says: who took it has not the key that it is encrypted with. Workflows know it, too. */
export const MISSING_KEY = 'PayloadUnreadable';

type History = Awaited<ReturnType<WorkflowHandle['fetchHistory']>>;

/**
 * What the history of a workflow says about a key that a worker lacks: its last failed step, if nothing was done since.
 * @returns words that name the key's id, never a key; undefined when it is not a key that is missing
 */
export function missingKeyIn({ events }: History): string | undefined {
  const ended = (events ?? []).filter(
    (each) => each.activityTaskFailedEventAttributes ?? each.activityTaskCompletedEventAttributes,
  );
  const failure = ended.at(-1)?.activityTaskFailedEventAttributes?.failure;
  if (failure?.applicationFailureInfo?.type !== MISSING_KEY) return undefined;
  return wordsOfMissingKey(failure.message ?? '');
}

/** What a worker said about its missing key, for whoever waits for the answer. */
export function wordsOfMissingKey(said: string): string {
  const start = said.indexOf('A payload ');
  const what = start < 0 ? WITHOUT_WORDS : said.slice(start).replaceAll('this process', 'a worker');
  return `A worker could not read its input. ${what}`;
}

/** A worker with other keys encrypts its words with one of them. */
const WITHOUT_WORDS =
  'PAYLOAD_ENCRYPTION_KEYS of that worker lacks a key, which its log names: give all processes the same list.';

/** Into which the words of errors are put before they are encrypted; part of the workflow bundle. */
export const FAILURE_CONVERTER_PATH = fileURLToPath(new URL('./failureConverter.cjs', import.meta.url));

/**
 * How whatever Temporal keeps is written and read: by web server, worker and every other client alike.
 * @param keys none: plain text is written, and what is encrypted is refused with a reason
 */
export function createDataConverter(
  keys: readonly PayloadKey[],
  onUnreadable?: UnreadableListener,
): DataConverter {
  return {
    payloadCodecs: [createPayloadCodec(keys, onUnreadable)],
    ...(keys.length > 0 && { failureConverterPath: FAILURE_CONVERTER_PATH }),
  };
}

/**
 * Thrown when a payload cannot be opened. It names the key's id and never the content. An activity whose input it was is
 * tried again soon, however rare its tries have become: what is missing is a key, on this process.
 */
export class PayloadUnreadableError extends ApplicationFailure {
  constructor(reason: string) {
    super(reason, MISSING_KEY, false, undefined, undefined, '30 seconds');
  }
}

/** Hears of each payload that could not be opened. */
export type UnreadableListener = (error: PayloadUnreadableError) => void;

const ENCODING = 'binary/encrypted';
const KEY_ID = 'encryption-key-id';
const ALGORITHM = 'aes-256-gcm';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const LENGTH_BYTES = 4;

/**
 * Encrypts payloads with AES-256-GCM under the first key; opens those of any key, and leaves what is not encrypted as it
 * is, so that histories which began without keys go on. Without keys it encrypts nothing, and still says why it cannot open.
 */
export function createPayloadCodec(
  keys: readonly PayloadKey[],
  onUnreadable: UnreadableListener = () => undefined,
): PayloadCodec {
  const byId = new Map(keys.map((each) => [each.id, each]));
  const [current] = keys;
  const open = (payload: Payload): Payload => {
    if (textOf(payload, 'encoding') !== ENCODING) return payload;
    try {
      return opened(payload, byId);
    } catch (error) {
      if (error instanceof PayloadUnreadableError) onUnreadable(error);
      throw error;
    }
  };
  return {
    encode: async (payloads) =>
      Promise.resolve(current ? payloads.map((payload) => sealed(payload, current)) : payloads),
    // A throw becomes a rejection.
    // eslint-disable-next-line @typescript-eslint/require-await
    decode: async (payloads) => payloads.map(open),
  };
}

/**
 * Says whether payloads are as new ones would be: encrypted with the first key, or plain text without keys. Others are to be
 * written again where they stay for ever, so that a key can be taken away one day.
 */
export function sealedAsNew(keys: readonly PayloadKey[]): (payloads: readonly Payload[]) => boolean {
  const wanted = keys[0]?.id;
  return (payloads) =>
    payloads.every(
      (each) => (textOf(each, 'encoding') === ENCODING ? textOf(each, KEY_ID) : undefined) === wanted,
    );
}

function sealed(payload: Payload, { id, key }: PayloadKey): Payload {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv(ALGORITHM, key, nonce).setAAD(boundTo(id));
  const content = Buffer.concat([cipher.update(framed(payload)), cipher.final()]);
  return {
    metadata: { encoding: Buffer.from(ENCODING), [KEY_ID]: Buffer.from(id) },
    data: Buffer.concat([nonce, cipher.getAuthTag(), content]),
  };
}

function opened(payload: Payload, keys: ReadonlyMap<string, PayloadKey>): Payload {
  const id = textOf(payload, KEY_ID) ?? '';
  const found = keys.get(id);
  if (!found)
    throw new PayloadUnreadableError(
      keys.size === 0
        ? `A payload is encrypted with the key ${named(id)}, and PAYLOAD_ENCRYPTION_KEYS is not set on this process: set it as on the others.`
        : `A payload is encrypted with the key ${named(id)}, which PAYLOAD_ENCRYPTION_KEYS of this process does not contain: add it, behind the others.`,
    );
  try {
    const data = Buffer.from(payload.data ?? []);
    const decipher = createDecipheriv(ALGORITHM, found.key, data.subarray(0, NONCE_BYTES), {
      authTagLength: TAG_BYTES,
    })
      .setAAD(boundTo(id))
      .setAuthTag(data.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES));
    const content = data.subarray(NONCE_BYTES + TAG_BYTES);
    return unframed(Buffer.concat([decipher.update(content), decipher.final()]));
  } catch {
    throw new PayloadUnreadableError(
      `A payload is marked as encrypted with the key ${named(id)} and cannot be decrypted with it: it is damaged, or PAYLOAD_ENCRYPTION_KEYS of this process has another key under that id.`,
    );
  }
}

/** What is signed along with the content: a payload that was given another key's id does not open. */
function boundTo(keyId: string): Buffer {
  return Buffer.from(`tripline.payload.v1:${keyId}`);
}

/** An id as it may be shown: it comes from outside. */
function named(id: string): string {
  return `"${id.replace(/[^\w.-]/g, '?').slice(0, 31)}"`;
}

/** The whole payload as bytes: the length of its metadata, its metadata as JSON, its data. */
function framed({ metadata, data }: Payload): Buffer {
  const entries = Object.entries(metadata ?? {}).map(([name, value]) => [
    name,
    Buffer.from(value).toString('base64'),
  ]);
  const head = Buffer.from(JSON.stringify(Object.fromEntries(entries)));
  const length = Buffer.alloc(LENGTH_BYTES);
  length.writeUInt32BE(head.length);
  // Of a payload without data, the workflow sandbox makes an empty array that is no Uint8Array.
  return Buffer.concat([length, head, Buffer.from(data ?? [])]);
}

function unframed(bytes: Buffer): Payload {
  const end = LENGTH_BYTES + bytes.readUInt32BE(0);
  const head = JSON.parse(bytes.subarray(LENGTH_BYTES, end).toString()) as Record<string, string>;
  return {
    metadata: Object.fromEntries(
      Object.entries(head).map(([name, value]) => [name, Buffer.from(value, 'base64')]),
    ),
    data: bytes.subarray(end),
  };
}

function textOf({ metadata }: Payload, name: string): string | undefined {
  const bytes = metadata?.[name];
  return bytes && Buffer.from(bytes).toString();
}

/** A worker tries what it cannot open again and again: it says so once in this time for each reason. */
const SAID_EVERY_MS = 60_000;

/** Says in the log which key is missing. Nothing is lost meanwhile: the work waits for a process that has the key. */
export function logUnreadable(log: Logger, now: () => Date): UnreadableListener {
  const saidAt = new Map<string, number>();
  return ({ message }) => {
    const at = now().getTime();
    if (at - (saidAt.get(message) ?? -Infinity) < SAID_EVERY_MS) return;
    saidAt.set(message, at);
    log.error(`${message} The work waits until then.`);
  };
}
