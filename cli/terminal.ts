import picocolors from 'picocolors';

type Tell = (text: string) => void;

/** Where a command writes for people. */
export interface Terminal {
  readonly colors: ReturnType<typeof picocolors.createColors>;
  /** In characters, where a person looks; absent for a pipe or a file, where lines stay whole. */
  readonly width?: number;
  line(text?: string): void;
  /**
   * Runs a step with a progress line: a spinner on a terminal, plain lines elsewhere, and how long it took. `progress`
   * says what is being done and is gone when it is done; `note` says what came of it and stays.
   */
  step<T>(title: string, work: (progress: Tell, note: Tell) => Promise<T>): Promise<T>;
}

const FRAMES = ['⠋', '⠙', '⠹', '⠸', '⠼', '⠴', '⠦', '⠧', '⠇', '⠏'];
const FRAME_MS = 90;

/** A terminal on a stream; colours and spinners only where a person looks, and never with `NO_COLOR`. */
export function createTerminal(stream: NodeJS.WriteStream = process.stdout): Terminal {
  const isLive = stream.isTTY === true && !process.env['CI'];
  const colors = picocolors.createColors(stream.isTTY === true && !process.env['NO_COLOR']);
  const line = (text = ''): void => void stream.write(`${text}\n`);
  return {
    colors,
    ...(stream.isTTY === true && stream.columns > 0 && { width: stream.columns }),
    line,
    async step(title, work) {
      const started = performance.now();
      let detail = '';
      let frame = 0;
      const draw = (): void =>
        void stream.write(
          `\r\x1b[2K  ${colors.cyan(FRAMES[frame++ % FRAMES.length])} ${title}${detail ? colors.dim(` · ${detail}`) : ''}`,
        );
      const timer = isLive ? setInterval(draw, FRAME_MS) : undefined;
      const end = (mark: string, note: string): void => {
        clearInterval(timer);
        line(`${isLive ? '\r\x1b[2K' : ''}  ${mark} ${title} ${colors.dim(note)}`);
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
        end(colors.red('✗'), 'did not work');
        throw error;
      }
    },
  };
}
