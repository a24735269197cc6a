import { expect, it } from 'vitest';
import { checkGroupTokens } from '../../../cli/doctor/index.ts';

it('the doctor says what each limited token sees, warns of a group that is not there, and shows no token', () => {
  const checks = checkGroupTokens(
    {
      id: 'north',
      apiTokens: [
        { role: 'admin', name: 'ann', token: 'planted-1' },
        { role: 'viewer', name: 'eve', token: 'planted-2', groups: ['east'] },
        { role: 'viewer', name: 'wes', token: 'planted-3', groups: ['east', 'wset'] },
      ],
    },
    ['east', 'west'],
  );
  expect(checks).toEqual([
    { name: 'API token', result: 'ok', message: 'fleet north: the token "eve" sees only east' },
    {
      name: 'API token',
      result: 'warn',
      message: expect.stringMatching(/"wes".*does not list: wset\./) as string,
    },
  ]);
  expect(JSON.stringify(checks)).not.toContain('planted');
});
