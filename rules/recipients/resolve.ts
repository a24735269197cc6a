import { PERSON_CHANNELS, isPersonChannel, receiversNamed, sameReceiver } from '../channels/index.ts';
import type { Channel, PersonChannel } from '../channels/index.ts';
import { emailAddress } from '../documents/index.ts';
import type { Rotation, RotationPerson, Route, RouteEntry, Settings } from '../documents/index.ts';
import { resolveRecord, settingsFrom } from '../drivers/index.ts';
import { channelsOfEntry, namedOf } from './names.ts';
import type { NamesReceivers } from './names.ts';
import { personOnShift } from './onCall.ts';
import type { Rotations } from './onCall.ts';
import type { RecipientReason } from './reason.ts';
import { entriesFor } from './route.ts';
import type { RecipientDriver, Routes } from './route.ts';

/** One message: its channel and its receiver. */
export interface PageReceiver {
  readonly action: Channel;
  /** The channel, address or URL. */
  readonly receiver: string;
  /** The person on call, when a rotation was named; `rotation` is its id. */
  readonly person?: string;
  readonly rotation?: string;
  /** The reason, when a route or the driver record named the receiver. */
  readonly because?: RecipientReason;
  /** True when the driver is the receiver of a coaching e-mail, which holds no data of other people. */
  readonly isCoaching?: true;
}

/** The receivers of a message, and the names without a receiver. */
export interface ResolvedPage {
  readonly receivers: readonly PageReceiver[];
  /** Names as the document writes them, such as `rotation:night`; names in a route's entry include the entry. */
  readonly unreachable: readonly string[];
  /** `driver:email`, where the fleet's settings do not allow coaching e-mails. */
  readonly notAllowed: readonly string[];
}

/** The data for resolving recipients. */
export interface RecipientGiven {
  readonly at: Date;
  /** The published rotations by id. */
  readonly rotations: Rotations;
  /** The published routes by id; absent: there are none. */
  readonly routes?: Routes;
  /** Absent: defaults. */
  readonly settings?: Settings;
  /** Absent: the message is not about one driver. */
  readonly driver?: RecipientDriver;
  /** A cache of the people on call at that instant, by rotation, for resolving many pages. */
  readonly onCall?: Map<string, RotationPerson>;
}

const NO_ROUTES: Routes = new Map();

/**
 * Resolves the receivers of a message at an instant, each once. A person of a rotation without an address in the channel is
 * notified in another channel. The route's default replaces an entry that has no recipient of the channel, or none with a
 * receiver.
 */
export function resolvePage(notify: readonly NamesReceivers[], given: RecipientGiven): ResolvedPage {
  const resolver = new Resolver(given);
  const receivers = new Map<string, PageReceiver>();
  const unreachable = new Set<string>();
  const notAllowed = new Set<string>();
  for (const way of notify)
    for (const { receiver: name } of receiversNamed(way)) {
      const found = resolver.named(way.type, name);
      for (const each of found.receivers)
        if (!receivers.has(receiverKey(each))) receivers.set(receiverKey(each), each);
      for (const each of found.unreachable) unreachable.add(each);
      for (const each of found.notAllowed) notAllowed.add(each);
    }
  return {
    receivers: [...receivers.values()],
    unreachable: [...unreachable],
    notAllowed: [...notAllowed],
  };
}

/** Returns the key for comparing receivers: case is ignored in mailboxes. */
export function receiverKey({ action, receiver }: Pick<PageReceiver, 'action' | 'receiver'>): string {
  return `${action} ${sameReceiver(action, receiver)}`;
}

const email = emailAddress();
const NO_ONE: ResolvedPage = { receivers: [], unreachable: [], notAllowed: [] };

function reaching(...receivers: readonly PageReceiver[]): ResolvedPage {
  return { ...NO_ONE, receivers };
}

/** Resolves names one by one, for one instant and driver. */
class Resolver {
  readonly #given: RecipientGiven;
  readonly #settings: Settings;
  readonly #onCall: Map<string, RotationPerson>;

  constructor(given: RecipientGiven) {
    this.#given = given;
    this.#settings = given.settings ?? settingsFrom(undefined);
    this.#onCall = given.onCall ?? new Map<string, RotationPerson>();
  }

