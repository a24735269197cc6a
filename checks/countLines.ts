import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';

// Counts the lines of code by part of the project: lines that are neither blank nor comments alone. Generated
// files are left out.
const root = join(import.meta.dirname, '..');
const MADE =
  /^(package-lock\.json|store\/tables\/rows\.ts|test\/replay\/histories\/|rules\/examples\/.*schema\.json|docs\/)/;
const PARTS: readonly (readonly [string, RegExp])[] = [
  ['tests', /^test\//],
  ['bench', /^bench\//],
  ['texts', /^texts\//],
  ['product', /^/],
];

function linesOfCode(file: string): number {
  const text = readFileSync(join(root, file), 'utf8');
  if (/\.css$/.test(file))
    return text
      .replace(/\/\*[^]*?\*\//g, '')
      .split('\n')
      .filter((line) => line.trim()).length;
  const kind = file.endsWith('x') ? ts.LanguageVariant.JSX : ts.LanguageVariant.Standard;
  const tree = ts.createSourceFile(
    file,
    text,
    ts.ScriptTarget.Latest,
    true,
    kind ? ts.ScriptKind.TSX : ts.ScriptKind.TS,
  );
  const lines = new Set<number>();
  const visit = (node: ts.Node): void => {
    // The parser attaches doc comments to their nodes as children.
    if (ts.isJSDoc(node)) return;
    if (node.getChildCount(tree) > 0) return node.getChildren(tree).forEach(visit);
    if (node.getWidth(tree) === 0) return;
    const first = tree.getLineAndCharacterOfPosition(node.getStart(tree)).line;
    const last = tree.getLineAndCharacterOfPosition(node.end).line;
    for (let line = first; line <= last; line += 1) lines.add(line);
  };
  visit(tree);
  return lines.size;
}

const counts = new Map<string, { files: number; lines: number }>();
for (const file of execFileSync('git', ['ls-files'], { cwd: root }).toString('utf8').split('\n')) {
  if (!/\.([cm]?[jt]sx?|css)$/.test(file) || MADE.test(file)) continue;
  const [part] = PARTS.find(([, pattern]) => pattern.test(file))!;
  for (const name of part === 'product'
    ? ['product', `  ${file.split('/').length > 1 ? file.split('/')[0]! : '(root)'}`]
    : [part]) {
    const count = counts.get(name) ?? { files: 0, lines: 0 };
    counts.set(name, { files: count.files + 1, lines: count.lines + linesOfCode(file) });
  }
}
for (const [name, { files, lines }] of [...counts].sort(([, a], [, b]) => b.lines - a.lines))
  process.stdout.write(
    `${name.padEnd(16)} ${String(files).padStart(6)} files ${String(lines).padStart(8)} lines\n`,
  );
