import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { belowMinimum } from '../../checks/minimumVersions.ts';
import type { MinimumVersions, LockFile } from '../../checks/minimumVersions.ts';

const read = <T>(path: string): T =>
  JSON.parse(readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8')) as T;
const floors: MinimumVersions = { engine: { floor: '7.3.1', reason: 'Because.' } };
const lockOf = (versions: Record<string, string>): LockFile => ({
  packages: Object.fromEntries(Object.entries(versions).map(([place, version]) => [place, { version }])),
});

describe('the floors of the lock file', () => {
  it('are kept by this project’s own, for every package that has one', () => {
    const own = read<MinimumVersions>('checks/minimumVersions.json');
    expect(Object.keys(own)).toEqual(
      expect.arrayContaining(['json-rules-engine', 'jsonpath-plus', 'express', 'nodemailer']),
    );
    expect(belowMinimum(read<LockFile>('package-lock.json'), own)).toEqual([]);
    for (const { reason } of Object.values(own)) expect(reason.length).toBeGreaterThan(20);
  });

  it.each([
    ['json-rules-engine', '7.3.1'],
    ['jsonpath-plus', '10.3.0'],
    ['express', '5.2.2'],
    ['nodemailer', '9.0.1'],
  ])('of %s is no lower than the first safe release, %s', (name, floor) => {
    const own = read<MinimumVersions>('checks/minimumVersions.json')[name]!.floor;
    const least: MinimumVersions = { [name]: { floor, reason: 'Known weaknesses.' } };
    expect(belowMinimum(lockOf({ [`node_modules/${name}`]: own }), least)).toEqual([]);
  });

  it.each(['7.3.0', '7.2.9', '6.9.9', '7.3.1-beta.1', '', 'latest'])('refuse %j below 7.3.1', (version) => {
    expect(belowMinimum(lockOf({ 'node_modules/engine': version }), floors)).toEqual([
      `node_modules/engine is ${version}, below 7.3.1. Because.`,
    ]);
  });

  it.each(['7.3.1', '7.3.10', '7.10.0', '10.0.0', '8.0.0-rc.1', '7.3.1+build'])('take %s', (version) => {
    expect(belowMinimum(lockOf({ 'node_modules/engine': version }), floors)).toEqual([]);
  });

  it('look at every copy, however deep, and at no package that is only called alike', () => {
    const lock = lockOf({
      'node_modules/engine': '7.3.1',
      'node_modules/a/node_modules/engine': '7.0.0',
      'node_modules/@other/engine': '1.0.0',
      'node_modules/engine-extras': '1.0.0',
    });
    expect(belowMinimum(lock, floors)).toEqual([
      expect.stringMatching(/^node_modules\/a\/node_modules\/engine is 7\.0\.0/),
    ]);
  });

  it('say when their package is gone', () => {
    expect(belowMinimum(lockOf({}), floors)).toEqual([
      expect.stringContaining('take it out of checks/minimumVersions.json'),
    ]);
  });

  it('are part of npm run check', () => {
    const { scripts } = read<{ scripts: Record<string, string> }>('package.json');
    expect(scripts['check']).toContain('npm run check:versions');
  });
});

describe('npm run sbom', () => {
  it('is CycloneDX, names this project and what it ships, and nothing that only builds or tests it', () => {
    const { stdout, status } = spawnSync(process.execPath, ['cli/sbom.mjs', '-'], {
      cwd: new URL('../../', import.meta.url),
      encoding: 'utf8',
      maxBuffer: 64 * 1024 * 1024,
    });
    expect(status).toBe(0);
    const sbom = JSON.parse(stdout) as {
      bomFormat: string;
      metadata: { component: { name: string; version: string; type: string } };
      components: { name: string; version: string; purl: string; hashes?: object[] }[];
    };
    const own = read<{ version: string; dependencies: Record<string, string>; devDependencies: object }>(
      'package.json',
    );
    expect(sbom.bomFormat).toBe('CycloneDX');
    expect(sbom.metadata.component).toMatchObject({
      name: 'tripline',
      version: own.version,
      type: 'application',
    });
    const names = sbom.components.map(({ name }) => name);
    expect(names).toEqual(expect.arrayContaining(Object.keys(own.dependencies)));
    expect(names).toEqual(expect.arrayContaining(['jsonpath-plus', '@temporalio/core-bridge']));
    for (const name of ['vitest', 'eslint', 'typescript']) expect(names).not.toContain(name);
    for (const { name, version, purl, hashes } of sbom.components) {
      expect(version, name).toMatch(/^\d+\.\d+\.\d+/);
      expect(purl, name).toMatch(/^pkg:npm\//);
      expect(hashes?.length, name).toBeGreaterThan(0);
    }
  });
});
