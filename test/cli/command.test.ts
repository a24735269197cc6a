import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { main } from '../../cli/main.ts';

let folder: string;
let out: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'tripline-command-'));
  out = '';
  const write = (chunk: string | Uint8Array): boolean => {
    out += String(chunk);
    return true;
  };
  vi.spyOn(process.stdout, 'write').mockImplementation(write);
  vi.spyOn(process.stderr, 'write').mockImplementation(write);
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
  rmSync(folder, { recursive: true, force: true });
});

const run = (...args: string[]): Promise<number> => main(['node', 'tripline', ...args]);
const good = {
  id: 'long-trip',
  name: 'Long trip',
  severity: 'info',
  mode: 'live',
  conditions: { all: [{ fact: 'trip.distance_km', operator: 'greaterThan', value: 300 }] },
  actions: [{ type: 'slack', channel: '#fleet' }],
};
const put = (name: string, content: unknown): void =>
  writeFileSync(
    join(folder, name),
    typeof content === 'string' ? content : JSON.stringify(content, undefined, 2),
  );

describe('rules lint', () => {
  it('passes what is right, and leaves tests and schemas beside it out', async () => {
    put('long-trip.json', good);
    put('long-trip.test.json', '[]');
    put('rule.schema.json', '{}');
    expect(await run('rules', 'lint', folder)).toBe(0);
    expect(out).toContain('1 file: 0 errors, 0 warnings');
  });

  it('takes the folder `rules/` where there is one', async () => {
    mkdirSync(join(folder, 'rules'));
    put('rules/long-trip.json', good);
    put('package.json', '{}');
    expect(await run('rules', 'lint', folder)).toBe(0);
    expect(out).toContain('1 file');
  });

  it('says file, line, pointer and what was meant', async () => {
    put('bad.json', {
      ...good,
      conditions: { all: [{ fact: 'trip.distanc_km', operator: 'greaterThan', value: 300 }] },
    });
    expect(await run('rules', 'lint', folder)).toBe(1);
    expect(out).toMatch(/bad\.json:9:\d+/);
    expect(out).toContain('/conditions/all/0/fact');
    expect(out).toContain('trip.distance_km');
    expect(out).toContain('1 file: 1 error, 0 warnings');
  });

  it('prints the same as JSON', async () => {
    put('bad.json', { ...good, severity: 'dreadful' });
    expect(await run('rules', 'lint', folder, '--json')).toBe(1);
    expect(JSON.parse(out)).toMatchObject({
      files: 1,
      errors: 1,
      findings: [{ pointer: '/severity', level: 'error', line: 4 }],
    });
  });

  it('refuses broken JSON with its line, and one id in two files', async () => {
    put('broken.json', '{\n "id": }');
    put('one.json', good);
    put('two.json', good);
    expect(await run('rules', 'lint', folder)).toBe(1);
    expect(out).toContain('broken.json:2:');
    expect(out).toContain(`The id "long-trip" is that of ${join(folder, 'one.json')} too`);
  });

  it('knows the shared conditions beside the rules, and checks these too', async () => {
    mkdirSync(join(folder, 'rules'));
    mkdirSync(join(folder, 'conditions'));
    const far = { fact: 'trip.distance_km', operator: 'greaterThan', value: 300 };
    put('conditions/far.json', { id: 'far', name: 'Far', conditions: { all: [far] } });
    put('conditions/odd.json', { id: 'odd', name: 'Odd', conditions: { all: [] } });
    put('rules/named.json', { ...good, id: 'named', conditions: { all: [{ condition: 'far' }] } });
    put('rules/wrong.json', { ...good, id: 'wrong', conditions: { all: [{ condition: 'fra' }] } });
    expect(await run('rules', 'lint', folder, '--json')).toBe(1);
    const { findings } = JSON.parse(out) as {
      findings: { file: string; pointer: string; message: string }[];
    };
    expect(findings.map(({ file, pointer }) => [file.slice(folder.length), pointer])).toEqual([
      ['/conditions/odd.json', '/conditions/all'],
      ['/rules/wrong.json', '/conditions/all/0/condition'],
    ]);
    expect(findings[1]?.message).toContain('did you mean "far"?');
  });

  it('warns of what looks wrong, with its line, and of rules that repeat each other', async () => {
    const far = { fact: 'trip.distance_km', operator: 'greaterThan', value: 300 };
    put('one.json', { ...good, conditions: { all: [far, { ...far, operator: 'lessThan', value: 100 }] } });
    put('three.json', { ...good, id: 'three' });
    put('two.json', { ...good, id: 'two' });
    expect(await run('rules', 'lint', folder)).toBe(0);
    expect(out).toMatch(/one\.json:13:\d+/);
    expect(out).toContain('excludes /conditions/all/0');
    expect(out).toMatch(/two\.json:6:\d+/);
    expect(out).toContain('the same conditions as the rule "three"');
    expect(out).toContain('0 errors, 2 warnings');
  });

  it('cannot run where nothing is', async () => {
    expect(await run('rules', 'lint', join(folder, 'absent'))).toBe(2);
    expect(out).toContain('is not there');
    expect(await run('rules', 'lint', folder)).toBe(2);
    expect(out).toContain('No rule files');
  });
});

describe('the command line', () => {
  it('suggests the command that was meant', async () => {
    expect(await run('docter')).toBe(2);
    expect(out).toContain('Did you mean doctor?');
  });

  it('helps, and says its version', async () => {
    expect(await run('--help')).toBe(0);
    expect(out).toContain('trips');
    expect(await run('--version')).toBe(0);
    expect(out).toMatch(/\d+\.\d+\.\d+/);
  });

  it('names the token that is missing', async () => {
    vi.stubEnv('TRIPLINE_TOKEN', '');
    expect(await run('trips', 'explain', 'd-1', 't-1')).toBe(2);
    expect(out).toContain('TRIPLINE_TOKEN');
  });

  it('says that the API does not answer, without the token', async () => {
    vi.stubEnv('TRIPLINE_TOKEN', 'planted-token');
    vi.stubEnv('TRIPLINE_URL', 'http://127.0.0.1:9');
    expect(await run('trips', 'explain', 'd-1', 't-1')).toBe(2);
    expect(out).toContain('TRIPLINE_URL');
    expect(out).not.toContain('planted-token');
  });

  it.each(['serve', 'worker'])('%s names what it needs', async (role) => {
    vi.stubEnv('DATABASE_URL', '');
    vi.stubEnv('TEMPORAL_ADDRESS', '');
    expect(await run(role)).toBe(2);
    expect(out).toContain('DATABASE_URL and TEMPORAL_ADDRESS are not set');
  });

  it.each(['serve', 'worker'])('%s has no sandbox', async (role) => {
    vi.stubEnv('DATABASE_URL', 'postgres://127.0.0.1:1/none');
    vi.stubEnv('TEMPORAL_ADDRESS', '127.0.0.1:1');
    vi.stubEnv('ANALYTICS_BASE_URL', '');
    expect(await run(role)).toBe(2);
    expect(out).toContain('No analytics service is named for fleet default');
  });

  it('lists every mistake of the configuration', async () => {
    vi.stubEnv('PORT', 'x');
    vi.stubEnv('LOG_LEVEL', 'loud');
    expect(await run('doctor')).toBe(1);
    expect(out).toContain('PORT');
    expect(out).toContain('LOG_LEVEL');
  });
});
