import { readFileSync } from 'node:fs';
import mjml from 'mjml';
import { format, resolveConfig } from 'prettier';
import { DIGEST_CSS, DIGEST_OUTLOOK_CSS } from '../messages/digest/mailStyle.ts';
import { FONT, LIGHT } from '../messages/palette.ts';

const SOURCE = new URL('../messages/digest/mail.mjml', import.meta.url);

/** A table's cell: a link when it leads somewhere, its mark silent for those who hear it. */
const CELL =
  '{% if cell.href %}<a class="link" href="{{ cell.href }}">{% endif %}' +
  '{% if cell.symbol %}<span class="{{ cell.inkClass }}" style="{{ cell.inkStyle }}"><span aria-hidden="true">{{ cell.symbol }}</span>&nbsp;{{ cell.text }}</span>' +
  '{% else %}{{ cell.text }}{% endif %}{% if cell.href %}</a>{% endif %}';

/** Pads the preview, so that mail lists do not show the e-mail's first words behind it. */
const PADDING = '&#847;&zwnj;&nbsp;'.repeat(60);

/** The source of `messages/digest/mailTemplate.ts`, made from `mail.mjml`; throws when MJML finds a mistake. */
export async function mailTemplateSource(): Promise<string> {
  const { tones, ...colors } = LIGHT;
  const values = new Map<string, string>([
    ...Object.entries(colors),
    ...Object.entries(tones).flatMap(([tone, looks]) =>
      Object.entries(looks).map(([part, color]) => [`${tone}-${part}`, color] as const),
    ),
    ['FONT', FONT],
    ['CELL', CELL],
    ['PADDING', PADDING],
    ['CSS', DIGEST_CSS],
    ['OUTLOOK-CSS', DIGEST_OUTLOOK_CSS],
  ]);
  const source = readFileSync(SOURCE, 'utf8')
    .replace(/<!--.*?-->/gs, '')
    .replace(/%([\w-]+)%/g, (whole, name: string) => {
      const value = values.get(name);
      if (value === undefined) throw new Error(`mail.mjml names ${whole}, which nothing fills.`);
      return value;
    });
  const { html, errors } = await mjml(source, { fonts: {}, validationLevel: 'strict' });
  if (errors.length > 0) throw new Error(errors.map(({ formattedMessage }) => formattedMessage).join('\n'));
  return asSource(withoutRoom(html));
}

/** Without indentation, a third smaller. */
function withoutRoom(html: string): string {
  return html
    .replace(/\s+/g, ' ')
    .replace(/ style=""/g, '')
    .replace(/style="[^"]*"/g, (style) => style.replace(/([:;]) /g, '$1').replace(/;"$/, '"'))
    .replace(/> </g, '><')
    .replace(/(\{%[^%]*%\}) (?=<|\{%)/g, '$1')
    .replace(/> (?=\{%)/g, '>')
    .trim();
}

async function asSource(html: string): Promise<string> {
  const lines = html.split(/(?<=>)(?=<(?:table|tr|div|h\d|p|style|head|body)\b)/);
  const text = `/** Made from mail.mjml by \`npm run build:mail\`: change that file, not this one. */
export const MAIL_TEMPLATE = [
${lines.map((line) => JSON.stringify(line)).join(',\n')}
].join('');
`;
  const options = await resolveConfig(SOURCE.pathname);
  return format(text, { ...options, parser: 'typescript' });
}
