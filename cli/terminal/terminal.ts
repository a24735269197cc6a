import { spawn } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { stripVTControlCharacters } from 'node:util';
import picocolors from 'picocolors';
import { visible } from '../../messages/format/index.ts';
import { CommandError } from './command.ts';
import { StoppedError } from './wait.ts';

type WriteLine = (text: string) => void;

/** Work of one step. A text for `progress` is shown until the step is done; each text for `note` remains. */
export type StepWork<T> = (progress: WriteLine, note: WriteLine) => Promise<T>;

/** The colours that commands use. */
export type Colors = Readonly<
  Record<'bold' | 'dim' | 'red' | 'green' | 'yellow' | 'cyan', (text: string | undefined) => string>
>;

/** Output of a command, for people and for programs. Text from outside cannot control the terminal. */
export interface Terminal {
  readonly colors: Colors;
  /** Characters per line of a terminal. Absent for a pipe or a file, where long lines are not broken. */
  readonly width?: number;
  /** Writes lines. Control characters other than line feeds, tabs and those of `colors` are removed. */
  line(text?: string): void;
  /** Writes a value as JSON with escaped control characters. */
  json(value: unknown): void;
  /**
   * Runs a step with its duration and progress: a spinner on a terminal, plain lines elsewhere. `progress` describes the current
   * work and disappears at the end; `note` describes a result and remains.
   */
  step<T>(title: string, work: StepWork<T>): Promise<T>;
}

const FRAMES = ['⠋', '⠙', '⠹', '⠸', '⠼', '⠴', '⠦', '⠧', '⠇', '⠏'];
const FRAME_MS = 90;
const ESC = '\u001b';
/**
 * Character that replaces the escape character in our own colours. It is a random private-use character,
 * which text from outside cannot guess.
 */
const OWN = String.fromCodePoint(0xf0000 + randomInt(0xfffe));

function createColors(isColored: boolean): Colors {
  const { bold, dim, red, green, yellow, cyan } = picocolors.createColors(isColored);
  if (!isColored) return { bold, dim, red, green, yellow, cyan };
  const owned =
    (paint: (text: string) => string) =>
    (text = ''): string =>
      paint(text.replaceAll(ESC, '').replaceAll(OWN, ESC)).replaceAll(ESC, OWN);
  const [first, ...more] = [bold, dim, red, green, yellow, cyan].map(owned);
  return { bold: first!, dim: more[0]!, red: more[1]!, green: more[2]!, yellow: more[3]!, cyan: more[4]! };
}

/** Removes control characters from a text except line feeds, tabs and our own colours. */
function writable(text: string): string {
  return visible(text).replaceAll(OWN, ESC);
}

/** Characters that JSON does not escape although terminals obey them: DEL, C1 controls, direction marks and separators. */
const OBEYED = /[\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]/g;

