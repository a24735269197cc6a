import type { ConsoleTexts } from '../../en/console/index.ts';

export const incidents: ConsoleTexts['incidents'] = { title: 'X' };
