import { describe, expect, it } from 'vitest';
import { createBodyRoom } from '../../../server/http/index.ts';
import type { ArrivingBody, BodyRoom } from '../../../server/http/index.ts';

/** Makes bodies with names, and lists the names of those that were dropped. */
function bodies(room: BodyRoom) {
  const dropped: string[] = [];
  const begin = (whose: string, name: string, bytes: number): ArrivingBody => {
    const body = room.begin(whose, () => void dropped.push(name));
    body.add(bytes);
    return body;
  };
  return { dropped, begin };
}

describe('a room for bodies that arrive', () => {
  it('drops the one that has been arriving for longest, and never the newcomer', () => {
    const room = createBodyRoom(100);
    const { begin, dropped } = bodies(room);
    for (let index = 1; index <= 10; index += 1) begin('a', `a${index}`, 10);
    expect(dropped).toEqual([]);
    begin('a', 'small', 1);
    expect(dropped).toEqual(['a1']);
    begin('a', 'large', 30);
    expect(dropped).toEqual(['a1', 'a2', 'a3', 'a4']);
    expect(room.taken).toBe(91);
  });

  it('drops one of whoever holds most, however long others take', () => {
    const room = createBodyRoom(100);
    const { begin, dropped } = bodies(room);
    const slow = begin('calm', 'slow', 10);
    for (let index = 1; index <= 9; index += 1) begin('loud', `l${index}`, 10);
    slow.add(20);
    expect(dropped).toEqual(['l1', 'l2']);
    begin('third', 't', 30);
    expect(dropped).toEqual(['l1', 'l2', 'l3', 'l4', 'l5']);
  });

  it('goes by what is held, not by how many bodies that is', () => {
    const room = createBodyRoom(100);
    const { begin, dropped } = bodies(room);
    for (let index = 1; index <= 20; index += 1) begin('many', `m${index}`, 2);
    begin('few', 'f1', 50);
    begin('calm', 'c', 20);
    expect(dropped).toEqual(['f1']);
  });

  it('counts no more what is complete, given up or dropped, once', () => {
    const room = createBodyRoom(100);
    const { begin, dropped } = bodies(room);
    const complete = begin('a', 'complete', 60);
    complete.leave();
    complete.leave();
    complete.add(500);
    expect(room.taken).toBe(0);
    const first = begin('a', 'first', 60);
    begin('a', 'second', 60);
    expect(dropped).toEqual(['first']);
    first.add(100);
    first.leave();
    expect([dropped, room.taken]).toEqual([['first'], 60]);
  });

  it('drops a body that takes all of it alone', () => {
    const { begin, dropped } = bodies(createBodyRoom(100));
    begin('a', 'only', 101);
    expect(dropped).toEqual(['only']);
  });
});
