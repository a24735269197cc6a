import type { ConsoleTexts } from '../../en/console/index.ts';

export const overview: ConsoleTexts['overview'] = { title: 'X' };
