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

/** One message: how, and to whom. */
export interface PageReceiver {
  readonly action: Channel;
  /** Channel, address or URL. */
  readonly receiver: string;
  /** Where a rotation named them: who is on call, and the rotation's id. */
  readonly person?: string;
  readonly rotation?: string;
  /** Where a route or the driver record named them. */
  readonly because?: RecipientReason;
  /** The driver: a coaching e-mail, which holds data of nobody else. */
  readonly isCoaching?: true;
}

/** Who is notified, and what of it reaches no one. */
export interface ResolvedPage {
  readonly receivers: readonly PageReceiver[];
  /** Each as the document writes it, such as `rotation:night`; of a route's entry with the entry. */
  readonly unreachable: readonly string[];
  /** `driver:email`, where the fleet's settings do not allow coaching e-mails. */
  readonly notAllowed: readonly string[];
}

/** What recipients are resolved with. */
export interface RecipientGiven {
  readonly at: Date;
  /** The published ones by id. */
  readonly rotations: Rotations;
  /** The published ones by id; absent: there are none. */
  readonly routes?: Routes;
  /** Absent: defaults. */
  readonly settings?: Settings;
  /** Absent: the message is not about one driver. */
  readonly driver?: RecipientDriver;
  /** Who is on call at that instant, by rotation: asked once where many pages are resolved for it. */
  readonly onCall?: Map<string, RotationPerson>;
}

const NO_ROUTES: Routes = new Map();

/**
 * Resolve who is notified at an instant, each once. A person of a rotation who cannot be notified in the wanted channel is notified
 * in the other one. In place of a route's entry that has no recipient of the wanted channel, or reaches no one, stands the default.
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

/** What a receiver is compared by: letters' case means nothing in a mailbox. */
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
      ...{ action: 'email', receiver: address, because },
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
