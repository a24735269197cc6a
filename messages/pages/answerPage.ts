import {
  LONGEST_NAME,
  LONGEST_SENTENCE,
  driverLabel,
  formatDuration,
  formatNear,
  manyLines,
  mapLink,
  markup,
  oneLine,
  phoneRow,
  safeHref,
  severityBadge,
  tripRows,
} from '../format/index.ts';
import type { Html, HtmlValue, Row } from '../format/index.ts';
import {
  LONGEST_NOTE,
  ago,
  dispositionInText,
  driverLists,
  nearWords,
  nextStepWords,
  personName,
  speedWords,
} from '../incidents/index.ts';
import { textsOf } from '../language/index.ts';
import { answerForms } from './answerForms.ts';
import type { AnswerPageInput } from './answerForms.ts';
import { badge, measures, page, sayMarkup, titledList, tripPictureHtml, wholeIds } from './page.ts';

/** Returns the page on which a paged person answers an incident: what matters at three in the morning first. */
export function answerPage(input: AnswerPageInput): string {
  const { fleet, rule, incident } = input;
  const { language } = fleet;
  const say = textsOf(language);
  const severity = severityBadge(rule.severity, language);
  const opened = ago(incident.openedAt, input.now, language);
  const body = markup`${result(input)}
<p class="badges">${badge(rule.severity, severity.symbol, severity.word)}<span class="muted small">${say('incidents.opened', { id: oneLine(incident.id, 20), ago: opened })}</span></p>
<h1><bdi>${oneLine(rule.name, LONGEST_NAME)}</bdi>: <bdi>${wholeIds(driverLabel(input.driver))}</bdi></h1>
${status(input)}
${answerForms(input)}
<h2>${say('incidents.whatHappened')}</h2>
${input.sentence && markup`<p class="lead">${oneLine(input.sentence, LONGEST_SENTENCE)}</p>`}
${card(input)}
${tripPictureHtml(input.pictureSource, language)}
<h2>${say('incidents.timeline')}</h2>
${timeline(input)}
${history(input)}
<p class="muted small">${say('incidents.pageNote', { zone: oneLine(fleet.timezone, LONGEST_NAME) })}</p>`;
  return page({
    language,
    title: `${oneLine(rule.name, 60)}: ${oneLine(driverLabel(input.driver), 60)}`,
    aside: oneLine(fleet.name, LONGEST_NAME),
    body,
    css: ANSWER_CSS,
    nonce: input.nonce,
  });
}

function result({ result: it, fleet }: AnswerPageInput): HtmlValue {
  if (!it) return undefined;
  const changedNothing = textsOf(fleet.language)('incidents.late_changedNothing');
  return markup`<p class="result ${it.counts ? 'good' : 'warning'}" role="status"><span aria-hidden="true">${it.counts ? '✓' : '!'}</span> ${oneLine(it.words, LONGEST_SENTENCE)}${!it.counts && ` ${changedNothing}`}</p>`;
}

