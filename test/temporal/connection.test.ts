import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ServiceError } from '@temporalio/client';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { readConfig, TEMPORAL_CLIENT_VARIABLES } from '../../config.ts';
import { TemporalSettingsError, grpcErrorIn, temporalSettings } from '../../temporal/index.ts';

const ADDRESS = 'temporal.example:7233';
let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'tripline-settings-'));
  for (const name of Object.keys(process.env)) if (name.startsWith('TEMPORAL_')) vi.stubEnv(name, undefined);
});
afterEach(() => {
  vi.unstubAllEnvs();
  rmSync(folder, { recursive: true, force: true });
});

const file = (name: string, content: string): string => {
  writeFileSync(join(folder, name), content);
  return join(folder, name);
};
const settings = () => {
  const own = Object.entries(process.env).filter(([name]) => name.startsWith('TEMPORAL_'));
  return temporalSettings(readConfig({ ...Object.fromEntries(own), TEMPORAL_ADDRESS: ADDRESS }).temporal);
};

describe('temporalSettings', () => {
  it('takes the configured address, and neither TLS nor key when the environment names none', () => {
    const { tls, apiKey, address } = settings();
    expect({ tls, apiKey, address }).toEqual({ address: ADDRESS });
  });

  it('takes an API key, with TLS, and headers', () => {
    vi.stubEnv('TEMPORAL_API_KEY', 'planted-key');
    vi.stubEnv('TEMPORAL_GRPC_META_X_TEAM', 'north');
    expect(settings()).toMatchObject({ apiKey: 'planted-key', tls: true, metadata: { 'x-team': 'north' } });
  });

  it('takes empty variables, which is how Compose leaves them out, for none', () => {
    for (const name of TEMPORAL_CLIENT_VARIABLES) vi.stubEnv(name, '');
    expect(settings().apiKey).toBeUndefined();
    expect(settings().tls).toBeUndefined();
  });

  it('takes certificates from files', () => {
    vi.stubEnv('TEMPORAL_TLS_CLIENT_CERT_PATH', file('client.pem', 'certificate'));
    vi.stubEnv('TEMPORAL_TLS_CLIENT_KEY_PATH', file('client.key', 'key'));
    vi.stubEnv('TEMPORAL_TLS_SERVER_CA_CERT_PATH', file('ca.pem', 'authority'));
    const bytes = (text: string) => Uint8Array.from(Buffer.from(text));
    expect(settings().tls).toEqual({
      clientCertPair: { crt: bytes('certificate'), key: bytes('key') },
      serverRootCACertificate: bytes('authority'),
    });
  });

  it('never reads the configuration file, wherever it lies', () => {
    const toml = '[profile.default]\naddress = "elsewhere:7233"\napi_key = "planted-key"\n';
    vi.stubEnv('TEMPORAL_CONFIG_FILE', file('named.toml', toml));
    vi.stubEnv('XDG_CONFIG_HOME', folder);
    vi.stubEnv('HOME', folder);
    for (const place of ['temporalio', '.config/temporalio', 'Library/Application Support/temporalio']) {
      mkdirSync(join(folder, place), { recursive: true });
      file(`${place}/temporal.toml`, toml);
    }
    expect(settings()).toMatchObject({ address: ADDRESS });
    expect(settings().apiKey).toBeUndefined();
  });

  it('leaves the environment alone for a server this process brought along', () => {
    vi.stubEnv('TEMPORAL_API_KEY', 'planted-key');
    vi.stubEnv('TEMPORAL_TLS_CLIENT_CERT_PATH', join(folder, 'missing.pem'));
    expect(temporalSettings({ address: '127.0.0.1:7233' }, { isEmbedded: true })).toEqual({
      address: '127.0.0.1:7233',
    });
  });

  it('names a file that cannot be read', () => {
    const missing = join(folder, 'missing.pem');
    vi.stubEnv('TEMPORAL_TLS_SERVER_CA_CERT_PATH', missing);
    expect(settings).toThrow(TemporalSettingsError);
    expect(settings).toThrow(`${missing} cannot be read (ENOENT)`);
  });

  it.each([
    ['CERT', 'there is a client certificate and no key'],
    ['KEY', 'there is a client key and no certificate'],
  ])('refuses a client %s alone', (kind, words) => {
    vi.stubEnv(`TEMPORAL_TLS_CLIENT_${kind}_DATA`, 'planted-data');
    expect(settings).toThrow(words);
    expect(settings).not.toThrow('planted-data');
  });
});

it('finds the gRPC error in an error of the SDK, however deep', () => {
  const grpc = Object.assign(new Error('14 UNAVAILABLE: gone'), {
    code: 14,
    details: 'gone',
    metadata: {},
  });
  expect(grpcErrorIn(grpc)).toBe(grpc);
  const wrapped = new ServiceError('Unexpected error while describing', { cause: grpc });
  expect(grpcErrorIn(new Error('later', { cause: wrapped }))?.details).toBe('gone');
  expect(grpcErrorIn(new Error('another', { cause: new TypeError('no') }))).toBeUndefined();
  expect(grpcErrorIn('text')).toBeUndefined();
});
