import { createSecretKey, randomBytes } from 'node:crypto';
import { ApplicationFailure, defaultPayloadConverter } from '@temporalio/common';
import type { Payload } from '@temporalio/common';
import { describe, expect, it } from 'vitest';
import type { PayloadKey } from '../../config.ts';
import { PayloadUnreadableError, createPayloadCodec, sealedAsNew } from '../../temporal/index.ts';
import fc from 'fast-check';

const keyCalled = (id: string): PayloadKey => ({ id, key: createSecretKey(randomBytes(32)) });
const [FIRST, SECOND] = [keyCalled('2026-01'), keyCalled('2026-06')];
const SECRET = 'driver-of-north-17';
const plain = (): Payload => defaultPayloadConverter.toPayload({ driverId: SECRET });

async function sealedWith(key: PayloadKey, payload = plain()): Promise<Payload> {
  return (await createPayloadCodec([key]).encode([payload]))[0]!;
}

async function refusalOf(codec: ReturnType<typeof createPayloadCodec>, payload: Payload): Promise<Error> {
  return codec.decode([payload]).then(
    () => new Error('it opened'),
    (error: unknown) => error as Error,
  );
}

/** Returns everything in a payload as text. */
const allOf = (payload: Payload): string =>
  [...Object.entries(payload.metadata ?? {}).flat(), payload.data!]
    .map((each) => Buffer.from(each as Uint8Array).toString('latin1'))
    .join(' ');

describe('a codec with keys', () => {
  it('gives back what it took, whatever it was', async () => {
    const codec = createPayloadCodec([SECOND, FIRST]);
    const bytes = fc.uint8Array({ maxLength: 200 });
    const names = fc.constantFrom('encoding', 'messageType', '__proto__x', 'ü');
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.record({ metadata: fc.dictionary(names, bytes), data: bytes })),
        async (given) => {
          const opened = await codec.decode(await codec.encode(given));
          const tidy = (payloads: readonly Payload[]) =>
            payloads.map(({ metadata, data }) => [
              Object.entries(metadata ?? {})
                .map(([name, value]) => [name, Buffer.from(value).toString('hex')])
                .sort(),
              Buffer.from(data ?? []).toString('hex'),
            ]);
          expect(tidy(opened)).toEqual(tidy(given));
        },
      ),
      { numRuns: 50 },
    );
  });

  it('keeps values whole, undefined included', async () => {
    const codec = createPayloadCodec([FIRST]);
    for (const value of [
      undefined,
      null,
      '',
      0,
      'ü🚚',
      { a: [1, { b: SECRET }] },
      new Uint8Array([0, 1, 255]),
    ]) {
      const [back] = await codec.decode(await codec.encode([defaultPayloadConverter.toPayload(value)]));
      expect(defaultPayloadConverter.fromPayload(back!)).toEqual(value);
    }
  });

  it('takes the nothing of a workflow without a result, which is an array there', async () => {
    const codec = createPayloadCodec([FIRST]);
    const metadata = { encoding: Buffer.from('binary/null') };
    for (const data of [[] as unknown as Uint8Array, null, new Uint8Array()]) {
      const [back] = await codec.decode(await codec.encode([{ metadata, data }]));
      expect(defaultPayloadConverter.fromPayload(back!)).toBeUndefined();
    }
  });

  it('shows nothing but the id of the first key, and never the same bytes twice', async () => {
    const codec = createPayloadCodec([SECOND, FIRST]);
    const [one, other] = await codec.encode([plain(), plain()]);
    expect(allOf(one!)).not.toContain(SECRET);
    expect(allOf(one!)).not.toContain('json/plain');
    expect(allOf(one!)).toContain(SECOND.id);
    expect(Buffer.from(one!.data!).equals(Buffer.from(other!.data!))).toBe(false);
  });

  it('opens what any of its keys encrypted, and leaves plain text as it is', async () => {
    const codec = createPayloadCodec([SECOND, FIRST]);
    const mixed = [plain(), await sealedWith(FIRST), await sealedWith(SECOND)];
    for (const payload of await codec.decode(mixed))
      expect(defaultPayloadConverter.fromPayload(payload)).toEqual({ driverId: SECRET });
  });
});

