/** A memory limit that all bodies arriving at one endpoint share. */
export interface BodyRoom {
  /** The limit, in bytes. */
  readonly bytes: number;
  /** Bytes of bodies that are not complete yet. */
  readonly taken: number;
  /**
   * Registers a body when its first byte arrives.
   * @param whose the owner of the body. If memory is short, the owner with most bytes loses a body.
   * @param drop called at most once, if this body has to be dropped. The body is no longer registered then.
   */
  begin(whose: string, drop: () => void): ArrivingBody;
}

/** A registered body. */
export interface ArrivingBody {
  /** Adds bytes that arrived. If the limit is exceeded, drops a body, perhaps this one. */
  add(bytes: number): void;
  /** Unregisters a body that is complete or was given up. A second call does nothing. */
  leave(): void;
}

interface Held {
  readonly whose: string;
  readonly drop: () => void;
  bytes: number;
}

/**
 * Creates a memory limit that always admits new bodies. When it is exceeded, the owner with most bytes loses its oldest body. So
 * bodies that arrive quickly are read, and slow ones only while there is room.
 */
export function createBodyRoom(bytes: number): BodyRoom {
  /** The registered bodies by owner, in the order in which they began. */
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
