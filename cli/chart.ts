const EIGHTHS = ['', '▏', '▎', '▍', '▌', '▋', '▊', '▉'];
const CELLS = 16;
const LEVELS = '▁▂▃▄▅▆▇█';

/** A horizontal bar of block characters; anything above zero shows at least a sliver. @param width in characters */
export function bar(value: number, most: number, width: number): string {
  if (value <= 0 || most <= 0) return '';
  const eighths = Math.max(1, Math.round((Math.min(value, most) / most) * width * 8));
  return '█'.repeat(Math.floor(eighths / 8)) + EIGHTHS[eighths % 8]!;
}

/** One character a value, its height the share of the largest; zero is a dot. */
export function sparkline(values: readonly number[]): string {
  const most = Math.max(...values);
  return values
    .map((value) => (value <= 0 ? '·' : LEVELS[Math.ceil((value / most) * LEVELS.length) - 1]!))
    .join('');
}

/** A bar with its percentage, e.g. `████████▊░░░░░░░  55%`. @param share from 0 to 1; what lies outside is moved to the bound */
export function progressBar(share: number): string {
  const bounded = Number.isFinite(share) ? Math.min(1, Math.max(0, share)) : 0;
  const eighths = Math.floor(bounded * CELLS * 8);
  const full = '█'.repeat(Math.floor(eighths / 8)) + EIGHTHS[eighths % 8]!;
  return `${full.padEnd(CELLS, '░')} ${String(Math.floor(bounded * 100)).padStart(3)}%`;
}