/** Escapes in a JSON text the characters that terminals obey. */
export function writableJson(json: string): string {
  return json.replace(OBEYED, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

/**
 * Creates a terminal on a stream. Colours and spinners need a terminal that is not `dumb`, as an editor's is.
 * `NO_COLOR` switches colours off, and `CI` switches spinners off.
 */
export function createTerminal(stream: NodeJS.WriteStream = process.stdout): Terminal {
  const isSmart = stream.isTTY === true && process.env['TERM'] !== 'dumb';
  const isLive = isSmart && !process.env['CI'];
  const colors = createColors(isSmart && !process.env['NO_COLOR']);
  const line = (text = ''): void => void stream.write(`${writable(text)}\n`);
  return {
    colors,
    ...(stream.isTTY === true && stream.columns > 0 && { width: stream.columns }),
    line,
    json: (value) => void stream.write(`${writableJson(JSON.stringify(value, undefined, 2))}\n`),
    async step(title, work) {
      const started = performance.now();
      let detail = '';
      let frame = 0;
      const draw = (): void =>
        void stream.write(
          `\r${ESC}[2K${writable(`  ${colors.cyan(FRAMES[frame++ % FRAMES.length])} ${title}${detail ? colors.dim(` · ${detail}`) : ''}`)}`,
        );
      const timer = isLive ? setInterval(draw, FRAME_MS) : undefined;
      const end = (mark: string, note: string): void => {
        clearInterval(timer);
        if (isLive) stream.write(`\r${ESC}[2K`);
        line(`  ${mark} ${title} ${colors.dim(note)}`);
      };
      const progress = (text: string): void => {
        detail = text;
        if (!isLive) line(`  … ${title}: ${text}`);
      };
      try {
        const notes: string[] = [];
        const result = await work(progress, (text) => void notes.push(text));
        const seconds = `${((performance.now() - started) / 1000).toFixed(1)} s`;
        end(colors.green('✓'), [...notes, seconds].join(', '));
        return result;
      } catch (error) {
        if (error instanceof StoppedError) end(colors.dim('–'), 'stopped');
        else end(colors.red('✗'), 'did not work');
        throw error;
      }
    },
  };
}

/** Minimum width of the last column. */
const NARROWEST = 20;
const GAP = '  ';

/**
 * Breaks a text between words. A word that is longer than a line remains whole, because people copy ids and
 * addresses.
 * @param width in characters; undefined for one line, for pipes
 */
export function wrapped(text: string, width: number | undefined): readonly string[] {
  if (width === undefined || text.length <= width) return [text];
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ')) {
    if (line !== '' && line.length + 1 + word.length > width) {
      lines.push(line);
      line = word;
    } else line = line === '' ? word : `${line} ${word}`;
  }
  return [...lines, line];
}

/** Prints a long text, broken between words and indented. For a pipe or a file, the text stays on one line. */
export function printParagraph(
  terminal: Terminal,
  text: string,
  {
    indent = 0,
    paint = (line) => line,
  }: { readonly indent?: number; readonly paint?: (line: string) => string } = {},
): void {
  const width = terminal.width === undefined ? undefined : Math.max(NARROWEST, terminal.width - indent);
  for (const line of wrapped(text, width)) terminal.line(`${' '.repeat(indent)}${paint(line)}`);
}

/**
 * Prints rows in columns as wide as their cells. The last column fills the terminal, breaks between words and
 * keeps line feeds. Only the other columns may be coloured.
 * On a narrow terminal, each row is a block of lines. Names in scripts from right to left belong in the last
 * column, because a terminal could reorder the text after them.
 */
export function printTable(
  terminal: Terminal,
  head: readonly string[],
  rows: readonly (readonly string[])[],
): void {
  const last = head.length - 1;
  const widths = head
    .slice(0, last)
    .map((title, column) => Math.max(...[title, ...rows.map((row) => row[column] ?? '')].map(shown)));
  const left = widths.reduce((sum, width) => sum + width + GAP.length, 0);
  if (terminal.width !== undefined && left + NARROWEST > terminal.width)
    return printBlocks(terminal, head, rows);
  const rest = terminal.width === undefined ? undefined : Math.max(NARROWEST, terminal.width - left);
  const print = (row: readonly string[], paint: (text: string) => string = (text) => text): void => {
    const cells = widths.map((width, column) => {
      const cell = row[column] ?? '';
      return paint(cell + ' '.repeat(width - shown(cell)));
    });
    const [first = '', ...more] = (row[last] ?? '').split('\n').flatMap((text) => wrapped(text, rest));
    terminal.line([...cells, paint(first)].join(GAP).trimEnd());
    for (const line of more) terminal.line(`${' '.repeat(left)}${line}`);
  };
  print(head, terminal.colors.dim);
  for (const row of rows) print(row);
}

/**
 * Prints each row as a block of lines: a column's title and the cell. Skips empty cells and separates rows by
 * an empty line.
 */
function printBlocks(
  terminal: Terminal,
  head: readonly string[],
  rows: readonly (readonly string[])[],
): void {
  const indent = Math.max(...head.map(shown)) + GAP.length;
  rows.forEach((row, index) => {
    if (index > 0) terminal.line();
    head.forEach((title, column) => {
      const cell = row[column] ?? '';
      if (cell === '') return;
      const [first = '', ...more] = cell
        .split('\n')
        .flatMap((text) => wrapped(text, Math.max(NARROWEST, terminal.width! - indent)));
      terminal.line(terminal.colors.dim(title) + ' '.repeat(indent - shown(title)) + first);
      for (const line of more) terminal.line(' '.repeat(indent) + line);
    });
  });
}

function shown(text: string): number {
  return stripVTControlCharacters(text.replaceAll(OWN, ESC)).length;
}

const EIGHTHS = ['', '▏', '▎', '▍', '▌', '▋', '▊', '▉'];
const CELLS = 16;
const LEVELS = '▁▂▃▄▅▆▇█';

/** Returns a horizontal bar of block characters; positive values show at least a sliver. @param width in characters */
export function bar(value: number, most: number, width: number): string {
  if (value <= 0 || most <= 0) return '';
  const eighths = Math.max(1, Math.round((Math.min(value, most) / most) * width * 8));
  return '█'.repeat(Math.floor(eighths / 8)) + EIGHTHS[eighths % 8]!;
}

/**
 * Returns a chart with one character for each value. Its height is the value's share of the largest value;
 * zero is a dot.
 */
export function sparkline(values: readonly number[]): string {
  const most = Math.max(...values);
  return values
    .map((value) => (value <= 0 ? '·' : LEVELS[Math.ceil((value / most) * LEVELS.length) - 1]!))
    .join('');
}

/**
 * Returns a bar with its percentage, e.g. `████████▊░░░░░░░  55%`. @param share from 0 to 1; other values become the nearest
 * bound
 */
export function progressBar(share: number): string {
  const bounded = Number.isFinite(share) ? Math.min(1, Math.max(0, share)) : 0;
  const eighths = Math.floor(bounded * CELLS * 8);
  const full = '█'.repeat(Math.floor(eighths / 8)) + EIGHTHS[eighths % 8]!;
  return `${full.padEnd(CELLS, '░')} ${String(Math.floor(bounded * 100)).padStart(3)}%`;
}

const OPENERS: Readonly<Partial<Record<NodeJS.Platform, readonly string[]>>> = {
  darwin: ['open'],
  win32: ['cmd', '/c', 'start', ''],
};

/**
 * Opens a file or a URL in the user's browser.
 * @throws CommandError when this machine has no program for it
 */
export async function openInBrowser(file: string): Promise<void> {
  const [command, ...rest] = OPENERS[process.platform] ?? ['xdg-open'];
  const child = spawn(command!, [...rest, file], { stdio: 'ignore', detached: true });
  try {
    await once(child, 'spawn');
  } catch {
    throw new CommandError(`${command} is not available to open a browser: open ${file} yourself.`);
  }
  child.unref();
}
