import { Html, markup, safeHref } from '../../format/index.ts';
import { unescapeSlack } from './escape.ts';

/**
 * The parts of Slack's markup that this renderer supports: links, bold, lines in italics, and the few emoji that Tripline
 * itself writes.
 */
const TOKEN = /<([^<>|]+)(?:\|([^<>]*))?>|\*([^*\n]+)\*|(:warning:)/g;

/** A person who is mentioned, by their id in Slack. */
const MEMBER = /^@[UW][A-Z0-9]{1,20}$/;

/** Renders Slack's markup as HTML, as Slack would show it. Links other than http, https and phone numbers are shown as text. */
export function slackMarkdownHtml(text: string): Html {
  const lines = text.split('\n');
  if (!lines.some(isItalic)) return tokensHtml(text);
  return markup`${lines.map((line, index) => markup`${index > 0 && new Html('<br>')}${lineHtml(line)}`)}`;
}

/** Returns whether a line is in italics from end to end. */
function isItalic(line: string): boolean {
  return line.length > 2 && line.startsWith('_') && line.indexOf('_', 1) === line.length - 1;
}

function lineHtml(line: string): Html {
  return isItalic(line) ? markup`<em>${tokensHtml(line.slice(1, -1))}</em>` : tokensHtml(line);
}

function tokensHtml(text: string): Html {
  const parts: Html[] = [];
  let end = 0;
  for (const found of text.matchAll(TOKEN)) {
    parts.push(plainHtml(text.slice(end, found.index)), tokenHtml(found));
    end = found.index + found[0].length;
  }
  parts.push(plainHtml(text.slice(end)));
  return markup`${parts}`;
}

function tokenHtml([whole, link, label, bold, warning]: RegExpMatchArray): Html {
  if (warning) return markup`<span aria-hidden="true">⚠</span>`;
  if (bold !== undefined) return markup`<strong>${tokensHtml(bold)}</strong>`;
  // Slack shows a member's name here, which only Slack knows.
  if (MEMBER.test(link ?? '')) return markup`<strong>${link}</strong>`;
  const href = safeHref(unescapeSlack(link ?? ''));
  if (!href) return plainHtml(whole);
  return markup`<a href="${href}" target="_blank" rel="noopener noreferrer">${unescapeSlack(label ?? link ?? '')}</a>`;
}

function plainHtml(text: string): Html {
  return linesHtml(unescapeSlack(text));
}

/** Renders plain text with its lines. */
export function linesHtml(text: string): Html {
  return markup`${text.split('\n').map((line, index) => markup`${index > 0 && new Html('<br>')}${line}`)}`;
}
