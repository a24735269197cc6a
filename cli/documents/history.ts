import { oneLine } from '../../messages/format/index.ts';
import type { Context } from '../declaration/index.ts';
import { EXIT, dayAndTime, printTable } from '../terminal/index.ts';
import { differences } from './diff.ts';
import { DOCUMENT_KINDS, canonical } from '../files/index.ts';
import { serverVersions } from './serverDocuments.ts';
import type { ServerVersion } from './serverDocuments.ts';

const MOST = 50;
/** Length at which a reason or a name is cut. */
const LONGEST = 500;

/** Prints the versions, newest first, with author, reason and changed fields. */
export async function showHistory({
  api,
  terminal,
  given: { id },
  isJson,
  zone: clock,
}: Context<{ readonly id: string }>): Promise<number> {
  const kind = DOCUMENT_KINDS.find((each) => each.folder === 'rules')!;
  const { version: counts } = await api.call('get', 'rules/{id}', { params: { id } });
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
  if (isJson) {
    terminal.json({ id, versions: shown });
    return EXIT.ok;
  }
  const { colors } = terminal;
  const zone = await clock();
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

/** Returns the pointers of the fields that a version changed; undefined for the first version. */
function changedFields(
  kind: Parameters<typeof canonical>[0],
  before: ServerVersion | undefined,
  after: ServerVersion,
): string[] | undefined {
  if (!before) return undefined;
  return differences(canonical(kind, before.body), canonical(kind, after.body)).map(({ pointer }) => pointer);
}
