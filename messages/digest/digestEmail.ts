import type { DigestContent } from './content.ts';
import { digestPictures, pictureCid } from './digestPictures.ts';
import type { DigestPicture } from './digestPictures.ts';
import { digestView } from './digestView.ts';
import { EMAIL_LEVELS } from './limits.ts';
import { mailHtml } from './mailHtml.ts';
import { mailText } from './mailText.ts';
import type { DigestView, PictureId } from './view.ts';

/** Gmail cuts a message whose HTML is larger than 102 kB; some room is left for what senders on the way add. */
const LARGEST_HTML_BYTES = 96_000;

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
export interface DigestEmail {
  /** One line, at most 200 characters. */
  readonly subject: string;
  readonly html: string;
  readonly text: string;
  /** To be attached inline, each under its `cid`. */
  readonly pictures: readonly DigestPicture[];
}

/** File name for the table of all drivers. */
export function digestCsvName({ digest, period }: DigestContent): string {
  return `${fileName(digest.id)}-${fileName(period.now.to)}.csv`;
}

/** A digest as an e-mail; lists are cut, and say so, until its HTML is below 102 kB. */
export function digestEmail(content: DigestContent, options: DigestMailOptions = {}): DigestEmail {
  const { view, html } = fittingMail(content, options, (id) => `cid:${pictureCid(id)}`);
  return {
    subject: view.subject,
    html,
    text: mailText(view, options.unsubscribeUrl),
    pictures: digestPictures(content),
  };
}

/** The most generous e-mail that is small enough. The last level always is: it is bounded in every list and name. */
export function fittingMail(
  content: DigestContent,
  options: DigestMailOptions,
  pictureSource: (id: PictureId) => string,
): { readonly view: DigestView; readonly html: string } {
  let mail: { readonly view: DigestView; readonly html: string } | undefined;
  for (const limits of EMAIL_LEVELS) {
    const { hasTable, incidentLink } = options;
    const view = digestView(content, { limits, hasTable, incidentLink });
    // Measured with short sources, so that a page with its pictures inside cuts where the e-mail does.
    const measured = mailHtml(view, {
      pictureSource: (id) => `cid:${pictureCid(id)}`,
      unsubscribeUrl: options.unsubscribeUrl,
    });
    mail = { view, html: mailHtml(view, { pictureSource, unsubscribeUrl: options.unsubscribeUrl }) };
    if (Buffer.byteLength(measured) <= LARGEST_HTML_BYTES) break;
  }
  if (mail === undefined) throw new Error('A digest has no level of detail to be written at.');
  return mail;
}

/** Only what every file system takes. */
function fileName(text: string): string {
  return text.replace(/[^\w-]+/g, '-').slice(0, 80);
}
