import * as z from 'zod';
import { inLanguage, wordsIn } from '../../../messages/lint/index.ts';
import { worded } from '../../../messages/language/index.ts';
import { issueAt, sentence } from '../../../rules/documents/index.ts';
import type { DocumentIssue } from '../../../rules/documents/index.ts';
import { resolveRecord, settingsFrom } from '../../../rules/drivers/index.ts';
import type { DirectoryIssue, DirectoryRead, DirectoryRow } from '../../../rules/drivers/index.ts';
import { DRIVER_FIELDS } from '../../../rules/vocabulary/index.ts';
import type { JsonObject } from '../../../rules/vocabulary/index.ts';
import { isStorableId } from '../../../store/db/index.ts';
import type { Db } from '../../../store/db/index.ts';
import {
  getDriver,
  importDirectory,
  listDrivers,
  publishedSettings,
  unknownDrivers,
} from '../../../store/drivers/index.ts';
import type { DirectoryOutcome, ListedDriver } from '../../../store/drivers/index.ts';
import { Problem } from '../../http/index.ts';
import type { Route, ServerDependencies } from '../../http/index.ts';
import { THREADS } from '../../workerThreads/index.ts';
import {
  flag,
  given,
  issue,
  listAnswer,
  listOf,
  listQuery,
  onWire,
  refused,
  textFilter,
  unknownDriverWords,
} from '../http/index.ts';
import type { AnswerOf, RouteMaker } from '../http/index.ts';

const TAG = 'Drivers';
/** Largest body of a directory import, in bytes: 50,000 drivers with every field. */
const LARGEST_BYTES = 16_777_216;

const values = Object.fromEntries(
  DRIVER_FIELDS.map(({ name, help }) => [name, z.string().optional().meta({ description: help })]),
);
const origins = Object.fromEntries(
  DRIVER_FIELDS.map(({ name }) => [
    name,
    z
      .object({ from: z.enum(['directory', 'attributes']), path: z.string().optional() })
      .optional()
      .meta({ description: 'The directory, or the path into the service’s attributes.' }),
  ]),
);
const driverSchema = z
  .object({
    driver_id: z.string(),
    ...values,
    in_directory: z.boolean(),
    directory_updated_at: z.iso.datetime().optional(),
    groups: z
      .array(z.object({ id: z.string() }))
      .optional()
      .meta({ description: 'As read last; absent: not known.' }),
    score: z.number().optional().meta({ description: 'Of the newest reading that is stored.' }),
    score_date: z.iso.date().optional().meta({ description: 'The UTC date of that reading.' }),
    last_trip_at: z.iso.datetime().optional().meta({ description: 'End of the last stored trip.' }),
  })
  .meta({ id: 'Driver' });
const driverWithOrigins = z
  .object({ ...driverSchema.shape, origins: z.object(origins) })
  .meta({ id: 'DriverWithOrigins' });

const change = z.object({
  driver_id: z.string(),
  change: z.enum(['added', 'changed', 'removed']),
  fields: z.array(z.string()).meta({ description: 'Fields whose value changes or is removed.' }),
});
const outcomeSchema = z
  .object({
    dry_run: z.boolean(),
    import_id: z
      .string()
      .optional()
      .meta({ description: 'Id of the import in its audit log entries; absent: nothing changed.' }),
    added: z.int(),
    changed: z.int(),
    removed: z.int(),
    unchanged: z.int(),
    changes: z.array(change).meta({ description: 'In the order of ids.' }),
    warnings: z.array(issue.extend({ line: z.int().optional(), column: z.string().optional() })).meta({
      description:
        'Ids that a spreadsheet seems to have changed, and drivers of whom nothing is stored yet, which may be mistyped.',
    }),
    skipped: z.array(z.string()).meta({
      description: 'Drivers who were erased and have not driven since: nothing is stored about them.',
    }),
  })
  .meta({ id: 'DirectoryImport' });

const CSV_EXAMPLE = 'driver_id,name,phone,vehicle\nd-17,Ann Meyer,+49 30 123456,Van 12\n';
const directorySchema = z.object({
  drivers: z
    .array(
      z.object({
        driver_id: z.string().meta({ description: 'Id of the driver, as the analytics service uses it.' }),
        ...Object.fromEntries(DRIVER_FIELDS.map(({ name }) => [name, z.string().nullable().optional()])),
      }),
    )
    .meta({ description: 'The drivers, each with the fields that change.' }),
});

