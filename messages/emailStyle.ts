import { DARK, FONT, LIGHT } from './palette.ts';
import type { Scheme, Tone } from './palette.ts';

/** Inline style of text: many clients drop classes, so the light scheme stands on the elements themselves. */
export function textStyle(size: 'small' | 'normal' | 'large', color: string): string {
  const measures = {
    small: '13px;line-height:19px',
    normal: '15px;line-height:23px',
    large: '24px;line-height:30px',
  };
  return `margin:0;font-family:${FONT};font-size:${measures[size]};color:${color}`;
}

/** Inline style of a filled box in a tone's colours. */
export function toneStyle(tone: Tone): string {
  const { ink, ground } = LIGHT.tones[tone];
  return `background-color:${ground};color:${ink}`;
}

/** The classes that turn the inline colours of the light scheme into another scheme's. */
function overrides(scheme: Scheme, prefix: string): string {
  const tones = Object.entries(scheme.tones)
    .map(
      ([tone, { ink, ground, edge }]) =>
        `${prefix}.${tone}{background-color:${ground}!important;color:${ink}!important}` +
        `${prefix}.edge-${tone}{background-color:${edge}!important}`,
    )
    .join('');
  return (
    `${prefix}.ground{background-color:${scheme.ground}!important}` +
    `${prefix}.card{background-color:${scheme.card}!important;border-color:${scheme.line}!important}` +
    `${prefix}.quiet{background-color:${scheme.quiet}!important}` +
    `${prefix}.line{border-color:${scheme.line}!important}` +
    `${prefix}.ink{color:${scheme.ink}!important}` +
    `${prefix}.muted{color:${scheme.muted}!important}` +
    `${prefix}.link{color:${scheme.link}!important}` +
    `${prefix}.button{background-color:${scheme.button}!important}` +
    `${prefix}.button-ink{color:${scheme.buttonInk}!important}` +
    tones
  );
}

/**
 * The style element's content: dark colours where the client tells of a dark screen, and narrower margins on a phone.
 */
export const EMAIL_CSS =
  ':root{color-scheme:light dark;supported-color-schemes:light dark}' +
  'body{margin:0;padding:0;width:100%}' +
  'img{border:0;display:block;max-width:100%;height:auto}' +
  `@media (prefers-color-scheme:dark){${overrides(DARK, '')}}` +
  '@media (max-width:480px){.outer{padding:0!important}.card{border-radius:0!important;border-left:0!important;border-right:0!important}' +
  '.pad{padding-left:20px!important;padding-right:20px!important}.label{width:38%!important}' +
  '.button a{display:block!important;text-align:center!important}.button{width:100%!important}}';

/**
 * Dark colours for Outlook, which marks a dark screen by `data-ogsc`. In a style element of its own, because some
 * clients drop a whole element for one selector that they do not know.
 */
export const EMAIL_OUTLOOK_CSS = overrides(DARK, '[data-ogsc] ');
