/** A digest: its sections as data, drawn as Slack blocks, e-mail, pages, charts and CSV. */
export { digestView } from './compose.ts';
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
export { digestCsv, digestCsvName } from './csv.ts';
export { digestEmail } from './email.ts';
export { dateWordsOf, measuresOf } from './format.ts';
export { EMAIL_LEVELS, digestCaveat } from './rendering.ts';
export { DIGEST_PAGE_POLICY, digestPage, sentDigestPage, unsubscribePage } from './pages.ts';
export { linePicture } from './pictures.ts';
export { digestSlack } from './slack.ts';
export { mailText } from './text.ts';
