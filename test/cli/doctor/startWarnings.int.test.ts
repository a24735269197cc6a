import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startWarnings } from '../../../cli/doctor/index.ts';
import { startCommand } from '../../support/servers/commandProcess.ts';

describe('a service called without TLS', () => {
  it.each([
    ['http://analytics.example.com', 'analytics.example.com'],
    ['http://localhost.example.com', 'localhost.example.com'],
    ['http://10.0.0.7:8080', '10.0.0.7'],
    ['http://analytics', 'analytics'],
    ['https://analytics.example.com', undefined],
    ['http://localhost:4010', undefined],
    ['http://127.0.0.1:4010', undefined],
    ['http://[::1]:4010', undefined],
  ])('%s is warned of by its host: %s', (baseUrl, host) => {
    const warnings = startWarnings([{ id: 'north', analytics: { baseUrl, apiKey: 'planted-key' } }]);
    expect(warnings).toEqual(
      host === undefined
        ? []
        : [expect.stringContaining(`Fleet north: ANALYTICS_BASE_URL is http:// and its host ${host} is not`)],
    );
  });

  it('is not repeated with what else stands in its address, and a sandbox has none', () => {
    const baseUrl = 'http://ann:planted-password@analytics.example.com/planted-path';
    const fleets = [{ id: 'north', analytics: { baseUrl, apiKey: 'planted-key' } }, { id: 'south' }];
    expect(startWarnings(fleets)).toHaveLength(1);
    expect(startWarnings(fleets).join()).not.toContain('planted');
  });
});

describe('each start', () => {
  let dataDir: string;
  beforeAll(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'tripline-warnings-'));
  });
  afterAll(() => rm(dataDir, { recursive: true, force: true }));

  it.each(['dev', 'serve', 'worker', 'doctor'])('%s says so', async (command) => {
    const run = startCommand([command], {
      // The address is not written as loopback, and this machine refuses the connection at once.
      ANALYTICS_BASE_URL: 'http://0.0.0.0:9',
      ANALYTICS_API_KEY: 'planted-analytics-key',
      WEBHOOK_TOKENS: 'planted-webhook-token',
      DATABASE_URL: 'postgres://tripline:planted-password@127.0.0.1:9/tripline',
      TEMPORAL_ADDRESS: '127.0.0.1:9',
      DATA_DIR: dataDir,
      SMTP_URL: 'off',
      SLACK_BOT_TOKEN: 'off',
      PORT: '0',
    });
    try {
      expect(await run.says('ANALYTICS_BASE_URL is http://')).toContain(
        'its host 0.0.0.0 is not this machine',
      );
    } finally {
      await run.kill();
    }
  });
});
