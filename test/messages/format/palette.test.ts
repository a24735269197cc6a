import { describe, expect, it } from 'vitest';
import { DARK, LIGHT } from '../../../messages/format/index.ts';
import type { Scheme } from '../../../messages/format/index.ts';
import { contrast } from '../contrast.ts';

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
