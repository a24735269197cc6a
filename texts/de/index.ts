/**
 * All texts in German. They address readers with "Sie" and use each of these words for one concept, and no other word for it:
 *
 * | English | German |
 * |---|---|
 * | alert | Alarm |
 * | alarm (of Tripline itself) | Störung |
 * | incident | Vorfall |
 * | acknowledge, resolve, escalate, reopen | quittieren, lösen, eskalieren, wieder öffnen |
 * | resolved (an alarm of Tripline) | behoben |
 * | assignee, reassign, snooze | zuständig, übergeben, aufschieben (Aufschub) |
 * | escalation policy, round, step | Eskalationsplan, Runde, Stufe |
 * | trip, driver, fleet, group | Fahrt, Fahrer, Flotte, Gruppe |
 * | rule, fact, threshold | Regel, Angabe, Schwelle |
 * | score, rating | Wert, Bewertung |
 * | matched, not matched | zutreffend, nicht zutreffend; eine Regel trifft zu |
 * | evaluated, parked, gone | ausgewertet, zurückgestellt, verschwunden |
 * | approve, reject | freigeben (Freigabe), ablehnen |
 * | sent, held, skipped, failed, unconfirmed | gesendet, zurückgehalten, übersprungen, fehlgeschlagen, unbestätigt |
 * | silenced, throttled, suppressed, grouped | stummgeschaltet, gedrosselt, unterdrückt, zusammengefasst |
 * | quiet hours, batch, budget, shadow mode | Ruhezeit, Sammelnachricht, Budget, Schattenmodus |
 * | recipient, channel, message, summary | Empfänger, Kanal, Nachricht, Zusammenfassung |
 * | analytics service | Analysedienst |
 * | digest | Bericht |
 * | possible duplicate | mögliches Duplikat |
 * | identity provider | Identitätsanbieter |
 */
import { alarms } from './alarms.ts';
import { alerts } from './alerts.ts';
import { decisions } from './decisions.ts';
import { deletions } from './deletions.ts';
import { digests } from './digests.ts';
import { explanations } from './explanations.ts';
import { exports } from './exports.ts';
import { facts } from './facts.ts';
import { format } from './format.ts';
import { incidents } from './incidents.ts';
import { lint } from './lint/index.ts';
import { pages } from './pages.ts';
import { picture } from './picture.ts';
import { recipients } from './recipients.ts';
import { problems } from './problems.ts';
import { setup } from './setup.ts';
import { states } from './states.ts';

export const GERMAN = {
  alarms,
  alerts,
  decisions,
  deletions,
  digests,
  explanations,
  exports,
  facts,
  format,
  incidents,
  lint,
  pages,
  picture,
  recipients,
  problems,
  setup,
  states,
} as const;
