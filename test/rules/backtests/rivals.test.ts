import { expect, it } from 'vitest';
import { rivalsOf } from '../../../rules/backtests/index.ts';
import { published } from '../given.ts';

const slack = (channel: string) => [{ type: 'slack', channel }];
const mail = (to: string) => [{ type: 'email', to: [to] }];
const tested = published({ id: 'tested', actions: [...slack('#a'), ...mail('Lead@example.com')] }, 0);

const names = (rules: ReturnType<typeof published>[], versions = [tested]): string[] =>
  rivalsOf(versions, rules).map(({ id, because }) => `${id} ${because}`);

it('rules that suppress the tested one or share a channel or a mailbox with it take part, others do not', () => {
  expect(
    names([
      published({ id: 'wall', suppresses: ['tested'], actions: slack('#b') }),
      published({ id: 'channel', actions: slack('#a') }),
      published({ id: 'mailbox', actions: mail('lead@example.com') }),
      published({ id: 'hook', actions: [{ type: 'webhook', url: 'https://example.com/a' }] }),
      published({ id: 'far', actions: slack('#c') }),
    ]),
  ).toEqual(['wall suppresses', 'channel shares_receiver', 'mailbox shares_receiver']);
});

it('so does what suppresses one of these, in any number of steps', () => {
  expect(
    names([
      published({ id: 'third', suppresses: ['second'], actions: [] }),
      published({ id: 'second', suppresses: ['first'], actions: [] }),
      published({ id: 'first', suppresses: ['tested'], actions: [] }),
    ]),
  ).toEqual(['third suppresses', 'second suppresses', 'first suppresses']);
});

it('rules in shadow, off, or the tested rule’s own published version do not', () => {
  const more = { actions: slack('#a') };
  expect(
    names([
      published({ id: 'tested', ...more }, 3),
      published({ id: 'shadow', mode: 'shadow', ...more }),
      published({ id: 'off', mode: 'off', ...more }),
    ]),
  ).toEqual([]);
});

it('a receiver that only the published version has counts too', () => {
  const old = published({ id: 'tested', actions: slack('#old') }, 3);
  expect(names([published({ id: 'there', actions: slack('#old') })], [tested, old])).toEqual([
    'there shares_receiver',
  ]);
});
