import { describe, expect, it } from 'vitest';
import { DARK, LIGHT } from '../../messages/format/index.ts';
import type { Scheme } from '../../messages/format/index.ts';
import { contrast } from '../messages/contrast.ts';
import { allOf, attribute, elementsOf, textOf } from '../messages/digests/parsedHtml.ts';
import type { Element } from '../messages/digests/parsedHtml.ts';
import { htmlBytes } from './kind.ts';
import { mails } from './mails.ts';
import { pages } from './pages.ts';

const classesOf = (element: Element): readonly string[] => (attribute(element, 'class') ?? '').split(/\s+/);
const styleOf = (element: Element, property: string): string | undefined =>
  new RegExp(`(?:^|;)\\s*${property}:\\s*(#[0-9a-f]{6})`).exec(attribute(element, 'style') ?? '')?.[1];

/** Returns the text colour that a class of an e-mail sets in a scheme. */
function inkOf(name: string, scheme: Scheme): string | undefined {
  if (name === 'ink' || name === 'muted' || name === 'link') return scheme[name];
  if (name === 'button-ink') return scheme.buttonInk;
  const tone = name.replace(/^ink-/, '') as keyof Scheme['tones'];
  return scheme.tones[tone]?.ink;
}
function groundOf(name: string, scheme: Scheme): string | undefined {
  if (name === 'ground' || name === 'card' || name === 'quiet') return scheme[name];
  return name === 'button' ? scheme.button : scheme.tones[name as keyof Scheme['tones']]?.ground;
}

/** Returns the contrast of each element with a colour of its own to the ground behind it, light and dark. */
function inksOf(html: string): readonly { readonly text: string; readonly contrast: number }[] {
  const found: { text: string; contrast: number }[] = [];
  const visit = (element: Element, grounds: readonly [string, string]): void => {
    const names = classesOf(element);
    const own = [LIGHT, DARK].map((scheme) => names.map((name) => groundOf(name, scheme)).find(Boolean));
    const behind = [own[0] ?? grounds[0], own[1] ?? grounds[1]] as const;
    if (styleOf(element, 'background-color') !== undefined && own[0] !== undefined)
      expect(styleOf(element, 'background-color')).toBe(own[0]);
    const ink = styleOf(element, 'color');
    if (ink !== undefined && element.tagName !== 'img') {
      const dark = names.map((name) => inkOf(name, DARK)).find(Boolean);
      const inks = [ink, dark ?? ink];
      for (const [at, color] of inks.entries())
        found.push({ text: textOf(element).slice(0, 60), contrast: contrast(color, behind[at]!) });
    }
    for (const child of element.childNodes) if ('tagName' in child) visit(child, behind);
  };
  visit(allOf(html, 'body')[0]!, [LIGHT.ground, DARK.ground]);
  return found;
}

describe.each(mails)('the e-mail of the kind $name', ({ html, hasAction }) => {
  it('is small enough for every client', () => {
    expect(Buffer.byteLength(html.replaceAll(/ src="data:[^"]*"/g, ''))).toBeLessThan(100_000);
  });

  it('can be used without its pictures', () => {
    for (const image of allOf(html, 'img')) expect(attribute(image, 'alt')).toMatch(/\p{L}{3}/u);
    expect(html).not.toMatch(/background-image|url\(/);
  });

  it('has one primary action at most, above everything long', () => {
    const buttons = elementsOf(html).filter((element) => classesOf(element).includes('button'));
    expect(buttons).toHaveLength(hasAction ? 1 : 0);
    if (!hasAction) return;
    const above = html.slice(html.indexOf('<h1'), html.indexOf('class="button"'));
    expect(above).not.toMatch(/<img|<th|<h2/);
    expect(textOf(above).length).toBeLessThan(700);
  });

  it('keeps a contrast of 4.5 on light and on dark screens', () => {
    const inks = inksOf(html);
    expect(inks.length).toBeGreaterThan(4);
    expect(inks.filter((ink) => ink.contrast < 4.5)).toEqual([]);
  });
});

describe.each(pages)('the page of the kind $name', (kind) => {
  it('is small, and can be used without its pictures', () => {
    expect(htmlBytes(kind)).toBeLessThan(100_000);
    for (const image of allOf(kind.html, 'img')) expect(attribute(image, 'alt')).toMatch(/\p{L}{3}/u);
  });
});
