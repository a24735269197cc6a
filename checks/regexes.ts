import { check } from 'recheck';
import ts from 'typescript';

/** A regular expression as written in a source file. */
export interface Expression {
  readonly file: string;
  /** Line number, from 1. */
  readonly line: number;
  /** Source and flags of the expression. Undefined for an expression that is built at run time; `code` then shows how. */
  readonly pattern?: { readonly source: string; readonly flags: string };
  readonly code: string;
}

/** A risky expression that is allowed, with the reason. */
export interface ExpressionException {
  readonly file: string;
  /** The text in the file: a literal, or the whole call that creates the expression. */
  readonly code: string;
  readonly reason: string;
}

/** Returns the text of a string literal. */
function literalText(node: ts.Expression | undefined): string | undefined {
  return node && ts.isStringLiteralLike(node) ? node.text : undefined;
}

function patternOf(node: ts.Node): Expression['pattern'] | 'dynamic' | undefined {
  if (ts.isRegularExpressionLiteral(node)) {
    const end = node.text.lastIndexOf('/');
    return { source: node.text.slice(1, end), flags: node.text.slice(end + 1) };
  }
  if (!ts.isNewExpression(node) && !ts.isCallExpression(node)) return undefined;
  if (!ts.isIdentifier(node.expression) || node.expression.text !== 'RegExp') return undefined;
  const [source, flags] = [literalText(node.arguments?.[0]), literalText(node.arguments?.[1])];
  const isWritten = source !== undefined && (flags !== undefined || node.arguments?.length === 1);
  return isWritten ? { source, flags: flags ?? '' } : 'dynamic';
}

/** Returns every regular expression of a source file: literals, and calls of `RegExp`. */
export function expressionsIn(file: string, text: string): readonly Expression[] {
  const tree = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
  const found: Expression[] = [];
  const visit = (node: ts.Node): void => {
    const pattern = patternOf(node);
    if (pattern !== undefined) {
      const line = tree.getLineAndCharacterOfPosition(node.getStart(tree)).line + 1;
      const code = node.getText(tree);
      found.push({ file, line, code, ...(pattern !== 'dynamic' && { pattern }) });
    }
    ts.forEachChild(node, visit);
  };
  visit(tree);
  return found;
}

// The backend in plain JavaScript runs on every machine and has the same results everywhere.
process.env['RECHECK_BACKEND'] = 'pure';

/**
 * Time limit of a check: long enough for every reasonable expression on a slow machine. An expression that needs longer is
 * refused as not understood.
 */
const LONGEST_CHECK_MS = 30_000;
/** Seed of the search for slow texts, so that each run finds the same ones. */
const SEED = 7;
/**
 * Time limit in milliseconds for an allowed expression. Reaching the limit is enough to show that the
 * exception is still needed.
 */
const EXCEPTION_CHECK_MS = 1_000;

/** Returns the reason why an expression may take more than linear time, or `undefined` when it never does. */
async function riskOf({ pattern }: Expression, timeout: number): Promise<string | undefined> {
  if (pattern === undefined)
    return 'is put together when the program runs: list it with the reason why it is safe';
  const found = await check(pattern.source, pattern.flags, { timeout, randomSeed: SEED });
  if (found.status === 'safe') return undefined;
  if (found.status === 'unknown') return `was not understood (${found.error.kind})`;
  return `takes ${found.complexity.summary} time for some texts, such as ${found.attack.pattern}`;
}

/** Lists each risky expression that no exception names, and each exception that names no risky expression. */
export async function expressionProblems(
  expressions: readonly Expression[],
  exceptions: readonly ExpressionException[],
): Promise<readonly string[]> {
  const risks = new Map<string, string | undefined>();
  const used = new Set<ExpressionException>();
  const problems: string[] = [];
  for (const expression of expressions) {
    const { file, line, code } = expression;
    const exception = exceptions.find((each) => each.file === file && each.code === code);
    const timeout = exception ? EXCEPTION_CHECK_MS : LONGEST_CHECK_MS;
    const key = `${timeout} ${code}`;
    if (!risks.has(key)) risks.set(key, await riskOf(expression, timeout));
    const risk = risks.get(key);
    if (risk === undefined) continue;
    if (exception) used.add(exception);
    else problems.push(`${file}:${line} ${code} ${risk}`);
  }
  const unused = exceptions.filter((each) => !used.has(each));
  return [...problems, ...unused.map(({ file, code }) => `${file}: the exception for ${code} names no risk`)];
}
