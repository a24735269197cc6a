/** A fenced block of a page. */
export interface Block {
  /** Number of its first line in the page. */
  readonly line: number;
  /** Language after the fence: `sh`, `json`, or empty for terminal output. */
  readonly language: string;
  readonly text: string;
}

const FENCE = /^( *)```(\w*)$/;

/** Returns the fenced blocks of a page in order, without the indentation of their list. */
export function blocksOf(page: string): readonly Block[] {
  const blocks: Block[] = [];
  let open:
    | { readonly line: number; readonly indent: string; readonly language: string; readonly lines: string[] }
    | undefined;
  page.split('\n').forEach((line, index) => {
    const [, indent = '', language = ''] = FENCE.exec(line) ?? [];
    if (!FENCE.test(line)) open?.lines.push(line.slice(open.indent.length));
    else if (!open) open = { line: index + 2, indent, language, lines: [] };
    else {
      blocks.push({ line: open.line, language: open.language, text: open.lines.join('\n') });
      open = undefined;
    }
  });
  if (open) throw new Error(`The block of line ${open.line} has no end.`);
  return blocks;
}

/** A command in a terminal's block with its output. */
export interface Shown {
  readonly command: string;
  readonly output: string;
}

/** Returns the commands of a terminal's block: each follows `$ `, and its output follows it. */
export function shownIn({ text }: Block): readonly Shown[] {
  return text
    .split(/^\$ /m)
    .slice(1)
    .map((part) => {
      const [command = '', ...output] = part.split('\n');
      return { command, output: output.join('\n').trim() };
    });
}

/** Returns commands of `tripline` in a page: in its blocks, and as code in its sentences. */
export function triplineIn(page: string): readonly string[] {
  const blocks = blocksOf(page);
  const lines = blocks.flatMap(({ language, text }) =>
    language === 'sh' || language === '' ? text.split('\n').map((line) => line.replace(/^\$ /, '')) : [],
  );
  const prose = page.replace(/^( *)```[\s\S]*?^\1```$/gm, '');
  const inline = [...prose.matchAll(/`([^`\n]+)`/g)].map(([, code]) => code!);
  return [...lines, ...inline].flatMap((code) => /^tripline (.+)$/.exec(code)?.[1] ?? []);
}

/** Returns the words of a command line; a quoted text is one word. */
export function wordsOf(command: string): readonly string[] {
  return [...command.replace(/ #.*$/, '').matchAll(/'([^']*)'|"([^"]*)"|(\S+)/g)].map(
    ([, single, double, bare]) => single ?? double ?? bare ?? '',
  );
}
