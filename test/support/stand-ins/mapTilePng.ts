import { Resvg } from '@resvg/resvg-js';

/** A tile of one colour with a street across it. */
export function mapTilePng(color: string, side = 256): Uint8Array {
  return new Resvg(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${side}" height="${side}"><rect width="${side}" height="${side}" fill="${color}"/><path d="M0 40 L${side} 120 M90 0 V${side}" stroke="#ffffff" stroke-width="10"/></svg>`,
  )
    .render()
    .asPng();
}
