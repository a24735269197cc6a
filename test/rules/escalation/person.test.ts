import { describe, expect, it } from 'vitest';
import type { Rotation, RotationPerson } from '../../../rules/documents/index.ts';
import { identityOf, isOnePerson, peopleNamed } from '../../../rules/escalation/index.ts';

function rotation(id: string, people: readonly RotationPerson[]): Rotation {
  const handover = { weekday: 'mon', at: '09:00' } as const;
  return { id, name: id, timezone: 'UTC', handover, people: [...people] };
}

const ann = { name: 'Ann', slack: 'U01ANN', email: 'Ann@example.com' };
const namesake = { name: 'ann', slack: 'U02ANN', email: 'ann.b@example.com' };

describe('who somebody is', () => {
  it('is the same by Slack, by e-mail and by name, as a rotation knows', () => {
    const rotations = [rotation('day', [ann, { name: 'Bob', email: 'bob@example.com' }])];
    const bySlack = identityOf({ via: 'slack', who: 'slack:U01ANN' }, rotations);
    expect(bySlack).toEqual(['slack:U01ANN', 'email:ann@example.com']);
    for (const other of [
      identityOf({ via: 'email', who: 'ann@EXAMPLE.com' }, rotations),
      identityOf({ via: 'api', who: 'robot', by: 'ANN' }, rotations),
      identityOf({ via: 'api', who: 'robot', by: 'ann@example.com' }, rotations),
      identityOf({ via: 'api', who: 'robot', by: 'U01ANN' }, rotations),
    ])
      expect(isOnePerson(bySlack, other), String(other)).toBe(true);
    const bob = identityOf({ via: 'email', who: 'bob@example.com' }, rotations);
    expect(isOnePerson(bySlack, bob)).toBe(false);
  });

  it('is gathered from several rotations, over an id of Slack or a name with its address', () => {
    const rotations = [
      rotation('day', [{ name: 'Ann', slack: 'U01ANN' }]),
      rotation('night', [{ name: 'Ann B.', slack: 'U01ANN', email: 'ann@example.com' }]),
    ];
    expect(identityOf({ via: 'slack', who: 'slack:U01ANN' }, rotations)).toContain('email:ann@example.com');
    expect(peopleNamed('Ann', rotations)).toHaveLength(1);
  });

  it('is two people where two have one name, and where two share a mailbox', () => {
    const rotations = [rotation('day', [ann]), rotation('night', [namesake])];
    const [one, other] = ['U01ANN', 'U02ANN'].map((id) =>
      identityOf({ via: 'slack', who: `slack:${id}` }, rotations),
    );
    expect(isOnePerson(one!, other!)).toBe(false);
    expect(peopleNamed('Ann', rotations)).toHaveLength(2);
    expect(identityOf({ via: 'api', who: 'ed', by: 'Ann' }, rotations)).toEqual(['api:ed Ann']);
    const shared = [
      rotation('day', [
        { name: 'Cem', slack: 'U03', email: 'desk@example.com' },
        { name: 'Dora', slack: 'U04', email: 'desk@example.com' },
      ]),
    ];
    expect(identityOf({ via: 'slack', who: 'slack:U03' }, shared)).toEqual(['slack:U03']);
    expect(identityOf({ via: 'email', who: 'desk@example.com' }, shared)).toEqual(['email:desk@example.com']);
  });

  it('is the token, and whom it speaks for, where no rotation knows them', () => {
    expect(identityOf({ via: 'api', who: 'robot' }, [])).toEqual(['api:robot']);
    expect(identityOf({ via: 'api', who: 'ed', by: 'Ann' }, [])).toEqual(['api:ed Ann']);
    expect(identityOf({ via: 'slack', who: 'slack:U09' }, [])).toEqual(['slack:U09']);
  });
});
