import { stat } from 'node:fs/promises';
import type { Answer } from '../../api/index.ts';
import type { DocumentIssue } from '../../rules/lint/index.ts';
import { isStandardInput, readDocuments } from '../files/index.ts';
import type { Context } from '../declaration/index.ts';
import { CommandError, EXIT, printParagraph } from '../terminal/index.ts';
import { tooLateIsFound } from '../calls/index.ts';
import type { ApiClient } from '../calls/index.ts';
import type { Terminal } from '../terminal/index.ts';
import { saveDraft } from './serverDocuments.ts';
import { newsOf } from './warnings.ts';

/** A file's draft after it was saved. */
interface DraftOfFile {
  readonly id: string;
  readonly folder: string;
  /** Warnings from the server, which knows the fleet's names. */
  readonly warnings: readonly DocumentIssue[];
  /** Hash of the draft, for kinds whose answer has one. */
  readonly draft_hash?: string;
}

interface Given {
  readonly file: string;
  readonly shadowCopy?: boolean;
  readonly why?: string;
}

/**
 * Saves a file's document as a draft, which does not change the published version. With `shadowCopy`, also
 * runs a copy of the draft in shadow.
 */
export async function draftRule({ api, terminal, given, isJson }: Context<Given>): Promise<number> {
  const { file, shadowCopy, why } = given;
  const saved = await saveDraftOf(api, file);
  const { id, folder, warnings } = saved;
  const copy = shadowCopy ? await runCopy(api, saved, why) : undefined;
  if (isJson) {
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
): Promise<Answer<'rules/{id}/shadow-copy', 'post'>> {
  if (folder !== 'rules') throw new CommandError(`${id} is not a rule: only rules have shadow copies.`);
  const body = { ...(why !== undefined && { why }), ...(hash !== undefined && { draft_hash: hash }) };
  return tooLateIsFound(api.call('post', 'rules/{id}/shadow-copy', { params: { id }, body }));
}

/**
 * Saves a file's document as its draft.
 * @throws CommandError for a folder; with exit code 1 and the position of each mistake when the file has
 * mistakes
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
