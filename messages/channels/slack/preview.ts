import { markup, safeImageSource } from '../../format/index.ts';
import type { Html, HtmlValue } from '../../format/index.ts';
import { textsOf } from '../../language/index.ts';
import type { Language, Say } from '../../language/index.ts';
import type { SlackBlock, SlackButton, SlackMarkdown, SlackPlainText, SlackSelect } from './blocks.ts';
import { linesHtml, slackMarkdownHtml } from './markdownHtml.ts';

/**
 * Renders a Slack message as HTML that looks like one.
 * @param pictureUrl shown where the message has its uploaded picture, or at its end when it has none
 */
export function slackPreview(
  blocks: readonly SlackBlock[],
  { pictureUrl, language }: { readonly pictureUrl: string | undefined; readonly language: Language },
): Html {
  const say = textsOf(language);
  const picture = imageHtml(pictureUrl, say);
  const hasImage = blocks.some(({ type }) => type === 'image');
  return markup`<div class="slack">${blocks.map((block) => blockHtml(block, { picture, say }))}${!hasImage && picture}</div>`;
}

function blockHtml(
  block: SlackBlock,
  { picture, say }: { readonly picture: HtmlValue; readonly say: Say },
): HtmlValue {
  switch (block.type) {
    case 'header':
      return markup`<p class="slack-header">${block.text.text}</p>`;
    case 'section':
      return markup`${block.text && markup`<p>${textHtml(block.text)}</p>`}${block.fields && fieldsHtml(block.fields)}`;
    case 'context':
      return markup`<p class="muted small">${block.elements.map(textHtml)}</p>`;
    case 'actions':
      return actionsHtml(block.elements, say);
    case 'divider':
      return markup`<hr>`;
    case 'image':
      return picture;
    default:
      return undefined;
  }
}

function textHtml({ type, text }: SlackMarkdown | SlackPlainText): Html {
  return type === 'mrkdwn' ? slackMarkdownHtml(text) : linesHtml(text);
}

function fieldsHtml(fields: readonly SlackMarkdown[]): Html {
  return markup`<div class="slack-fields">${fields.map(({ text }) => markup`<p>${slackMarkdownHtml(text)}</p>`)}</div>`;
}

/** Renders the buttons without effect, and says so. */
function actionsHtml(elements: readonly (SlackButton | SlackSelect)[], say: Say): Html {
  return markup`<div class="slack-actions">${elements.map((element) => (element.type === 'button' ? buttonHtml(element, say) : selectHtml(element)))}</div>
<p class="muted small">${say('pages.slackButtons')}</p>`;
}

function buttonHtml({ text, style, confirm }: SlackButton, say: Say): Html {
  return markup`<span class="slack-button ${style ?? ''}">${text.text}</span>${confirm && markup` <span class="muted small">${say('pages.slackAsksFirst', { title: confirm.title.text })}</span>`}`;
}

function selectHtml({ placeholder, options }: SlackSelect): Html {
  return markup`<span class="slack-button">${placeholder.text} <span aria-hidden="true">▾</span></span> <span class="muted small">${options.map(({ text }) => text.text).join(' · ')}</span>`;
}

function imageHtml(source: string | undefined, say: Say): HtmlValue {
  const known = safeImageSource(source);
  return (
    known &&
    markup`<div class="picture"><img src="${known}" width="536" alt="${say('picture.altText')}"></div>`
  );
}

/** The preview's rules for the page's style element. */
export const SLACK_CSS = `
.slack{border-left:4px solid var(--line);padding:2px 0 2px 16px;display:grid;gap:10px}
.slack-header{font-size:18px;font-weight:700;line-height:1.35}
.slack-fields{display:grid;grid-template-columns:repeat(auto-fit,minmax(200px,1fr));gap:10px 20px}
.slack hr{border:0;border-top:1px solid var(--line);width:100%;margin:2px 0}
.slack-actions{display:flex;flex-wrap:wrap;gap:8px;align-items:center}
.slack-button{display:inline-block;border:1px solid var(--muted);border-radius:6px;padding:5px 12px;font-weight:650;cursor:not-allowed}
.slack-button.primary{background:var(--good-ground);color:var(--good-ink);border-color:var(--good-edge)}
.slack-button.danger{background:var(--critical-ground);color:var(--critical-ink);border-color:var(--critical-edge)}
.slack .picture{max-width:536px}
`;
