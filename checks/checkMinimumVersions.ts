import { readFileSync } from 'node:fs';
import { belowMinimum } from './minimumVersions.ts';
import type { MinimumVersions, LockFile } from './minimumVersions.ts';

const read = (path: string): unknown => JSON.parse(readFileSync(new URL(path, import.meta.url), 'utf8'));
const floors = read('./minimumVersions.json') as MinimumVersions;
const problems = belowMinimum(read('../package-lock.json') as LockFile, floors);
for (const problem of problems) process.stderr.write(`${problem}\n`);
if (problems.length > 0) process.exitCode = 1;
else process.stdout.write(`${Object.keys(floors).length} packages are at their floors or above\n`);
