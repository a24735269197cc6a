/** A digest: its sections as data in English and German, drawn as Slack blocks, e-mail, pages, charts and CSV. */
export { DIGEST_RATINGS } from './content.ts';
export type {
  ComparedFigure,
  DigestCaveat,
  DigestContent,
  DigestDriver,
  DigestDriverRow,
  DigestRating,
  DigestScores,
  DriverList,
  Figure,
  Missing,
  Share,
} from './content.ts';
export { digestCsv } from './csv.ts';
export { digestPictures } from './digestPictures.ts';
export type { DigestPicture } from './digestPictures.ts';
export { digestView } from './digestView.ts';
export { digestCsvName, digestEmail, htmlWithPictures, mailText } from './email.ts';
export type { DigestEmail } from './email.ts';
export { dateWordsOf, measuresOf } from './format.ts';
export { DIGEST_PAGE_POLICY, digestPage, unsubscribePage } from './pages.ts';
export { digestSlack } from './slack.ts';
export { EMAIL_LEVELS, digestCaveat } from './view.ts';
