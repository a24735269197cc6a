import { textsOf } from '../language/index.ts';
import type { Language, TextKey } from '../language/index.ts';

/** Kinds of alarms in the catalogue. */
type Kind = TextKey extends infer Key ? (Key extends `alarms.${infer Name}` ? Name : never) : never;

/** Values in the texts of kinds, besides the subject. */
interface Details {
  /** The rule that names the policy. */
  readonly escalation_policy: { readonly rule: string };
  /**
   * Reason that the people of a policy were not notified: names stand for no one, no step could notify anyone, every step was
   * outside its hours, or every message was refused.
   */
  readonly escalation_receivers:
    | { readonly because: 'names'; readonly names: string }
    | { readonly because: 'lastResort' | 'hours' | 'refused'; readonly incident: string };
  /** The policy whose people did not answer, and the rule that opened the incident. */
  readonly incident_unanswered: { readonly policy: string; readonly rule: string };
  /** The kind of the document that names the recipients, and its id. */
  readonly recipients: { readonly document: string; readonly id: string; readonly names: string };
  /** The builds and how much waits on each. */
  readonly build_without_worker: { readonly builds: string };
}

/** A fault to raise an alarm for. */
export type AlarmFault =
  | { readonly kind: Exclude<Kind, keyof Details>; readonly subject: string; readonly details?: undefined }
  | {
      [K in keyof Details]: { readonly kind: K; readonly subject: string; readonly details: Details[K] };
    }[keyof Details];

/** An alarm as it is stored: in English, and as data for any language. */
interface StoredAlarm {
  readonly kind: string;
  readonly subject: string;
  readonly message: string;
  readonly details: Readonly<Record<string, string | number>>;
}

/** Returns a fault as it is stored and logged: the English words, and the values in them. */
export function alarmOf<Fault extends AlarmFault>(fault: Fault): StoredAlarm & Pick<Fault, 'kind'> {
  const { kind, subject } = fault;
  const details = { ...fault.details };
  return { kind, subject, message: textsOf('en')(`alarms.${kind}`, { subject, ...details }), details };
}

/** Returns the problem and what to do, in a language. */
export function alarmWords({ kind, subject, message, details }: StoredAlarm, language: Language): string {
  if (language === 'en') return message;
  return textsOf(language).known(`alarms.${kind}`, { subject, ...details }) ?? message;
}
