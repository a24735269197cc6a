import { expect, inject, it } from 'vitest';
import { workerBroke } from '../../../cli/dev/index.ts';
import { startCommand } from '../../support/servers/commandProcess.ts';

const LINE = /^tripline: .*TEMPORAL_TLS_CLIENT_CERT_PATH.*$/m;

it.each(['dev', 'serve', 'worker'])(
  '%s reports a certificate that cannot be read in one line',
  async (role) => {
    const run = startCommand([role], {
      DATABASE_URL: 'postgres://nobody@127.0.0.1:9/none',
      TEMPORAL_ADDRESS: inject('temporalAddress'),
      ANALYTICS_BASE_URL: 'http://127.0.0.1:9',
      ANALYTICS_API_KEY: 'k',
      WEBHOOK_TOKENS: 'planted-webhook-token',
      SMTP_URL: 'off',
      SLACK_BOT_TOKEN: 'off',
      TEMPORAL_TLS_CLIENT_CERT_PATH: '/absent/client.pem',
      TEMPORAL_TLS_CLIENT_KEY_PATH: '/absent/client.key',
    });
    expect(await run.ended).toBe(2);
    expect(run.output()).toMatch(LINE);
    expect(run.output()).toContain('/absent/client.pem cannot be read (ENOENT)');
    expect(run.output()).not.toMatch(/^\s+at /m);
  },
);

it('a worker that breaks off later says what, where and what to do in one line', () => {
  const error = new TypeError('Worker polling failed.\n    at somewhere');
  const { message, exitCode } = workerBroke(error, { temporal: { address: 'temporal:7233' } } as never);
  expect(exitCode).toBe(2);
  expect(message).toBe(
    'The worker lost its connection to Temporal at temporal:7233 (TypeError: Worker polling failed). Its work is not lost and continues on any worker: check that Temporal answers (`tripline doctor`), and start the worker again.',
  );
});
