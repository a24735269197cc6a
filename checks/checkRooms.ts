import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { mapOf, readRooms, withMap, withoutCounts } from './rooms.ts';
import type { RoomOrder } from './rooms.ts';

const root = join(import.meta.dirname, '..');
const order = JSON.parse(readFileSync(join(root, 'checks/rooms.json'), 'utf8')) as RoomOrder;
const page = join(root, 'docs/rooms.md');

const { rooms, problems } = readRooms(root, order);
const written = readFileSync(page, 'utf8');
const current = withMap(written, mapOf(rooms));
const isToBeWritten = process.argv.includes('--write');
if (isToBeWritten) writeFileSync(page, current);
else if (withoutCounts(written) !== withoutCounts(current))
  problems.push('the map in docs/rooms.md is not what the code is: run `npm run rooms`');
for (const problem of problems) process.stderr.write(`Rooms: ${problem}.\n`);
if (problems.length > 0) process.exitCode = 1;
else process.stdout.write(`${rooms.length} rooms, each with a door that says what it is for.\n`);
