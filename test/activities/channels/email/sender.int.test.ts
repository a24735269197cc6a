import { beforeEach, describe, expect, it, vi } from 'vitest';
import { createMailSender } from '../../../../activities/channels/email/index.ts';
import type { Mail } from '../../../../activities/channels/email/index.ts';
import { freePorts } from '../../../chaos/ports.ts';
import { startSmtpStandIn } from '../../../support/stand-ins/smtp.ts';
import { useStarted } from '../../../support/run/useStarted.ts';

const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
const mail: Mail = {
  from: 'Tripline <alerts@fleet.example>',
  to: 'lead@example.com',
  subject: 'Collision: d-17',
  html: '<p>See <img src="cid:trip-path" alt="path"></p>',
  text: 'See',
  messageId: '<abc@fleet.example>',
  pictures: [{ contentId: 'trip-path', filename: 'trip.png', png }],
};

const smtp = useStarted(startSmtpStandIn);
beforeEach(() => {
  smtp.mails.length = 0;
  // An attempt that gives up early leaves faults of steps that it did not reach.
  smtp.clearFaults();
});

describe('a mail', () => {
  it('arrives with both parts, the inline picture and its Message-ID', async () => {
    const result = await createMailSender(smtp.url).send({ ...mail, language: 'de' });
    expect(result).toMatchObject({ kind: 'sent', reference: { message_id: '<abc@fleet.example>' } });
    const [taken] = smtp.mails;
    expect(taken?.to).toEqual(['lead@example.com']);
    expect(taken?.from).toBe('alerts@fleet.example');
    expect(taken?.parsed.messageId).toBe('<abc@fleet.example>');
    expect(taken?.parsed.text?.trim()).toBe('See');
    expect(taken?.parsed.headers).toContainEqual(
      expect.objectContaining({ key: 'content-language', value: 'de' }),
    );
    expect(taken?.parsed.html).toContain('cid:trip-path');
    expect(taken?.parsed.attachments[0]).toMatchObject({
      contentId: '<trip-path>',
      disposition: 'inline',
      mimeType: 'image/png',
    });
  });

  it('has one receiver even when the address holds a comma list', async () => {
    const result = await createMailSender(smtp.url).send({ ...mail, to: 'a@example.com, b@example.com' });
    expect(result.kind).toBe('refused');
    expect(smtp.mails).toHaveLength(0);
  });
});

