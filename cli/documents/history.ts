import { oneLine } from '../../messages/format/index.ts';
import {
  CommandError,
  EXIT,
  createApiClient,
  clockOf,
  createTerminal,
  dayAndTime,
  printTable,
} from '../terminal/index.ts';
import { differences } from './diff.ts';
import { DOCUMENT_KINDS, canonical } from '../files/index.ts';
import { serverVersions } from './serverDocuments.ts';
import type { ServerVersion } from './serverDocuments.ts';

const MOST = 50;
/** A reason or a name is cut there. */
const LONGEST = 500;

/** Options of `rules history` and `rules rollback`. */
export interface HistoryOptions {
  readonly fleet?: string;
  readonly json?: boolean;
  readonly why?: string;
}

/** Lists who published what and why, newest first, and which fields each version changed. */
export async function showHistory(id: string, options: HistoryOptions): Promise<number> {
  const api = createApiClient(options.fleet ?? 'default');
  const kind = DOCUMENT_KINDS.find((each) => each.folder === 'rules')!;
  const { version: counts } = await api.call<{ version?: number }>('GET', `rules/${encodeURIComponent(id)}`);
  const versions: ServerVersion[] = [];
  for await (const each of serverVersions(api, kind, id)) if (versions.push(each) > MOST) break;
  const shown = versions.slice(0, MOST).map((each, index) => ({
    version: each.version,
    counts: each.version === counts,
    at: each.at,
    who: each.who,
    by: each.by,
    why: each.why,
    rolled_back_from: each.rolledBackFrom,
    changed: changedFields(kind, versions[index + 1], each),
  }));
  const terminal = createTerminal();
  if (options.json) {
    terminal.json({ id, versions: shown });
    return EXIT.ok;
  }
  const { colors } = terminal;
  const zone = await clockOf(api);
  printTable(
    terminal,
    ['version', `when (${zone})`, 'who', 'why, and what it changed'],
    shown.map((each) => [
      each.counts ? colors.green(`${each.version} ●`) : String(each.version),
      dayAndTime(each.at, zone),
      oneLine(each.by ? `${each.by} (${each.who})` : each.who, LONGEST),
      [reasonOf(each), ...(each.changed ?? [])].filter(Boolean).join('\n'),
    ]),
  );
  terminal.line(
    counts === undefined
      ? 'No version is published: the rule is retired.'
      : `● version ${counts} is published.`,
  );
  if (versions.length > MOST) terminal.line(colors.dim('Older versions: GET rules/{id}/versions.'));
  return EXIT.ok;
}

function reasonOf(version: {
  readonly rolled_back_from?: number | undefined;
  readonly why?: string | undefined;
}): string {
  const parts = [
    version.rolled_back_from === undefined ? '' : `back to ${version.rolled_back_from}`,
    oneLine(version.why ?? '', LONGEST),
  ];
  return parts.filter(Boolean).join(': ');
}

/** Pointers of what a version changed; undefined for the first one. */
function changedFields(
  kind: Parameters<typeof canonical>[0],
  before: ServerVersion | undefined,
  after: ServerVersion,
): string[] | undefined {
  if (!before) return undefined;
  return differences(canonical(kind, before.body), canonical(kind, after.body)).map(({ pointer }) => pointer);
}

/** Roll back: publish an earlier version again, as a new one. */
export async function rollBackRule(
  named: { readonly id: string; readonly version: string },
  options: HistoryOptions,
): Promise<number> {
  if (!/^[1-9]\d{0,8}$/.test(named.version))
    throw new CommandError(
      `"${named.version}" is not a version: \`tripline rules history ${named.id}\` lists them.`,
    );
  const { version } = await createApiClient(options.fleet ?? 'default').call<{ version: number }>(
    'POST',
    `rules/${encodeURIComponent(named.id)}/rollback`,
    { version: Number(named.version), ...(options.why ? { why: options.why } : {}) },
  );
  const terminal = createTerminal();
  if (options.json) terminal.json({ id: named.id, version });
  else if (version === Number(named.version)) terminal.line(`Version ${version} is already published.`);
  else terminal.line(`Version ${version} is published: it has the content of version ${named.version}.`);
  return EXIT.ok;
}
