import { describe, expect, it } from 'vitest';
import { nameOfPresser } from '../../../server/answers/index.ts';
import { recordSignIn } from '../../../store/identity/index.ts';
import { useDatabase } from '../../support/store/useDatabase.ts';

const inTest = useDatabase();

describe('the name of a person who presses a button in Slack', () => {
  it('says that it is from Slack when it looks like that of a user, who is someone else', async () => {
    await recordSignIn(inTest.db, {
      issuer: 'https://id.example',
      subject: 'ann',
      name: 'Ann Smith',
      reservedNames: [],
      at: new Date(),
      grants: [{ fleetId: 'north', role: 'admin' }],
    });
    const called = (calledThere: string, fleetId = 'north') =>
      nameOfPresser(inTest.db, { fleetId, userId: 'U0MALLORY', calledThere });
    expect(await called('Ann Smith')).toBe('Ann Smith (Slack)');
    expect(await called('Аnn Smith')).toBe('Аnn Smith (Slack)');
    expect(await called('Mallory')).toBe('Mallory');
    // Another fleet's names are not revealed, not even whether one is in use.
    expect(await called('Ann Smith', 'south')).toBe('Ann Smith');
  });
});
