import { Html, markup, safeHref } from '../../format/index.ts';

/** What this renderer knows of Slack's markup: links, bold, lines in italics, and the few emoji that Tripline itself writes. */
const TOKEN = /<([^<>|]+)(?:\|([^<>]*))?>|\*([^*\n]+)\*|(:warning:)|(?<![^\n])_([^_\n]+)_(?![^\n])/g;

const DECODED: Readonly<Record<string, string>> = { '&amp;': '&', '&lt;': '<', '&gt;': '>' };

/** A person who is mentioned, by their id in Slack. */
const MEMBER = /^@[UW][A-Z0-9]{1,20}$/;

/** Slack's markup as HTML, as Slack would show it. What is not a link to http, https or a phone number is shown as text. */
export function slackMarkdownHtml(text: string): Html {
  const parts: Html[] = [];
  let end = 0;
  for (const found of text.matchAll(TOKEN)) {
    parts.push(plainHtml(text.slice(end, found.index)), tokenHtml(found));
    end = found.index + found[0].length;
  }
  parts.push(plainHtml(text.slice(end)));
  return markup`${parts}`;
}

function tokenHtml([whole, link, label, bold, warning, italic]: RegExpMatchArray): Html {
  if (warning) return markup`<span aria-hidden="true">⚠</span>`;
  if (italic !== undefined) return markup`<em>${slackMarkdownHtml(italic)}</em>`;
  if (bold !== undefined) return markup`<strong>${slackMarkdownHtml(bold)}</strong>`;
  // Slack shows a member's name here, which only Slack knows.
  if (MEMBER.test(link ?? '')) return markup`<strong>${link}</strong>`;
  const href = safeHref(decoded(link ?? ''));
  if (!href) return plainHtml(whole);
  return markup`<a href="${href}" target="_blank" rel="noopener noreferrer">${decoded(label ?? link ?? '')}</a>`;
}

function plainHtml(text: string): Html {
  return markup`${text
    .split('\n')
    .map((line, index) => markup`${index > 0 && new Html('<br>')}${decoded(line)}`)}`;
}

function decoded(text: string): string {
  return text.replace(/&(?:amp|lt|gt);/g, (entity) => DECODED[entity] ?? entity);
}
