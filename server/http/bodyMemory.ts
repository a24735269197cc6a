/** A memory limit shared by all bodies that arrive at one endpoint. */
export interface BodyRoom {
  /** The limit, in bytes. */
  readonly bytes: number;
  /** Bytes held by bodies that are not complete yet. */
  readonly taken: number;
  /**
   * Includes a body from its first byte on.
   * @param whose the owner with whom the body is grouped: the owner that holds most loses a body
   * @param drop called at most once, when this body has to go; it is no longer included then
   */
  begin(whose: string, drop: () => void): ArrivingBody;
}

/** A body that is counted. */
export interface ArrivingBody {
  /** More of it arrived, in bytes. Where that is too much, a body is dropped, perhaps this one. */
  add(bytes: number): void;
  /** Removes a body that is complete or given up. A second call does nothing. */
  leave(): void;
}

interface Held {
  readonly whose: string;
  readonly drop: () => void;
  bytes: number;
}

/**
 * Creates a room that always admits new bodies. When it is full, the owner that holds most loses its oldest body. Bodies that
 * arrive quickly are always read; slow ones are read only while there is room.
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
