import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { ApplicationFailure } from '@temporalio/common';
import type { Payload, PayloadCodec } from '@temporalio/common';
import type { PayloadKey } from '../config.ts';
import { MISSING_KEY } from './missingKey.ts';

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
        : `A payload is encrypted with the key ${named(id)}, which PAYLOAD_ENCRYPTION_KEYS of this process does not hold: add it, behind the others.`,
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
      `A payload says that it is encrypted with the key ${named(id)}, and does not open with it: it is damaged, or PAYLOAD_ENCRYPTION_KEYS of this process has another key under that id.`,
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
