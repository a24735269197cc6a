import { beforeAll, expect, it } from 'vitest';
import { recordEverything } from '../../records.ts';
import { TOKENS } from '../../../support/servers/server.ts';
import { useServer } from '../../../support/servers/useServer.ts';

let id: string;
const server = useServer();
beforeAll(async () => {
  ({ backtestId: id } = await recordEverything(server.db, 'north'));
});

async function resultIn(language?: string): Promise<object> {
  const asked = language === undefined ? '' : `?language=${language}`;
  const { json } = await server.api('GET', `/backtests/${id}${asked}`, { token: TOKENS.viewer });
  return json['result'] as object;
}

it('a back-test says its notes and reasons in the language asked for, English otherwise', async () => {
  const note =
    '1 of 2 trips could not be decided, because a fact was unknown; the rule might match some of them.';
  expect(await resultIn()).toMatchObject({ notes: [note], unknown: [{ because: 'not sent' }] });
  expect(await resultIn('de')).toMatchObject({
    notes: [
      '1 von 2 Fahrten waren nicht entscheidbar, weil eine Angabe unbekannt war; auf manche davon trifft die Regel vielleicht zu.',
    ],
    unknown: [{ because: 'nicht gesendet' }],
  });
});
