import type { PreviewedPage } from '../../rules/escalation/index.ts';
import { formatNear, oneLine, shownReceiver } from '../format/index.ts';
import { textsOf } from '../language/index.ts';
import type { IncidentMessage } from './message.ts';

/** A recipient of a page, as it is planned or as a timeline has it. */
interface Receiver {
  readonly action: string;
  readonly receiver: string;
  /** Name of the person, if a rotation named one. */
  readonly person?: string;
  /** The driver record named the receiver. */
  readonly isOfRecord?: boolean;
}

/** Names by which an incident's messages call people. */
interface Names {
  /** Returns the name of a person or recipient, or undefined if none is known. */
  nameOf(who: string): string | undefined;
  /** The manager of the incident's driver, whose address is not shown. */
  readonly manager: string;
}

/**
 * Returns a person by name, and a channel or an address as it is. Shows only the host of a webhook, because the rest may be a
 * secret.
 */
export function receiverWords({ action, receiver, person, isOfRecord }: Receiver, names: Names): string {
  if (isOfRecord && person === undefined) return names.manager;
  if (person !== undefined) return person;
  const shown = shownReceiver({ action, receiver });
  return names.nameOf(shown) ?? shown;
}

/** Returns the recipients and time of the next page, as messages and pages show them. */
export function nextStepOf(
  { at, receivers }: Pick<PreviewedPage, 'at' | 'receivers'>,
  names: Names,
): NonNullable<IncidentMessage['nextStep']> {
  return {
    at: at.toISOString(),
    notified: receivers.map(({ because, ...each }) =>
      receiverWords({ ...each, isOfRecord: because?.origin !== undefined }, names),
    ),
  };
}

/** Receivers that the next step names one by one. */
const RECEIVERS_SHOWN = 3;

/** Says in plain text who is paged next and when, on the fleet's clock. Returns undefined if no step is left. */
export function nextStepWords({
  nextStep,
  incident,
  fleet,
}: Pick<IncidentMessage, 'nextStep' | 'fleet'> & {
  readonly incident: Pick<IncidentMessage['incident'], 'openedAt'>;
}): string | undefined {
  const { timezone: zone, language } = fleet;
  const say = textsOf(language);
  const at = formatNear(nextStep?.at, { reference: incident.openedAt, zone, language });
  const names = (nextStep?.notified ?? []).map((name) => oneLine(name, 80)).filter(Boolean);
  if (at === undefined || names.length === 0) return undefined;
  const shown = names.slice(0, RECEIVERS_SHOWN);
  const rest = names.length - shown.length;
  const all = rest > 0 ? [...shown, say('incidents.moreRecipients', { count: rest })] : shown;
  const [last = ''] = all.slice(-1);
  const who = all.length === 1 ? last : say('incidents.listed', { first: all.slice(0, -1).join(', '), last });
  const manager = say('incidents.driversManager');
  // Names stay as they are; these words begin the sentence.
  const begun = who.startsWith(manager) ? who[0]!.toUpperCase() + who.slice(1) : who;
  return say('incidents.nextStep', { who: begun, count: names.length, at, zone: oneLine(zone, 60) });
}
