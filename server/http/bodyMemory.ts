/** What bodies that arrive at one door may hold in memory together. */
export interface BodyRoom {
  /** How much that is. */
  readonly bytes: number;
  /** How much bodies hold that are not complete yet, in bytes. */
  readonly taken: number;
  /**
   * Counts a body from its first byte on.
   * @param whose shares the room with others: whoever holds most is the one who loses a body
   * @param drop called at most once, when this body has to go; it is counted no longer then
   */
  begin(whose: string, drop: () => void): ArrivingBody;
}

/** A body that is counted. */
export interface ArrivingBody {
  /** More of it arrived, in bytes. Where that is too much, a body is dropped, perhaps this one. */
  add(bytes: number): void;
  /** It is complete, or given up. Once is enough, and twice is no mistake. */
  leave(): void;
}

interface Held {
  readonly whose: string;
  readonly drop: () => void;
  bytes: number;
}

/**
 * A room that is never closed to newcomers: where it is full, whoever holds most of it loses the body that has been arriving
 * for longest. Who sends at once is in time whatever others do; who takes their time gets it while there is room.
 */
export function createBodyRoom(bytes: number): BodyRoom {
  /** Everyone's bodies in the order in which they began. */
  const all = new Map<string, { bytes: number; readonly bodies: Set<Held> }>();
  let taken = 0;

  function leave(body: Held): void {
    const owned = all.get(body.whose);
    if (!owned?.bodies.delete(body)) return;
    owned.bytes -= body.bytes;
    taken -= body.bytes;
    if (owned.bodies.size === 0) all.delete(body.whose);
  }

  function makeRoom(): void {
    while (taken > bytes) {
      const [first, ...others] = all.values();
      const most = others.reduce((a, b) => (b.bytes > a.bytes ? b : a), first!);
      const [longest] = most.bodies;
      leave(longest!);
      longest!.drop();
    }
  }

  return {
    bytes,
    get taken() {
      return taken;
    },
    begin(whose, drop) {
      const body: Held = { whose, drop, bytes: 0 };
      const owned = all.get(whose) ?? { bytes: 0, bodies: new Set() };
      all.set(whose, owned);
      owned.bodies.add(body);
      return {
        add(more) {
          if (!owned.bodies.has(body)) return;
          body.bytes += more;
          owned.bytes += more;
          taken += more;
          makeRoom();
        },
        leave: () => leave(body),
      };
    },
  };
}
