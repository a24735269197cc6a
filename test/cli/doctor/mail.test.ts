import { afterEach, beforeEach, expect, it } from 'vitest';
import { checkMail } from '../../../cli/doctor/index.ts';
import { startPlainSmtp } from '../../support/stand-ins/scriptedSmtp.ts';
import type { ScriptedSmtp } from '../../support/stand-ins/scriptedSmtp.ts';

const LOGIN = Buffer.from('\0ann\0planted-password').toString('base64');
let plain: ScriptedSmtp;
beforeEach(async () => {
  plain = await startPlainSmtp();
});
afterEach(() => plain.close());

const checked = (query: string): ReturnType<typeof checkMail> =>
  checkMail({
    smtpUrl: `smtp://ann:planted-password@0.0.0.0:${plain.port}${query}`,
    emailFrom: 'alerts@fleet.example',
  });

it('sends no password to a mail server without TLS, and says so', async () => {
  const check = await checked('');
  expect(check).toMatchObject({
    result: 'fail',
    message: expect.stringMatching(/offers no TLS \(STARTTLS\), so the password .* was not sent/) as string,
  });
  expect(plain.heard()).not.toContain('AUTH');
  expect(JSON.stringify(check)).not.toContain('planted-password');
});

it('warns where SMTP_URL lets the password out', async () => {
  expect(await checked('?requireTLS=false')).toMatchObject({
    result: 'warn',
    message: expect.stringContaining('the password is sent as plain text') as string,
  });
  expect(plain.heard()).toContain(LOGIN);
});