describe('what the server does', () => {
  it.each([
    ['refuses the recipient for good', { kind: 'refuse_recipient', status: 550 } as const, 'refused', 0],
    ['refuses the recipient for now', { kind: 'refuse_recipient', status: 450 } as const, 'not_sent', 0],
    ['refuses the message as too large', { kind: 'refuse_message', status: 552 } as const, 'refused', 0],
    [
      'refuses the message for a reason that may pass',
      { kind: 'refuse_message', status: 554 } as const,
      'not_sent',
      0,
    ],
    ['refuses the message for now', { kind: 'refuse_message', status: 451 } as const, 'not_sent', 0],
    ['takes the message and cuts the line', { kind: 'accept_and_drop' } as const, 'unknown_outcome', 1],
    ['cuts the line at the greeting', { kind: 'drop' } as const, 'not_sent', 0],
  ])('%s', async (_what, fault, kind, taken) => {
    smtp.fault(fault);
    const result = await createMailSender(smtp.url).send(mail);
    expect(result.kind).toBe(kind);
    expect(smtp.mails).toHaveLength(taken);
  });

  it.each([
    ['greets with a block', 'greeting', 554],
    ['wants a login', 'MAIL FROM', 530],
    ['has its daily quota used up', 'MAIL FROM', 550],
  ] as const)('%s: every mail waits, and a person is notified', async (_what, step, status) => {
    smtp.fault({ kind: 'refuse_at', step, status });
    const result = await createMailSender(smtp.url).send(mail);
    expect(result).toMatchObject({ kind: 'not_sent', alarm: 'smtp_access' });
    expect((result as { reason: string }).reason).toContain(String(status));
  });

  /** Time limits for mails that are never sent, so that a slow machine does not matter. */
  const hasty = { beforeBodyMs: 400, answerMs: 1_500 };

  it('takes its time after the message, and is waited for longer than for anything before', async () => {
    const timeLimits = { beforeBodyMs: 5_000, answerMs: 20_000 };
    smtp.fault({ kind: 'dawdle_at', step: 'message', ms: 5_500 });
    expect((await createMailSender(smtp.url, timeLimits).send(mail)).kind).toBe('sent');
    expect(smtp.mails).toHaveLength(1);
  });

  it('takes too long after the message: nobody knows', async () => {
    const timeLimits = { beforeBodyMs: 15_000, answerMs: 1_500 };
    smtp.fault({ kind: 'dawdle_at', step: 'message', ms: 4_000 });
    expect(await createMailSender(smtp.url, timeLimits).send(mail)).toEqual({
      kind: 'unknown_outcome',
      reason: 'the mail server took too long before it confirmed the message',
      unavailable: true,
    });
    // The server accepts the mail all the same. Waits for it, because it must not become the next test's mail.
    await expect.poll(() => smtp.mails.length).toBe(1);
  });

  it('takes too long before the message, line by line: nothing was sent', async () => {
    smtp.fault({ kind: 'dawdle_at', step: 'MAIL FROM', ms: 2_000 });
    expect(await createMailSender(smtp.url, hasty).send(mail)).toEqual({
      kind: 'not_sent',
      reason: 'the mail server took too long before the message left',
      unavailable: true,
    });
    expect(smtp.mails).toHaveLength(0);
  });

  it('is left at once when the attempt is stopped, with what is known by then', async () => {
    const stopping = new AbortController();
    smtp.fault({ kind: 'dawdle_at', step: 'message', ms: 4_000 });
    const sending = createMailSender(smtp.url).send(mail, { signal: stopping.signal });
    await expect.poll(() => smtp.mails.length).toBe(1);
    stopping.abort();
    expect((await sending).kind).toBe('unknown_outcome');
    expect((await createMailSender(smtp.url).send(mail, { signal: stopping.signal })).kind).toBe('not_sent');
    expect(smtp.mails).toHaveLength(1);
  });

  it('gets no byte of the message before the attempt may begin', async () => {
    let mayBegin = (_may: boolean): void => undefined;
    const begin = (): Promise<boolean> => new Promise((done) => (mayBegin = done));
    const asked = vi.fn(begin);
    const sending = createMailSender(smtp.url).send(mail, { begin: asked });
    await expect.poll(() => asked.mock.calls.length).toBe(1);
    expect(smtp.mails).toHaveLength(0);
    mayBegin(true);
    expect((await sending).kind).toBe('sent');
    expect(smtp.mails).toHaveLength(1);
    expect(asked).toHaveBeenCalledTimes(1);
  });

  it.each([
    ['another attempt has begun', () => Promise.resolve(false), 'another attempt at this mail has begun'],
    [
      'nobody can note it',
      () => Promise.reject(new Error('unavailable')),
      'the start of the attempt could not be recorded',
    ],
  ])('gets nothing when %s', async (_what, begin, reason) => {
    expect(await createMailSender(smtp.url).send(mail, { begin })).toEqual({
      kind: 'not_sent',
      reason: `${reason} before the message left`,
    });
    expect(smtp.mails).toHaveLength(0);
  });

  it('gets nothing when the attempt ended before it was allowed to begin', async () => {
    let mayBegin = (_may: boolean): void => undefined;
    const begin = (): Promise<boolean> => new Promise((done) => (mayBegin = done));
    const result = await createMailSender(smtp.url, hasty).send(mail, { begin });
    expect(result.kind).toBe('not_sent');
    mayBegin(true);
    // The next mail comes through the same server after whatever the first one may have left there.
    expect((await createMailSender(smtp.url).send(mail)).kind).toBe('sent');
    expect(smtp.mails).toHaveLength(1);
  });

  it('is not at fault when our own sender is no address: mails wait, and a person is notified', async () => {
    const result = await createMailSender(smtp.url).send({
      ...mail,
      from: 'Tripline <alerts@fleet.example> by night',
    });
    expect(result).toMatchObject({ kind: 'not_sent', alarm: 'smtp_access' });
  });

  it('is not there: nothing was sent', async () => {
    const [port] = await freePorts(1);
    const result = await createMailSender(`smtp://user:planted-password@127.0.0.1:${port}`).send(mail);
    expect(result.kind).toBe('not_sent');
    expect(JSON.stringify(result)).not.toContain('planted-password');
  });
});
