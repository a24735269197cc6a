const CELLS = 16;
/** Eighths of a cell, so that a long piece of work is seen to move. */
const EIGHTHS = ['', '▏', '▎', '▍', '▌', '▋', '▊', '▉'];

/** A bar with its percentage, e.g. `████████▊░░░░░░░  55%`. @param share from 0 to 1; what lies outside is moved to the bound */
export function progressBar(share: number): string {
  const bounded = Number.isFinite(share) ? Math.min(1, Math.max(0, share)) : 0;
  const eighths = Math.floor(bounded * CELLS * 8);
  const full = '█'.repeat(Math.floor(eighths / 8)) + EIGHTHS[eighths % 8]!;
  return `${full.padEnd(CELLS, '░')} ${String(Math.floor(bounded * 100)).padStart(3)}%`;
}
