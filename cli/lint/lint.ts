import { DOCUMENT_KINDS } from '../files/index.ts';
import type { Finding } from '../files/index.ts';
import { EXIT, createTerminal, printParagraph } from '../terminal/index.ts';
import type { Terminal } from '../terminal/index.ts';
import { readForLint } from './files.ts';
import { lintFound } from './crossFile.ts';

/** Checks the files of documents and prints mistakes: file, line, JSON pointer, allowed values. */
export async function lintRules(
  paths: readonly string[],
  options: { readonly json?: boolean },
): Promise<number> {
  const found = await readForLint(paths);
  const findings = lintFound(found);
  const counts = DOCUMENT_KINDS.map((kind) => ({ kind: kind.kind, files: found.files(kind).length }));
  const files = counts.reduce((sum, each) => sum + each.files, 0);
  const errors = findings.filter((each) => each.level === 'error').length;
  const terminal = createTerminal();
  const byKind = Object.fromEntries(
    counts.map((each) => [`${each.kind.replaceAll(' ', '_')}_files`, each.files]),
  );
  if (options.json) terminal.json({ files, ...byKind, errors, findings });
  else print(terminal, { counts, errors, findings });
  return errors > 0 ? EXIT.problems : EXIT.ok;
}

function print(
  terminal: Terminal,
  result: {
    readonly counts: readonly { readonly kind: string; readonly files: number }[];
    readonly errors: number;
    readonly findings: readonly Finding[];
  },
): void {
  const { colors } = terminal;
  printFindings(terminal, result.findings);
  const warnings = result.findings.length - result.errors;
  const files = result.counts
    .filter((each) => each.files > 0)
    .reverse()
    .map((each) => count(each.files, `${each.kind} file`));
  const summary = `${files.join(', ')}: ${count(result.errors, 'error')}, ${count(warnings, 'warning')}`;
  terminal.line(result.errors > 0 ? colors.red(summary) : colors.green(summary));
}

function count(number: number, what: string): string {
  return `${number} ${what}${number === 1 ? '' : 's'}`;
}

/** Prints each finding with its position and the allowed values. */
export function printFindings(terminal: Terminal, findings: readonly Finding[]): void {
  const { colors } = terminal;
  for (const { file, line, column, level, pointer, message, allowed } of findings) {
    terminal.line(
      `${colors.bold(`${file}:${line}:${column}`)} ${level === 'error' ? colors.red('error') : colors.yellow('warning')} ${colors.cyan(pointer || '/')}`,
    );
    printParagraph(terminal, message, { indent: 4 });
    const some = `allowed: ${allowed?.slice(0, 20).join(', ')}${allowed && allowed.length > 20 ? ', …' : ''}`;
    if (allowed) printParagraph(terminal, some, { indent: 4, paint: colors.dim });
  }
}
