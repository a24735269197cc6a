import { expect, it } from 'vitest';
import { shownReceiver } from '../../../messages/format/index.ts';

it('of a webhook only the host is shown, of everyone else all', () => {
  const secret = 'https://user:word@hooks.example.com:8443/services/T0/planted-secret?token=planted-secret';
  expect(shownReceiver({ action: 'webhook', receiver: secret })).toBe('hooks.example.com:8443');
  expect(shownReceiver({ action: 'webhook', receiver: 'planted secret' })).toBe('a webhook');
  expect(shownReceiver({ action: 'email', receiver: 'lead@example.com' })).toBe('lead@example.com');
  expect(shownReceiver({ action: 'slack', receiver: '#x' })).toBe('#x');
});
