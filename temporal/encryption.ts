import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import type { WorkflowHandle } from '@temporalio/client';
import { ApplicationFailure } from '@temporalio/common';
import type { DataConverter, Payload, PayloadCodec } from '@temporalio/common';
import type { Logger } from 'pino';
import type { PayloadKey } from '../config.ts';

/** Failure type of a process that lacks the key of a payload. Workflows use the same name. */
export const MISSING_KEY = 'PayloadUnreadable';

type History = Awaited<ReturnType<WorkflowHandle['fetchHistory']>>;

/**
 * Finds out from a workflow's history whether a worker lacks a key: if the last finished activity failed for that reason.
 * @returns a message with the key's id, but never a key; undefined when no key is missing
 */
export function missingKeyIn({ events }: History): string | undefined {
  const ended = (events ?? []).filter(
    (each) => each.activityTaskFailedEventAttributes ?? each.activityTaskCompletedEventAttributes,
  );
  const failure = ended.at(-1)?.activityTaskFailedEventAttributes?.failure;
  if (failure?.applicationFailureInfo?.type !== MISSING_KEY) return undefined;
  return wordsOfMissingKey(failure.message ?? '');
}

/** Converts a worker's message about its missing key into one for the caller who waits for the result. */
export function wordsOfMissingKey(said: string): string {
  const start = said.indexOf('A payload ');
  const what = start < 0 ? WITHOUT_WORDS : said.slice(start).replaceAll('this process', 'a worker');
  return `A worker could not read its input. ${what}`;
}

/** Message without the key's id. It is used if the worker's own message is encrypted with a key that this process lacks. */
const WITHOUT_WORDS =
  'PAYLOAD_ENCRYPTION_KEYS of that worker lacks a key, which its log names: give all processes the same list.';

/** Path of the converter that moves the texts of errors into encrypted payloads. The workflow bundle contains it. */
export const FAILURE_CONVERTER_PATH = fileURLToPath(new URL('./failureConverter.cjs', import.meta.url));

/**
 * Creates the converter of all data that Temporal stores, for the web server, the worker and every other client.
 * @param keys encryption keys. Without keys, data is stored as plain text, and reading encrypted data fails with a reason
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
 * Error when a payload cannot be decrypted. It contains the key's id, but never the content. Temporal retries such an activity
 * after 30 seconds, even if its retry interval is longer by then, because only this process lacks the key.
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
 * Creates a codec that encrypts payloads with AES-256-GCM under the first key, and decrypts those of any key. Passes unencrypted
 * payloads on, so that older histories continue. Without keys, it encrypts nothing, and fails to decrypt with a reason.
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
    // The function is async, so that an error becomes a rejection.
    // eslint-disable-next-line @typescript-eslint/require-await
    decode: async (payloads) => payloads.map(open),
  };
}

/**
 * Returns a check whether payloads are encrypted as new ones would be: with the first key, or not at all without keys. Used for
 * payloads that Temporal stores forever. Other ones among these are rewritten, so that an old key can eventually be removed.
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

/** Returns data that is authenticated together with the content. So a payload whose key id was changed cannot be decrypted. */
function boundTo(keyId: string): Buffer {
  return Buffer.from(`tripline.payload.v1:${keyId}`);
}

/** Returns a key's id in a form that is safe to show, because ids come from outside. */
function named(id: string): string {
  return `"${id.replace(/[^\w.-]/g, '?').slice(0, 31)}"`;
}

/** Serialises the whole payload: the length of its metadata, the metadata as JSON, then the data. */
function framed({ metadata, data }: Payload): Buffer {
  const entries = Object.entries(metadata ?? {}).map(([name, value]) => [
    name,
    Buffer.from(value).toString('base64'),
  ]);
  const head = Buffer.from(JSON.stringify(Object.fromEntries(entries)));
  const length = Buffer.alloc(LENGTH_BYTES);
  length.writeUInt32BE(head.length);
  // Converts missing data, which the workflow sandbox represents as an empty array that is not a Uint8Array.
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

/** Milliseconds between two log lines with the same reason, because a worker retries such payloads continuously. */
const SAID_EVERY_MS = 60_000;

/** Creates a listener that logs which key is missing. The affected work is not lost: it waits for a process with the key. */
export function logUnreadable(log: Logger, now: () => Date): UnreadableListener {
  const saidAt = new Map<string, number>();
  return ({ message }) => {
    const at = now().getTime();
    if (at - (saidAt.get(message) ?? -Infinity) < SAID_EVERY_MS) return;
    saidAt.set(message, at);
    log.error(`${message} The work waits until then.`);
  };
}