describe('a payload that does not open', () => {
  it('of a key that is not here names the key and what to do', async () => {
    const heard: string[] = [];
    const codec = createPayloadCodec([SECOND], ({ message }) => heard.push(message));
    const error = await refusalOf(codec, await sealedWith(FIRST));
    expect(error).toBeInstanceOf(PayloadUnreadableError);
    expect(error.message).toMatch(/key "2026-01", which PAYLOAD_ENCRYPTION_KEYS .* does not contain: add it/);
    expect(heard).toEqual([error.message]);
  });

  it('where no key is set says that', async () => {
    const error = await refusalOf(createPayloadCodec([]), await sealedWith(FIRST));
    expect(error.message).toMatch(/key "2026-01", and PAYLOAD_ENCRYPTION_KEYS is not set/);
  });

  it('of another key under the same id says so, and shows neither content nor key', async () => {
    const impostor = keyCalled(FIRST.id);
    const error = await refusalOf(createPayloadCodec([impostor]), await sealedWith(FIRST));
    expect(error.message).toMatch(/key "2026-01" and cannot be decrypted with it/);
    expect(error.message).not.toContain(SECRET);
    expect(error.cause).toBeUndefined();
  });

  it('was changed in any byte, or cut at any place', async () => {
    const codec = createPayloadCodec([FIRST]);
    const { metadata, data } = await sealedWith(FIRST);
    const whole = Buffer.from(data!);
    for (let at = 0; at < whole.length; at += 1) {
      const changed = Buffer.from(whole);
      changed[at]! ^= 1;
      for (const broken of [changed, whole.subarray(0, at)]) {
        const error = await refusalOf(codec, { metadata: metadata!, data: broken });
        expect(error).toBeInstanceOf(PayloadUnreadableError);
        expect(error.message).not.toContain(SECRET);
      }
    }
  });

  it('was given the id of another key', async () => {
    const twin: PayloadKey = { id: 'twin', key: FIRST.key };
    const { data } = await sealedWith(FIRST);
    const { metadata } = await sealedWith(twin);
    const error = await refusalOf(createPayloadCodec([FIRST, twin]), { metadata: metadata!, data: data! });
    expect(error.message).toContain('"twin"');
  });

  it('cannot write into logs through its id', async () => {
    const { metadata, data } = await sealedWith(FIRST);
    const id = Buffer.from(`x\n\u001b[31m${'y'.repeat(500)}`);
    const { message } = await refusalOf(createPayloadCodec([FIRST]), {
      metadata: { ...metadata, 'encryption-key-id': id },
      data: data!,
    });
    expect(message).toMatch(/"x\?\?\?31my+"/);
    expect(message.length).toBeLessThan(300);
  });

  it('is worth another try soon, and never ends an activity for good', async () => {
    const error = await refusalOf(createPayloadCodec([]), await sealedWith(FIRST));
    expect(error).toBeInstanceOf(ApplicationFailure);
    expect(error).toMatchObject({ nonRetryable: false, nextRetryDelay: '30 seconds' });
  });
});

it('what is encrypted with an older key, or not at all, is distinguished from what is new', async () => {
  const [old, now] = [await sealedWith(FIRST), await sealedWith(SECOND)];
  const isNew = sealedAsNew([SECOND, FIRST]);
  expect([[now], [now, now], [], [old], [now, old], [plain()]].map((each) => isNew(each))).toEqual([
    true,
    true,
    true,
    false,
    false,
    false,
  ]);
  expect([[plain()], [], [old]].map((each) => sealedAsNew([])(each))).toEqual([true, true, false]);
});
