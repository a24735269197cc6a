import { describe, expect, it } from 'vitest';
import { DARK, LIGHT } from '../../messages/palette.ts';
import type { Scheme } from '../../messages/palette.ts';

/** Relative luminance of `#rrggbb`, as WCAG 2 defines it. */
function luminance(color: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const channel = parseInt(color.slice(at, at + 2), 16) / 255;
    return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(one: string, other: string): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

describe.each<readonly [string, Scheme]>([
  ['light', LIGHT],
  ['dark', DARK],
])('the %s scheme', (_name, scheme) => {
  it.each(['ground', 'card', 'quiet'] as const)('lets all text be read on its %s', (ground) => {
    for (const ink of ['ink', 'muted', 'link'] as const)
      expect(contrast(scheme[ink], scheme[ground])).toBeGreaterThanOrEqual(4.5);
  });

  it('lets buttons and badges be read', () => {
    expect(contrast(scheme.buttonInk, scheme.button)).toBeGreaterThanOrEqual(4.5);
    for (const { ink, ground } of Object.values(scheme.tones))
      expect(contrast(ink, ground)).toBeGreaterThanOrEqual(4.5);
  });
});
