import { readFileSync } from 'node:fs';
import { belowFloors } from './lockFloors.ts';
import type { Floors, LockFile } from './lockFloors.ts';

const read = (path: string): unknown => JSON.parse(readFileSync(new URL(path, import.meta.url), 'utf8'));
const floors = read('./floors.json') as Floors;
const problems = belowFloors(read('../package-lock.json') as LockFile, floors);
for (const problem of problems) process.stderr.write(`${problem}\n`);
if (problems.length > 0) process.exitCode = 1;
else process.stdout.write(`${Object.keys(floors).length} packages are at their floors or above\n`);
