import { EMAIL_CSS, EMAIL_OUTLOOK_CSS } from '../emailStyle.ts';
import { DARK, LIGHT } from '../palette.ts';

/** The tones that ink may take on the card itself, without a ground of its own. */
export const INK_TONES = ['good', 'critical', 'warning'] as const;

/** What MJML's nested boxes need beside the classes of all e-mails. */
function overrides(prefix: string): string {
  const inks = INK_TONES.map((tone) => `${prefix}.ink-${tone}{color:${DARK.tones[tone].ink}!important}`);
  return (
    `${prefix}.ground>div{background-color:${DARK.ground}!important}` +
    `${prefix}.card>table{background-color:${DARK.card}!important}` +
    `${prefix}.card>table>tbody>tr>td{border-color:${DARK.line}!important}` +
    `${prefix}.quiet>table{background-color:${DARK.quiet}!important}` +
    `${prefix}.quiet>table>tbody>tr>td{border-color:${DARK.line}!important}` +
    inks.join('')
  );
}

/** For light and dark screens and phones. Pictures keep their light ground where a client cannot turn it. */
export const DIGEST_CSS =
  EMAIL_CSS +
  `@media (prefers-color-scheme:dark){${overrides('')}.chart{filter:invert(.9) hue-rotate(180deg);border-color:${LIGHT.line}!important}}` +
  '@media (max-width:480px){.spread>table>tbody>tr>td{padding-left:20px!important;padding-right:20px!important}' +
  '.room{display:none}.card>table>tbody>tr>td{border-radius:0!important;border-left:0!important;border-right:0!important}' +
  '.cell{font-size:14px!important;padding-left:8px!important}.name{padding-left:0!important}}';

/** Dark colours for Outlook, in a style element of their own. */
export const DIGEST_OUTLOOK_CSS = EMAIL_OUTLOOK_CSS + overrides('[data-ogsc] ');
