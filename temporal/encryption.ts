import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import type { WorkflowHandle } from '@temporalio/client';
import { ApplicationFailure } from '@temporalio/common';
import type { DataConverter, Payload, PayloadCodec } from '@temporalio/common';
import type { Logger } from 'pino';
import type { PayloadKey } from '../config.ts';

/** The type of a failure that a process reports when it lacks the key of a payload. Workflows use it, too. */
export const MISSING_KEY = 'PayloadUnreadable';

type History = Awaited<ReturnType<WorkflowHandle['fetchHistory']>>;

/**
 * Finds a worker's missing key in the history of a workflow: its last failed step, if no later step completed.
 * @returns words with the key's id, never a key; undefined when no key is missing
 */
export function missingKeyIn({ events }: History): string | undefined {
  const ended = (events ?? []).filter(
    (each) => each.activityTaskFailedEventAttributes ?? each.activityTaskCompletedEventAttributes,
  );
  const failure = ended.at(-1)?.activityTaskFailedEventAttributes?.failure;
  if (failure?.applicationFailureInfo?.type !== MISSING_KEY) return undefined;
  return wordsOfMissingKey(failure.message ?? '');
}

/** Returns a worker's message about its missing key for the caller that waits for the answer. */
export function wordsOfMissingKey(said: string): string {
  const start = said.indexOf('A payload ');
  const what = start < 0 ? WITHOUT_WORDS : said.slice(start).replaceAll('this process', 'a worker');
  return `A worker could not read its input. ${what}`;
}

/** The message without details: a worker with other keys encrypts its own words with one of them. */
const WITHOUT_WORDS =
  'PAYLOAD_ENCRYPTION_KEYS of that worker lacks a key, which its log names: give all processes the same list.';

/** The converter that moves the texts of errors into encrypted payloads; part of the workflow bundle. */
export const FAILURE_CONVERTER_PATH = fileURLToPath(new URL('./failureConverter.cjs', import.meta.url));

/**
 * Creates the converter of all data that Temporal stores, for web server, worker and every other client.
 * @param keys without keys, plain text is written, and encrypted data is refused with a reason
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
 * Reports a payload that cannot be decrypted. Names the key's id and never the content. Temporal retries an activity with such
 * an input soon, however long its retry interval has become, because only a key is missing on this process.
 */
export class PayloadUnreadableError extends ApplicationFailure {
  constructor(reason: string) {
    super(reason, MISSING_KEY, false, undefined, undefined, '30 seconds');
  }
}

/** Called for each payload that could not be decrypted. */
export type UnreadableListener = (error: PayloadUnreadableError) => void;

const ENCODING = 'binary/encrypted';
const KEY_ID = 'encryption-key-id';
const ALGORITHM = 'aes-256-gcm';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const LENGTH_BYTES = 4;

/**
 * Encrypts payloads with AES-256-GCM under the first key, and decrypts those of any key. Returns unencrypted payloads as they
 * are, so that older histories without keys continue. Without keys, encrypts nothing and reports why it cannot decrypt.
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
 * Returns a check whether payloads are encrypted as new ones would be: with the first key, or plain text without keys. Other
 * payloads that are stored for ever are rewritten, so that a key can be removed one day.
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

/** Returns the data that is authenticated with the content, so that a payload with a changed key id cannot be decrypted. */
function boundTo(keyId: string): Buffer {
  return Buffer.from(`tripline.payload.v1:${keyId}`);
}

/** Returns an id that is safe to show, because ids come from outside. */
function named(id: string): string {
  return `"${id.replace(/[^\w.-]/g, '?').slice(0, 31)}"`;
}

/** Serialises the whole payload: the length of its metadata, its metadata as JSON, its data. */
function framed({ metadata, data }: Payload): Buffer {
  const entries = Object.entries(metadata ?? {}).map(([name, value]) => [
    name,
    Buffer.from(value).toString('base64'),
  ]);
  const head = Buffer.from(JSON.stringify(Object.fromEntries(entries)));
  const length = Buffer.alloc(LENGTH_BYTES);
  length.writeUInt32BE(head.length);
  // The workflow sandbox represents missing data as an empty array that is not a Uint8Array.
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

/** Minimum time between two log lines with the same reason, because a worker retries unreadable payloads continuously. */
const SAID_EVERY_MS = 60_000;

/** Logs which key is missing. No work is lost meanwhile: it waits for a process that has the key. */
export function logUnreadable(log: Logger, now: () => Date): UnreadableListener {
  const saidAt = new Map<string, number>();
  return ({ message }) => {
    const at = now().getTime();
    if (at - (saidAt.get(message) ?? -Infinity) < SAID_EVERY_MS) return;
    saidAt.set(message, at);
    log.error(`${message} The work waits until then.`);
  };
}
