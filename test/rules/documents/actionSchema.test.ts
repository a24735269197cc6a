import { expect, it } from 'vitest';
import { emailAddress, sentence } from '../../../rules/documents/index.ts';

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
  '',
  'lead',
  '@example.com',
  'lead@example',
  'a@b@example.com',
  '.a@example.com',
  'a..b@example.com',
  'a@-b.com',
  'a@b-.com',
  'a@.com',
  'a b@example.com',
  'a@example.com\n',
  "a'@example.com",
  `${label(65)}@example.com`,
  `${label(40)}.${label(40)}@example.com`,
  `a@${label(64)}.com`,
])('refuses %j, which no mail server takes', (address) => {
  const wanted = sentence('form_addressOfPerson');
  expect(emailAddress(wanted).safeParse(address).error?.issues[0]?.message).toBe(
    'an e-mail address such as ann@example.com',
  );
});

/*
 * An expression whose parts match the same text in several ways tries them all: minutes for the short ones if the dot
 * between labels were optional, minutes to hours for the long ones if it began anywhere. The test's own time limit is far
 * below that.
 */
it.each([
  ['letters before the at sign', `${label(38)}@-`],
  ['letters after it', `a@${label(38)}-`],
  ['labels before it', 'a.'.repeat(500_000)],
  ['letters alone', label(1_000_000)],
  ['at signs', '@'.repeat(1_000_000)],
  ['hyphens', `a@${'a-'.repeat(500_000)}`],
])('refuses %s that were made to be slow', (_what, text) => {
  expect(emailAddress().safeParse(text).success).toBe(false);
});
