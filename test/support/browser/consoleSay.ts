import { sayIn } from '../../../console/language/say/index.ts';

/** Says texts of the console in English, as its pages do. */
export const sayInEnglish = await sayIn('en');
