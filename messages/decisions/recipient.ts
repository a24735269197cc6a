import type { DefaultReason, RecipientReason } from '../../rules/recipients/index.ts';
import { textsOf } from '../language/index.ts';
import type { Language, Say } from '../language/index.ts';

/**
 * Explains why a message goes to its recipient, without a full stop, such as `Route regional-manager, entry north: the driver is
 * in the group north`.
 */
export function whyRecipient(reason: RecipientReason, language: Language = 'en'): string {
  const { named, route, rotation, person, origin } = reason;
  const say = textsOf(language);
  const parts = [
    ...(route === undefined ? [] : [say('recipients.route', { route, entry: entryWords(reason, say) })]),
    ...(origin === undefined ? [] : [originWords({ named, origin }, say)]),
    ...(rotation === undefined
      ? []
      : [
          person === undefined
            ? say('recipients.onCall', { rotation })
            : say('recipients.onCallPerson', { rotation, person }),
        ]),
  ];
  return parts.length === 0 ? say('recipients.named', { named }) : parts.join('. ');
}

function originWords({ named, origin }: { named: string; origin: string }, say: Say): string {
  const who = say(named === 'driver:email' ? 'recipients.driver' : 'recipients.manager');
  return origin === 'directory'
    ? say('recipients.fromDirectory', { who })
    : say('recipients.fromAttribute', { who, attribute: origin });
}

function entryWords({ entry, attribute, default_because, instead_of }: RecipientReason, say: Say): string {
  if (entry !== undefined)
    return attribute === undefined
      ? say('recipients.entryOfGroup', { entry })
      : say('recipients.entryOfAttribute', { entry, attribute });
  const because: DefaultReason = default_because ?? 'no_driver';
  const values = { attribute: attribute ?? '', entry: instead_of ?? '' };
  return say('recipients.default', { because: say(`recipients.default_${because}`, values) });
}
