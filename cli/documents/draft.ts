import { stat } from 'node:fs/promises';
import type { DocumentIssue } from '../../rules/lint/index.ts';
import { isStandardInput, readDocuments } from '../files/index.ts';
import type { Context } from '../declaration/index.ts';
import { CommandError, EXIT, printParagraph } from '../terminal/index.ts';
import type { ApiClient } from '../calls/index.ts';
import type { Terminal } from '../terminal/index.ts';
import { saveDraft } from './serverDocuments.ts';
import { newsOf } from './warnings.ts';

/** The draft of a file as it was saved. */
interface DraftOfFile {
  readonly id: string;
  readonly folder: string;
  /** Warnings of the server, which knows the fleet. */
  readonly warnings: readonly DocumentIssue[];
  /** Names it, where the server does. */
  readonly draft_hash?: string;
}

/** Saves the document of a file as a draft: nothing counts that did not count before. */
export async function draftRule({
  api,
  terminal,
  given: { file },
  isJson,
}: Context<{ readonly file: string }>): Promise<number> {
  const { id, folder, warnings } = await saveDraftOf(api, file);
  if (isJson) {
    terminal.json({ id, warnings });
    return EXIT.ok;
  }
  terminal.line(`The draft of ${id} is saved; the published version is unchanged.`);
  printWarnings(terminal, warnings);
  const next = `\`tripline rules trial start ${id}\` runs it beside the published version, \`tripline rules apply ${isStandardInput(file) ? 'FILE' : file}\` publishes it.`;
  if (folder === 'rules') terminal.line(terminal.colors.dim(next));
  return EXIT.ok;
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

/** Prints the warnings of a draft. */
export function printWarnings(terminal: Terminal, warnings: readonly DocumentIssue[]): void {
  for (const { pointer, message } of warnings)
    printParagraph(terminal, `warning: ${pointer} ${message}`, { paint: terminal.colors.yellow });
}