  /** @param name as the document writes it */
  named(channel: Channel, name: string): ResolvedPage {
    const as = namedOf(channel, name);
    if (!isPersonChannel(channel)) return reaching({ action: channel, receiver: name });
    switch (as.kind) {
      case 'recipient':
        return reaching({ action: channel, receiver: name });
      case 'rotation':
        return this.#rotation(channel, name, as.id);
      case 'route': {
        const route = (this.#given.routes ?? NO_ROUTES).get(as.id);
        return route ? this.#route(channel, route) : { ...NO_ONE, unreachable: [name] };
      }
      case 'driver':
        return this.#driver(name, as.who);
    }
  }

  #rotation(channel: PersonChannel, name: string, id: string): ResolvedPage {
    const rotation = this.#given.rotations.get(id);
    const found = rotation && ofRotation(channel, rotation, this.#personOf(rotation));
    return found ? reaching(found) : { ...NO_ONE, unreachable: [name] };
  }

  #personOf(rotation: Rotation): RotationPerson {
    const person = this.#onCall.get(rotation.id) ?? personOnShift(rotation, this.#given.at);
    this.#onCall.set(rotation.id, person);
    return person;
  }

  #driver(name: string, who: 'manager' | 'email'): ResolvedPage {
    const isCoaching = who === 'email';
    if (isCoaching && !this.#settings.privacy.coaching_emails) return { ...NO_ONE, notAllowed: [name] };
    const field = isCoaching ? 'email' : 'manager_email';
    const { record, origins } = resolveRecord(this.#given.driver?.source ?? {}, this.#settings);
    const [address, origin] = [record[field], origins[field]];
    if (address === undefined || !origin || !email.safeParse(address).success)
      return { ...NO_ONE, unreachable: [name] };
    const because = { named: name, origin: origin.from === 'directory' ? 'directory' : origin.path };
    return reaching({
      action: 'email',
      receiver: address,
      because,
      ...(isCoaching && { isCoaching: true as const }),
    });
  }

  #route(channel: PersonChannel, route: Route): ResolvedPage {
    const { chosen, none } = entriesFor(route, { driver: this.#given.driver, settings: this.#settings });
    if (chosen.length === 0) return this.#default(channel, route, none);
    const found = chosen.map(({ entry, because }) => {
      const resolved = this.#entry(channel, entry, because);
      if (resolved && resolved.receivers.length > 0) return resolved;
      return this.#default(channel, route, {
        ...none,
        default_because: resolved ? 'reaches_no_one' : 'no_channel',
        instead_of: because.entry ?? '',
      });
    });
    return joined(found);
  }

  #default(channel: PersonChannel, route: Route, because: RecipientReason): ResolvedPage {
    const resolved = route.default && this.#entry(channel, route.default, because);
    if (resolved && resolved.receivers.length > 0) return resolved;
    return { ...NO_ONE, unreachable: [because.named] };
  }

  /** @returns undefined where the entry has no recipient of the channel */
  #entry(channel: PersonChannel, entry: RouteEntry, because: RecipientReason): ResolvedPage | undefined {
    const names = channelsOfEntry(entry).find((each) => each.channel === channel)?.names;
    if (!names) return undefined;
    const { receivers, unreachable, notAllowed } = joined(names.map((name) => this.named(channel, name)));
    return {
      receivers: receivers.map((each) => ({ ...each, because: { ...each.because, ...because } })),
      unreachable: unreachable.map((name) => `${because.named} (${because.entry ?? 'default'}: ${name})`),
      notAllowed,
    };
  }
}

function joined(all: readonly ResolvedPage[]): ResolvedPage {
  return {
    receivers: all.flatMap(({ receivers }) => receivers),
    unreachable: all.flatMap(({ unreachable }) => unreachable),
    notAllowed: all.flatMap(({ notAllowed }) => notAllowed),
  };
}

function ofRotation(
  channel: PersonChannel,
  rotation: Rotation,
  person: RotationPerson,
): PageReceiver | undefined {
  const action = [channel, ...PERSON_CHANNELS].find((each) => person[each]);
  const receiver = action && person[action];
  return action && receiver ? { action, receiver, person: person.name, rotation: rotation.id } : undefined;
}
