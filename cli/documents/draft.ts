import { stat } from 'node:fs/promises';
import type { DocumentIssue } from '../../rules/lint/index.ts';
import { isStandardInput, readDocuments } from '../files/index.ts';
import {
  CommandError,
  EXIT,
  createApiClient,
  createTerminal,
  printParagraph,
  tooLateIsFound,
} from '../terminal/index.ts';
import type { ApiClient, Terminal } from '../terminal/index.ts';
import { saveDraft } from './serverDocuments.ts';
import { newsOf } from './warnings.ts';

/** Options of `rules draft`. */
export interface DraftOptions {
  readonly fleet?: string;
  readonly json?: boolean;
  readonly shadowCopy?: boolean;
  readonly why?: string;
}

/** The draft of a file as it was saved. */
interface DraftOfFile {
  readonly id: string;
  readonly folder: string;
  /** Warnings of the server, which knows the fleet. */
  readonly warnings: readonly DocumentIssue[];
  /** Names it, where the server does. */
  readonly draft_hash?: string;
}

/** Saves the document of a file as a draft, which has no effect; with `shadowCopy`, also runs a copy of it in shadow. */
export async function draftRule(file: string, options: DraftOptions): Promise<number> {
  const api = createApiClient(options.fleet ?? 'default');
  const saved = await saveDraftOf(api, file);
  const { id, folder, warnings } = saved;
  const copy = options.shadowCopy ? await runCopy(api, saved, options.why) : undefined;
  const terminal = createTerminal();
  if (options.json) {
    terminal.json({ id, warnings, ...(copy && { copy }) });
    return EXIT.ok;
  }
  terminal.line(`The draft of ${id} is saved; the published version is unchanged.`);
  printWarnings(terminal, warnings);
  if (copy)
    terminal.line(
      `Its copy ${copy.id} runs in shadow as version ${copy.version}; \`tripline rules comparison ${id}\` compares.`,
    );
  const next = `\`tripline rules draft --shadow-copy\` runs a copy of it in shadow, \`tripline rules apply ${isStandardInput(file) ? 'FILE' : file}\` publishes it.`;
  if (folder === 'rules' && !copy) terminal.line(terminal.colors.dim(next));
  return EXIT.ok;
}

/** Runs a copy of a saved draft in shadow. @throws CommandError for a document that is not a rule */
async function runCopy(
  api: ApiClient,
  { id, folder, draft_hash: hash }: DraftOfFile,
  why: string | undefined,
): Promise<{ readonly id: string; readonly version: number }> {
  if (folder !== 'rules') throw new CommandError(`${id} is not a rule: only rules have shadow copies.`);
  return tooLateIsFound(
    api.call<{ id: string; version: number }>('POST', `rules/${encodeURIComponent(id)}/shadow-copy`, {
      ...(why !== undefined && { why }),
      ...(hash !== undefined && { draft_hash: hash }),
    }),
  );
}

/**
 * Saves the document of a file as its draft.
 * @throws CommandError for a folder; with exit code 1 and every place when the file has a mistake
 */
export async function saveDraftOf(api: ApiClient, file: string): Promise<DraftOfFile> {
  if ((await stat(file).catch(() => undefined))?.isDirectory())
    throw new CommandError(`${file} is a folder: name one file.`);
  const [document] = (await readDocuments(file)).documents;
  const { id, kind } = document!;
  const saved = await saveDraft(api, document!);
  const warnings = newsOf(document!, saved.warnings ?? [], new Set());
  return { id, folder: kind.folder, warnings, draft_hash: saved.draft_hash };
}

/** Discards the draft of a rule, and says whether there was one: exit code 1 where there was none. */
export async function discardDraft(
  id: string,
  options: { readonly fleet?: string; readonly json?: boolean; readonly why?: string },
): Promise<number> {
  const api = createApiClient(options.fleet ?? 'default');
  const query = options.why === undefined ? '' : `?why=${encodeURIComponent(options.why)}`;
  const answer = await api.call<{ readonly id: string; readonly discarded: boolean }>(
    'DELETE',
    `rules/${encodeURIComponent(id)}/draft${query}`,
  );
  const terminal = createTerminal();
  if (options.json) terminal.line(JSON.stringify(answer, undefined, 2));
  else
    terminal.line(
      answer.discarded
        ? `The draft of ${answer.id} is discarded; the published version is unchanged.`
        : `There is no draft of ${answer.id}.`,
    );
  return answer.discarded ? EXIT.ok : EXIT.problems;
}

/** Prints the warnings of a draft. */
export function printWarnings(terminal: Terminal, warnings: readonly DocumentIssue[]): void {
  for (const { pointer, message } of warnings)
    printParagraph(terminal, `warning: ${pointer} ${message}`, { paint: terminal.colors.yellow });
}
