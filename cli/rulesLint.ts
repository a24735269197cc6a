import { DOCUMENT_KINDS } from './documentKinds.ts';
import { EXIT } from './exit.ts';
import type { Finding } from './findings.ts';
import { readForLint } from './lintFiles.ts';
import { lintFound } from './lintTogether.ts';
import { createTerminal } from './terminal.ts';
import type { Terminal } from './terminal.ts';

/** Checks the files of documents and prints what is wrong: file, line, JSON pointer, what is allowed. */
export async function lintRules(
  paths: readonly string[],
  options: { readonly json?: boolean },
): Promise<number> {
  const found = await readForLint(paths);
  const findings = lintFound(found);
  const files = DOCUMENT_KINDS.flatMap((kind) => found.files(kind)).length;
  const errors = findings.filter((each) => each.level === 'error').length;
  const terminal = createTerminal();
  if (options.json) terminal.line(JSON.stringify({ files, errors, findings }, undefined, 2));
  else print(terminal, { files, errors, findings });
  return errors > 0 ? EXIT.problems : EXIT.ok;
}

function print(
  terminal: Terminal,
  result: { readonly files: number; readonly errors: number; readonly findings: readonly Finding[] },
): void {
  const { colors } = terminal;
  printFindings(terminal, result.findings);
  const warnings = result.findings.length - result.errors;
  const summary = `${count(result.files, 'file')}: ${count(result.errors, 'error')}, ${count(warnings, 'warning')}`;
  terminal.line(result.errors > 0 ? colors.red(summary) : colors.green(summary));
}

function count(number: number, what: string): string {
  return `${number} ${what}${number === 1 ? '' : 's'}`;
}

/** Each finding with its place, and what is allowed there. */
export function printFindings(terminal: Terminal, findings: readonly Finding[]): void {
  const { colors } = terminal;
  for (const { file, line, column, level, pointer, message, allowed } of findings) {
    terminal.line(
      `${colors.bold(`${file}:${line}:${column}`)} ${level === 'error' ? colors.red('error') : colors.yellow('warning')} ${colors.cyan(pointer || '/')}`,
    );
    terminal.line(`    ${message}`);
    if (allowed)
      terminal.line(
        colors.dim(`    allowed: ${allowed.slice(0, 20).join(', ')}${allowed.length > 20 ? ', …' : ''}`),
      );
  }
}
