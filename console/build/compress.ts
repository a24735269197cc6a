import { readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';

/** Compresses each served file once, into a `.br` and a `.gz` beside it, so that no request waits for it. */
export function compressAssets(folder: string): void {
  const assets = join(folder, 'assets');
  for (const name of readdirSync(assets).filter((each) => /\.(js|css|svg)$/.test(each))) {
    const bytes = readFileSync(join(assets, name));
    const params = { [constants.BROTLI_PARAM_QUALITY]: 9, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length };
    writeFileSync(join(assets, `${name}.br`), brotliCompressSync(bytes, { params }));
    writeFileSync(join(assets, `${name}.gz`), gzipSync(bytes, { level: 9 }));
  }
}
