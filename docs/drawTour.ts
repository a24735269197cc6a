import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Graphviz } from '@hpcc-js/wasm-graphviz';

/** Draws `docs/tour.dot`. The result has no date in it, so that the same text gives the same picture. */
export async function drawTour(): Promise<string> {
  const graphviz = await Graphviz.load();
  return graphviz.dot(readFileSync(join(import.meta.dirname, 'tour.dot'), 'utf8'));
}

if (process.argv[1] === import.meta.filename)
  writeFileSync(join(import.meta.dirname, 'images/tour.svg'), await drawTour());
