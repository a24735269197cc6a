import { writeFileSync } from 'node:fs';
import { mailTemplateSource } from './mailTemplate.ts';

const place = new URL('../messages/digest/mailTemplate.ts', import.meta.url);
writeFileSync(place, await mailTemplateSource());
process.stdout.write('wrote messages/digest/mailTemplate.ts\n');
