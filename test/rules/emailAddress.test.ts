import { expect, it } from 'vitest';
import { emailAddress } from '../../rules/emailAddress.ts';

const label = (length: number): string => 'a'.repeat(length);

it.each([
  'lead@example.com',
  "o'neil.fleet+north@mail.example.co.uk",
  `${label(64)}@example.com`,
  `a@${label(63)}.com`,
  'a@a-b.io',
])('takes %s', (address) => {
  expect(emailAddress().safeParse(address).success).toBe(true);
});

it.each([
  ...['', 'lead', '@example.com', 'lead@example', 'a@b@example.com', '.a@example.com', 'a..b@example.com'],
  ...['a@-b.com', 'a@b-.com', 'a@.com', 'a b@example.com', 'a@example.com\n', "a'@example.com"],
  `${label(65)}@example.com`,
  `${label(40)}.${label(40)}@example.com`,
  `a@${label(64)}.com`,
])('refuses %j, which no mail server takes', (address) => {
  expect(emailAddress('no address').safeParse(address).error?.issues[0]?.message).toBe('no address');
});

it('is fast on what was made to be slow', () => {
  const began = performance.now();
  for (const text of ['a.'.repeat(500_000), '@'.repeat(1_000_000), `a@${'a-'.repeat(500_000)}`])
    expect(emailAddress().safeParse(text).success).toBe(false);
  expect(performance.now() - began).toBeLessThan(2_000);
});
