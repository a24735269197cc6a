/** A message card as an e-mail, in HTML and in text. */
export { emailCard } from './card.ts';
export { INK_TONES, emailFrame, fitting, textPart, withPictures } from './frame.ts';
export type { EmailMessage } from './frame.ts';
export { button, notice, paragraph, picture, row, textLink, textStyle, toneStyle, whole } from './parts.ts';
