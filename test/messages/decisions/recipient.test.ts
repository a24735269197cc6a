import { expect, it } from 'vitest';
import { whyRecipient } from '../../../messages/decisions/index.ts';
import { actionWords } from '../../../messages/format/index.ts';
import type { RecipientReason } from '../../../rules/recipients/index.ts';

const lead = { named: 'route:lead', route: 'lead' };
const regional = { ...lead, attribute: '$.region' };

it.each<[RecipientReason, string, string]>([
  [
    { ...lead, entry: 'north', rotation: 'night', person: 'Bob' },
    'Route lead, entry north: the driver is in the group north. On call in the rotation night: Bob',
    'Empfängerroute lead, Eintrag north: Der Fahrer gehört zur Gruppe north. In Bereitschaft nach dem Bereitschaftsplan night: Bob',
  ],
  [
    { ...regional, entry: 'north' },
    'Route lead, entry north: the driver’s $.region',
    'Empfängerroute lead, Eintrag north: nach $.region des Fahrers',
  ],
  [
    { ...regional, default_because: 'no_entry_for_value' },
    'Route lead, default: the value of the driver’s $.region has no entry',
    'Empfängerroute lead, Standardeintrag: Der Wert von $.region des Fahrers hat keinen Eintrag',
  ],
  [
    { ...lead, default_because: 'no_channel', instead_of: 'south' },
    'Route lead, default: the entry south has no recipient of this channel',
    'Empfängerroute lead, Standardeintrag: Der Eintrag south hat keinen Empfänger für diesen Kanal',
  ],
  [
    lead,
    'Route lead, default: the message is not about one driver',
    'Empfängerroute lead, Standardeintrag: Die Nachricht betrifft nicht genau einen Fahrer',
  ],
  [
    { named: 'driver:manager', origin: '$.boss' },
    'The driver’s manager, from the attribute $.boss',
    'Vorgesetzte des Fahrers, aus dem Attribut $.boss',
  ],
  [
    { named: 'driver:email', origin: 'directory' },
    'The driver, from the directory',
    'Der Fahrer, aus dem Verzeichnis',
  ],
  [
    { named: 'rotation:night', rotation: 'night' },
    'On call in the rotation night',
    'In Bereitschaft nach dem Bereitschaftsplan night',
  ],
  [{ named: '#fleet' }, 'Named as #fleet', 'Benannt als #fleet'],
])('why %j is said in both languages', (reason, english, german) => {
  expect(whyRecipient(reason)).toBe(english);
  expect(whyRecipient(reason, 'de')).toBe(german);
});

it('a channel has its name in the language', () => {
  expect(actionWords('email')).toBe('E-mail');
  expect(actionWords('email', 'de')).toBe('E-Mail');
  expect(actionWords('slack', 'de')).toBe('Slack');
});