/** Returns the assignee, or the next recipients, in one or two sentences that are read first. */
function status(input: AnswerPageInput): Html {
  const { incident, now, fleet } = input;
  const { language } = fleet;
  const say = textsOf(language);
  const named = { limit: LONGEST_NAME, language };
  const strong = (words: string): Html => markup`<strong><bdi>${words}</bdi></strong>`;
  const plain = (words: string): Html => markup`${words}`;
  const who = strong(personName(incident.assignee, named));
  switch (incident.state) {
    case 'open': {
      const given =
        incident.assignee !== undefined && markup` ${sayMarkup(say, 'incidents.reassignedTo', { who })}`;
      if (incident.isUnanswered)
        return markup`<p class="status"><strong>${say('incidents.allStepsRan')}</strong>${given} ${say('incidents.staysOpen')}</p>`;
      const next = nextStepWords(input) ?? `${say('incidents.noNextStep')} ${say('incidents.staysOpen')}`;
      return markup`<p class="status"><strong>${say('incidents.notAcknowledged')}</strong>${given} ${next}</p>`;
    }
    case 'acknowledged': {
      const again = near(input, incident.repageAt);
      const until = near(input, incident.snoozedUntil);
      if (until !== undefined)
        return markup`<p class="status">${sayMarkup(say, 'incidents.snoozedUntil', { who, until: plain(until) })}</p>`;
      return markup`<p class="status">${assigned(input, who)}${again && ` ${say('incidents.pagingResumesForYou', { at: again })}`}</p>`;
    }
    case 'resolved': {
      const by = strong(personName(incident.resolvedBy, named));
      const is = plain(dispositionInText(incident.disposition, language));
      const words =
        incident.resolvedAt === undefined
          ? sayMarkup(say, 'incidents.resolved', { who: by, is })
          : sayMarkup(say, 'incidents.resolvedAgo', {
              who: by,
              is,
              ago: plain(ago(incident.resolvedAt, now, language)),
            });
      return markup`<p class="status">${words}</p>${incident.note && markup`<blockquote>${manyLines(incident.note, LONGEST_NOTE)}</blockquote>`}`;
    }
  }
}

function assigned({ incident: { acknowledgedAt, givenAt }, now, fleet }: AnswerPageInput, who: Html): Html {
  const { language } = fleet;
  const say = textsOf(language);
  const since = givenAt ?? acknowledgedAt;
  if (since === undefined) return sayMarkup(say, 'incidents.assigned', { who });
  const key = givenAt === undefined ? 'incidents.assignedAcknowledged' : 'incidents.assignedReassigned';
  return sayMarkup(say, key, { who, ago: markup`${ago(since, now, language)}` });
}

function facts(input: AnswerPageInput): readonly Row[] {
  const { language } = input.fleet;
  const say = textsOf(language);
  const { ageSeconds, clock } = input.incident;
  const [, ...rows] = tripRows(input);
  const speed = speedWords(input.place, language);
  return [
    ...(clock === undefined
      ? []
      : [{ label: say('incidents.deviceClock'), value: say(`incidents.clock_${clock}`) }]),
    ...(ageSeconds === undefined
      ? []
      : [
          {
            label: say('incidents.arrivedLate'),
            value: say('incidents.afterTripEnd', {
              age: formatDuration(ageSeconds - (ageSeconds % 60), language),
            }),
          },
        ]),
    ...(speed === undefined ? [] : [{ label: say('incidents.speed'), value: speed }]),
    ...rows,
  ];
}

function card(input: AnswerPageInput): HtmlValue {
  const { language } = input.fleet;
  const [known, where] = [facts(input), links(input)];
  if (known.length === 0 && !where)
    return markup`<p class="muted">${textsOf(language)('incidents.tripNotStored')}</p>`;
  return markup`<div class="card">${measures(known, language)}${where}</div>`;
}

function links({ driver, place, tripLink, fleet: { language } }: AnswerPageInput): HtmlValue {
  const say = textsOf(language);
  const phone = phoneRow(driver, language);
  const call = safeHref(phone?.href);
  const map = mapLink(place);
  const trip = safeHref(tripLink);
  if (!call && !map && !trip) return undefined;
  const where = [nearWords(place, language), map?.words].filter((words) => words !== undefined).join(' · ');
  return markup`<p class="links">${phone && call && markup`<a href="${call}">${say('incidents.callDriver', { phone: phone.value })}</a>`}${map && markup`<a href="${map.href}" target="_blank" rel="noopener noreferrer">${say('incidents.onMap', { place: where })}</a>`}${trip && markup`<a href="${trip}">${say('format.openTrip')}</a>`}</p>`;
}

function history({ history: known, fleet }: AnswerPageInput): HtmlValue {
  if (!known) return undefined;
  return driverLists({ ...known, fleet }).map((list) => titledList(list, fleet.language));
}

