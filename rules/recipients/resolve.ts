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

/** The channel and the receiver of one message. */
export interface PageReceiver {
  readonly action: Channel;
  /** The channel, address or URL. */
  readonly receiver: string;
  /** The person on call, if a rotation was named. `rotation` is the rotation's id. */
  readonly person?: string;
  readonly rotation?: string;
  /** The reason for the receiver, if a route or the driver record provided it. */
  readonly because?: RecipientReason;
  /** True for a coaching e-mail to the driver, which contains no data of other people. */
  readonly isCoaching?: true;
}

/** The receivers of a message, and the names that could not be resolved. */
export interface ResolvedPage {
  readonly receivers: readonly PageReceiver[];
  /**
   * Names without a receiver, as written in the document, such as `rotation:night`. For names in a route's entry, the entry is
   * included.
   */
  readonly unreachable: readonly string[];
  /** Contains `driver:email` if the fleet's settings do not allow coaching e-mails. */
  readonly notAllowed: readonly string[];
}

/** The data from which recipients are resolved. */
export interface RecipientGiven {
  readonly at: Date;
  /** The published rotations by id. */
  readonly rotations: Rotations;
  /** The published routes by id. Absent: there are none. */
  readonly routes?: Routes;
  /** Absent: default settings. */
  readonly settings?: Settings;
  /** The driver that the message is about. Absent: the message is not about one driver. */
  readonly driver?: RecipientDriver;
  /** Cache of the people on call at this instant by rotation, for callers that resolve many pages. */
  readonly onCall?: Map<string, RotationPerson>;
}

const NO_ROUTES: Routes = new Map();

/**
 * Resolves the receivers of a message at an instant, each once. A person on call without an address in the channel is notified
 * through another channel. A route's default replaces an entry that has no recipients in the channel, or whose recipients all
 * lack a receiver.
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

/** Returns a key by which receivers are compared. Case is ignored in e-mail addresses. */
export function receiverKey({ action, receiver }: Pick<PageReceiver, 'action' | 'receiver'>): string {
  return `${action} ${sameReceiver(action, receiver)}`;
}

const email = emailAddress();
const NO_ONE: ResolvedPage = { receivers: [], unreachable: [], notAllowed: [] };

function reaching(...receivers: readonly PageReceiver[]): ResolvedPage {
  return { ...NO_ONE, receivers };
}

/** Resolves names one by one, for a fixed instant and driver. */
class Resolver {
  readonly #given: RecipientGiven;
  readonly #settings: Settings;
  readonly #onCall: Map<string, RotationPerson>;

  constructor(given: RecipientGiven) {
    this.#given = given;
    this.#settings = given.settings ?? settingsFrom(undefined);
    this.#onCall = given.onCall ?? new Map<string, RotationPerson>();
  }

  /** @param name the receiver's name as written in the document */
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

  /** @returns undefined if the entry has no recipients in the channel */
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
