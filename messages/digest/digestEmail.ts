import { fitting, withPictures } from '../emailFrame.ts';
import type { EmailMessage } from '../emailFrame.ts';
import { pngSource } from '../html.ts';
import type { DigestContent } from './content.ts';
import { digestPictures } from './digestPictures.ts';
import type { DigestPicture } from './digestPictures.ts';
import { digestView } from './digestView.ts';
import { EMAIL_LEVELS } from './limits.ts';
import { mailHtml } from './mailHtml.ts';
import { mailText } from './mailText.ts';

/** What is known only when a digest is sent. */
export interface DigestMailOptions {
  /** Whether the table of all drivers is attached; undefined: as it will be, for all its content says. */
  readonly hasTable?: boolean | undefined;
  /** The page that unsubscribes this receiver. */
  readonly unsubscribeUrl?: string | undefined;
  /** Where this receiver can answer an incident that waits; undefined for one that they cannot answer. */
  readonly incidentLink?: ((id: string) => string | undefined) | undefined;
}

/** A digest as an e-mail. */
export interface DigestEmail extends EmailMessage {
  /** To be attached inline, each under its `cid`. */
  readonly pictures: readonly DigestPicture[];
}

/** File name for the table of all drivers. */
export function digestCsvName({ digest, period }: DigestContent): string {
  return `${fileName(digest.id)}-${fileName(period.now.to)}.csv`;
}

/** A digest as an e-mail; lists are cut, and say so, until its HTML is below 102 kB: the last level is bounded in every list and name. */
export function digestEmail(content: DigestContent, options: DigestMailOptions = {}): DigestEmail {
  const { hasTable, incidentLink, unsubscribeUrl } = options;
  const { view, html } = fitting(EMAIL_LEVELS, (limits) => {
    const made = digestView(content, { limits, hasTable, incidentLink });
    return { view: made, html: mailHtml(made, unsubscribeUrl) };
  });
  return {
    subject: view.subject,
    html,
    text: mailText(view, unsubscribeUrl),
    pictures: digestPictures(content),
  };
}

/** The e-mail's HTML with its pictures inside, for where nothing can be attached. */
export function htmlWithPictures({ html, pictures }: DigestEmail): string {
  const sources = new Map(pictures.map(({ cid, png }) => [cid, pngSource(png)]));
  return withPictures(html, (cid) => sources.get(cid));
}

/** Only what every file system takes. */
function fileName(text: string): string {
  return text.replace(/[^\w-]+/g, '-').slice(0, 80);
}