/** Returns the routes of the driver directory: list, one record, and import. */
export function directoryRoutes(api: RouteMaker, deps: ServerDependencies): Route[] {
  const { db } = deps.database;
  return [
    api({
      method: 'get',
      path: '/drivers',
      id: 'listDrivers',
      tag: TAG,
      role: 'viewer',
      summary: 'List drivers with their records',
      description: 'The directory’s drivers, and those of whom groups or readings are stored.',
      query: listQuery({
        search: textFilter('The beginning of an id, or a part of a name.'),
        group: textFilter('Of this group.'),
      }),
      answer: { description: 'Drivers in the order of their ids.', schema: listOf(driverSchema) },
      async run({ fleetId, query }) {
        const settings = await publishedSettings(db, fleetId);
        const nameSteps = settingsFrom(settings).driver_fields.name?.split('.').slice(1);
        const listed = await listDrivers(db, { fleetId, ...query, nameSteps });
        return listAnswer(listed, (driver) => driverOnWire(driver, settings));
      },
    }),
    api({
      method: 'get',
      path: '/drivers/{driver_id}',
      id: 'getDriver',
      tag: TAG,
      role: 'viewer',
      summary: 'Show a driver’s record, and where each field comes from',
      answer: { description: 'The driver.', schema: driverWithOrigins },
      async run({ fleetId, params }) {
        const driverId = params['driver_id']!;
        const driver = isStorableId(driverId) ? await getDriver(db, { fleetId, driverId }) : undefined;
        if (!driver) throw new Problem(404, worded('problems.noDriver'));
        const settings = await publishedSettings(db, fleetId);
        const resolved = resolveRecord(driver.source, settingsFrom(settings));
        return { ...driverOnWire(driver, settings), origins: resolved.origins };
      },
    }),
    api({
      method: 'post',
      path: '/drivers/import',
      id: 'importDrivers',
      tag: TAG,
      role: 'admin',
      limit: { aMinute: 60, atOnce: 2 },
      cost: 'heavy',
      summary: 'Import a directory of drivers, as CSV or JSON',
      description: `All drivers are imported, or none. CSV needs the content type \`text/csv\`; its first line names the columns. A field that is not named is unchanged; an empty one is cleared. At most ${LARGEST_BYTES} bytes.`,
      query: z.strictObject({
        dry_run: flag('`true`: return what would change, and change nothing.'),
        language: z.enum(['en', 'de']).default('en').meta({ description: 'Of the warnings.' }),
        prune: flag('`true`: also remove drivers who are not in the import from the directory.'),
      }),
      body: {
        schema: directorySchema,
        largestBytes: LARGEST_BYTES,
        example: { drivers: [{ driver_id: 'd-17', name: 'Ann Meyer', vehicle: 'Van 12', phone: null }] },
        csvExample: CSV_EXAMPLE,
        take: takeDirectory,
      },
      answer: { description: 'What was changed, or would be.', schema: outcomeSchema },
      async run({ fleetId, body, query, caller }) {
        const options = { dryRun: query.dry_run === 'true', prune: query.prune === 'true' };
        const { rows, warnings: ofFile } = body as unknown as Directory;
        if (options.prune && rows.length === 0)
          throw refused(worded('problems.importRefused'), [
            { pointer: '', message: worded('problems.importEmpty') },
          ]);
        const asked = { fleetId, rows, who: caller.name, at: deps.now(), ...options };
        // Unknown drivers are looked up before the import, because the import makes its drivers known.
        const warnings: readonly ImportWarning[] = [...ofFile, ...(await unknownInImport(db, fleetId, rows))];
        const outcome = await importDirectory(db, asked);
        const said = warnings.map((each) =>
          // `inLanguage` needs the issue itself, because a copy would lose the data for translation.
          given({ ...inLanguage(each, query.language), line: each.line, column: each.column }),
        );
        return outcomeOnWire(outcome, options.dryRun, said);
      },
    }),
  ];
}

/** The rows and warnings of a parsed directory import. */
type Directory = Pick<Extract<DirectoryRead, { ok: true }>, 'rows' | 'warnings'>;

/** A probable mistake in an import, with its line and column. */
type ImportWarning = DocumentIssue & Pick<DirectoryIssue, 'line' | 'column'>;

/** Maximum number of drivers without stored data that warnings name one by one. */
const MOST_UNKNOWN = 10;

/**
 * Returns warnings about imported drivers for whom nothing is stored. Their ids may be mistyped, or changed
 * by a spreadsheet.
 */
async function unknownInImport(
  db: Db,
  fleetId: string,
  rows: readonly DirectoryRow[],
): Promise<ImportWarning[]> {
  const driverIds = rows.map(({ driverId }) => driverId);
  const unknown = await unknownDrivers(db, { fleetId, driverIds });
  const placeOf = new Map(driverIds.map((driverId, at) => [driverId, `/drivers/${at}`]));
  const named = unknown
    .slice(0, MOST_UNKNOWN)
    .map((driver) =>
      issueAt(
        placeOf.get(driver.driverId)!,
        sentence('unknownDriverImported', { what: unknownDriverWords(driver) }),
      ),
    );
  const count = unknown.length - named.length;
  if (count === 0) return named;
  return [...named, issueAt('', sentence('moreUnknownDrivers', { count }))];
}

/**
 * Parses a directory import from JSON or CSV, in a thread.
 * @throws Problem 400 for a body that cannot be read, 422 with every mistake
 */
async function takeDirectory({
  bytes,
  isCsv,
  whose,
}: {
  readonly bytes: Buffer;
  readonly isCsv: boolean;
  readonly whose: string;
}): Promise<Directory> {
  const read = await THREADS.run('readDirectory', { bytes, isCsv }, { bytes: bytes.length, whose });
  if (read.ok) return { rows: read.rows, warnings: read.warnings };
  if ('because' in read) throw new Problem(400, wordsIn(read.because));
  throw refused(worded('problems.importUnchanged'), read.errors);
}

function driverOnWire(driver: ListedDriver, settings: JsonObject | undefined): AnswerOf<typeof driverSchema> {
  const { source, updatedAt, groups, score, scoreDate } = driver;
  return onWire(driverSchema, driver, {
    ...resolveRecord(source, settingsFrom(settings)).record,
    in_directory: source.directory !== undefined,
    directory_updated_at: updatedAt,
    groups: groups?.map((id) => ({ id })),
    score_date: score === null ? null : scoreDate,
  });
}

function outcomeOnWire(
  outcome: DirectoryOutcome,
  dryRun: boolean,
  warnings: AnswerOf<typeof outcomeSchema>['warnings'],
): AnswerOf<typeof outcomeSchema> {
  const count = (kind: AnswerOf<typeof change>['change']): number =>
    outcome.changes.filter((each) => each.change === kind).length;
  return onWire(outcomeSchema, outcome, {
    dry_run: dryRun,
    added: count('added'),
    changed: count('changed'),
    removed: count('removed'),
    changes: outcome.changes.map((each) => onWire(change, each, {})),
    warnings,
  });
}
