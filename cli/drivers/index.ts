/** The commands about drivers as people: their records, the directory, and the export and erasure of one driver's data. */
import {
  apiCommand,
  argument,
  choice,
  command,
  flag,
  group,
  required,
  standard,
  text,
} from '../declaration/index.ts';

const driver = argument('<driver>');

export const drivers = group('drivers', 'driver records, the directory, and a driver’s data', [
  command({
    name: 'import',
    about: 'import the fleet’s directory of drivers (requires the role admin)',
    takes: 'fleet',
    options: {
      file: argument('<file>', 'a CSV file, its first line names the columns; -: the standard input'),
      dryRun: flag('--dry-run', 'only show what would change'),
      prune: flag('--prune', 'also remove drivers who are not in the file from the directory'),
    },
    run: async (context) => (await import('./import.ts')).importDrivers(context),
  }),
  apiCommand({
    name: 'list',
    about: 'list drivers with their records',
    method: 'get',
    path: 'drivers',
    query: {
      search: text('--search <text>', 'the beginning of an id, or a part of a name'),
      limit: text('--limit <count>', 'how many at most, up to 200'),
    },
    module: () => import('./list.ts'),
  }),
  apiCommand({
    name: 'show',
    about: 'show a driver’s record, and where each field comes from',
    method: 'get',
    path: 'drivers/{driver_id}',
    params: { driver_id: driver },
    module: () => import('./show.ts'),
  }),
  command({
    name: 'export',
    about: 'export a driver’s data: lines for programs, a page, or tables (requires the role admin)',
    takes: 'timeless',
    isPlain: true,
    options: {
      driver,
      format: standard(
        'ndjson',
        choice(
          '--format <format>',
          'ndjson: one JSON object per line; html: a page; csv: a file for each kind',
          ['ndjson', 'html', 'csv'],
        ),
      ),
      out: text('--out <path>', 'write to this file; for csv, into this folder'),
    },
    run: async (context) => (await import('./export.ts')).exportDriver(context),
  }),
  command({
    name: 'erase',
    about: 'erase a driver’s data; shows how much, and asks for the id (requires the role admin)',
    takes: 'timeless',
    options: {
      driver,
      why: required(text('--why <text>', 'the reason, for the audit log; do not name the driver in it')),
      dryRun: flag(
        '--dry-run',
        'only show how much would be removed; exits with 1 when something open refuses it',
      ),
      yes: flag('--yes', 'do not ask: for scripts'),
      detach: flag('--detach', 'start and do not wait'),
    },
    run: async (context) => (await import('./erase.ts')).eraseDriver(context),
  }),
]);