function timeline(input: AnswerPageInput): Html {
  return markup`<ol class="timeline">${input.timeline.map(
    ({ at, text }) =>
      markup`<li><time datetime="${oneLine(at, 40)}" class="muted small">${near(input, at) ?? oneLine(at, 40)}</time><span>${oneLine(text, LONGEST_SENTENCE)}</span></li>`,
  )}</ol>`;
}

/** Returns a time on the fleet's clock, with its date where that is not the day of the opening. */
function near({ incident, fleet }: AnswerPageInput, at: string | undefined): string | undefined {
  const { timezone: zone, language } = fleet;
  return formatNear(at, { reference: incident.openedAt, zone, language });
}

/** The style of the answer page: every target is as wide as a thumb needs on a phone in the dark. */
const ANSWER_CSS = `
.bar>div,main{max-width:620px}
h1{margin:8px 0 10px}
.badges{align-items:center}
.status{font-size:17px;margin:0 0 18px}
.lead{font-size:16px;margin:0 0 12px}
.result{border-radius:12px;padding:16px 18px;margin:0 0 20px;font-size:18px;font-weight:650;line-height:1.4}
.result.good{border:1px solid var(--good-edge)}.result.warning{border:1px solid var(--warning-edge)}
.answers{display:grid;gap:12px;margin:0 0 8px}
form{margin:0;display:grid;gap:16px}
button{font:inherit;font-size:19px;font-weight:700;line-height:1.3;width:100%;min-height:64px;padding:12px 18px;border-radius:14px;border:1px solid var(--button);cursor:pointer;text-align:left;-webkit-appearance:none;appearance:none;touch-action:manipulation}
button.primary{background:var(--button);color:var(--buttonInk)}
button.secondary{background:var(--card);color:var(--ink);border-color:var(--neutral-edge)}
button:active{transform:translateY(1px)}
.help{display:block;font-size:14px;font-weight:400;margin-top:2px}
details.resolve{margin:0;padding:0;border-radius:14px}
details.resolve>summary{width:auto;padding:18px;font-size:17px;font-weight:650;color:var(--ink)}
details.resolve>form{padding:0 18px 18px}
fieldset{border:0;margin:0;padding:0;display:grid;gap:8px;min-width:0}
legend{padding:0;margin:0 0 8px;font-weight:650}
.choice{display:flex;gap:12px;align-items:center;min-height:52px;padding:8px 14px;border:1px solid var(--line);border-radius:12px;cursor:pointer;font-size:17px}
.choice:has(input:checked){border-color:var(--link);background:var(--info-ground);color:var(--info-ink)}
.choice:has(input:focus-visible){outline:3px solid var(--link);outline-offset:2px}
.choice input{width:22px;height:22px;margin:0;flex:none;accent-color:var(--link)}
.note{display:grid;gap:6px;font-weight:650}
textarea{font:inherit;font-size:16px;font-weight:400;width:100%;padding:12px;border-radius:12px;border:1px solid var(--neutral-edge);background:var(--quiet);color:var(--ink);resize:vertical}
blockquote{margin:-8px 0 18px;padding:2px 0 2px 14px;border-left:3px solid var(--line);white-space:pre-wrap}
.links{display:flex;flex-wrap:wrap;gap:4px 24px;margin-top:14px}
.links a{padding:8px 0}
.timeline{list-style:none;margin:0;padding:0}
.timeline li{display:grid;gap:0 16px;grid-template-columns:90px 1fr;padding:9px 0;border-top:1px solid var(--line)}
.timeline li:first-child{border-top:0}
.timeline time{padding-top:2px}
h2+.timeline{margin-bottom:24px}
.history{list-style:none;margin:0 0 24px;padding:0}
.history li{padding:9px 0;border-top:1px solid var(--line);overflow-wrap:anywhere}
.history li:first-child{border-top:0}
@media (max-width:600px){.timeline li{grid-template-columns:1fr}}
@media (prefers-reduced-motion:reduce){button:active{transform:none}}
`;
