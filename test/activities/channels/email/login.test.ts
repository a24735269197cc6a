import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  createMailSender,
  mayLogInPlainly,
  smtpConnectionOptions,
} from '../../../../activities/channels/email/index.ts';
import type { Mail } from '../../../../activities/channels/email/index.ts';
import { startPlainSmtp } from '../../../support/stand-ins/scriptedSmtp.ts';
import type { ScriptedSmtp } from '../../../support/stand-ins/scriptedSmtp.ts';

const mail: Mail = {
  from: 'alerts@fleet.example',
  to: 'lead@example.com',
  subject: 'Collision: d-17',
  html: '<p>See</p>',
  text: 'See',
  messageId: '<abc@fleet.example>',
};
const LOGIN = Buffer.from('\0ann\0planted-password').toString('base64');

describe('the login at a mail server without STARTTLS', () => {
  let plain: ScriptedSmtp;
  beforeEach(async () => {
    plain = await startPlainSmtp();
  });
  afterEach(() => plain.close());

  it('stays here when the server is another machine, and so does the mail', async () => {
    const result = await createMailSender(`smtp://ann:planted-password@0.0.0.0:${plain.port}`).send(mail);
    expect(result).toEqual({
      kind: 'not_sent',
      reason:
        'the mail server offers no TLS (STARTTLS), and SMTP_URL has a user, whose password would be sent as plain text: nothing was sent',
      alarm: 'smtp_access',
    });
    expect(plain.heard()).toContain('STARTTLS');
    expect(plain.heard()).not.toMatch(/AUTH|MAIL FROM/);
    expect(plain.heard()).not.toContain(LOGIN);
  });

  it.each(['ignoreTLS=true', 'opportunisticTLS=true'])('stays here with %s too', async (query) => {
    const url = `smtp://ann:planted-password@0.0.0.0:${plain.port}?${query}`;
    expect((await createMailSender(url).send(mail)).kind).toBe('not_sent');
    expect(plain.heard()).not.toMatch(/AUTH|MAIL FROM/);
  });

  it.each([
    ['the URL says requireTLS=false', '0.0.0.0', '?requireTLS=false'],
    ['the server is this machine', '127.0.0.1', ''],
  ])('is sent when %s', async (_when, host, query) => {
    const url = `smtp://ann:planted-password@${host}:${plain.port}${query}`;
    expect((await createMailSender(url).send(mail)).kind).toBe('sent');
    expect(plain.heard()).toContain(LOGIN);
  });

  it('is not needed where the URL has no user, as at a mail catcher', async () => {
    expect((await createMailSender(`smtp://0.0.0.0:${plain.port}`).send(mail)).kind).toBe('sent');
    expect(plain.heard()).not.toContain('STARTTLS');
  });
});

describe('the login at a mail server with STARTTLS', () => {
  async function withServer(then: (port: number, logins: unknown[]) => Promise<void>): Promise<void> {
    const logins: unknown[] = [];
    const server = new SMTPServer({
      logger: false,
      onAuth({ username, password }, { secure }, callback) {
        logins.push({ username, password, secure });
        callback(null, { user: username });
      },
      onData(stream, _session, callback) {
        stream.resume().on('end', () => callback());
      },
    });
    server.on('error', () => undefined);
    server.listen(0, '0.0.0.0');
    await once(server.server, 'listening');
    try {
      await then((server.server.address() as AddressInfo).port, logins);
    } finally {
      await new Promise<void>((closed) => server.close(closed));
    }
  }

  it('is sent over TLS', () =>
    withServer(async (port, logins) => {
      const url = `smtp://ann:planted-password@0.0.0.0:${port}?tls.rejectUnauthorized=false`;
      expect((await createMailSender(url).send(mail)).kind).toBe('sent');
      expect(logins).toEqual([{ username: 'ann', password: 'planted-password', secure: true }]);
    }));

  it('stays here when nobody vouches for the certificate', () =>
    withServer(async (port, logins) => {
      const result = await createMailSender(`smtp://ann:planted-password@0.0.0.0:${port}`).send(mail);
      expect(result.kind).toBe('not_sent');
      expect(logins).toEqual([]);
    }));
});

describe('SMTP_URL', () => {
  it.each([
    ['smtp://ann:secret@mail.example.com:587', true],
    ['smtp://ann:secret@mail', true],
    ['smtp://ann:secret@localhost.example.com', true],
    ['smtp://ann:secret@10.0.0.7', true],
    ['smtp://ann@mail.example.com', true],
    ['smtp://ann:secret@mail.example.com?ignoreTLS=true', true],
    ['smtp://ann:secret@mail.example.com?requireTLS=true', true],
    ['smtp://ann:secret@mail.example.com?requireTLS=false', false],
    ['smtp://ann:secret@localhost:1025', false],
    ['smtp://ann:secret@127.0.0.1:1025', false],
    ['smtp://ann:secret@127.8.0.1:1025', false],
    ['smtp://ann:secret@[::1]:1025', false],
    ['smtp://mail:1025', false],
    ['smtp://mail.example.com', false],
    ['smtps://ann:secret@mail.example.com', false],
  ])('%s asks for STARTTLS: %s', (url, isRequired) => {
    expect(smtpConnectionOptions(url).requireTLS ?? false).toBe(isRequired);
  });

  it.each([
    ['smtp://ann:secret@mail.example.com', false],
    ['smtp://ann:secret@mail.example.com?requireTLS=false', true],
    ['smtp://ann:secret@localhost?requireTLS=false', false],
    ['smtp://mail.example.com?requireTLS=false', false],
    ['smtps://ann:secret@mail.example.com?requireTLS=false', false],
  ])('%s lets the password out: %s', (url, isPlain) => {
    expect(mayLogInPlainly(url)).toBe(isPlain);
  });
});
