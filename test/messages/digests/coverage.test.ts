import { describe, expect, it } from 'vitest';
import { digestPage, digestSlack } from '../../../messages/digests/index.ts';
import type { DigestContent } from '../../../messages/digests/index.ts';
import { markdownOf } from '../slackLimits.ts';
import { coverageOf, driver, exampleDigest, listOf } from './exampleDigest.ts';
import { textOf } from './parsedHtml.ts';
import { wholeText } from './wholeDigest.ts';

type Forms = readonly (readonly [string, string])[];
const made = new Map<DigestContent, Forms>();

/** Renders a digest in each of its forms, once because that takes long. */
function forms(content: DigestContent): Forms {
  const all = made.get(content) ?? formsOf(content);
  made.set(content, all);
  return all;
}

function formsOf(content: DigestContent): Forms {
  const slack = markdownOf(digestSlack(content).blocks).map((each) => each.text);
  return [
    ['text', wholeText(content).replaceAll(/\s+/g, ' ')],
    ['Slack', slack.join('\n')],
    ['page', textOf(digestPage(content))],
  ];
}

/** Expects the sentence in every form but Slack, because the Slack message has only the essentials. */
const saysWhole = (content: DigestContent, sentence: string | RegExp): void => {
  for (const [form, text] of forms(content))
    if (form !== 'Slack') expect(text.replaceAll(/\s+/g, ' '), form).toMatch(sentence);
};

function says(content: DigestContent, sentence: string | RegExp): void {
  for (const [form, text] of forms(content)) expect(text.replaceAll(/\s+/g, ' '), form).toMatch(sentence);
}

function saysNot(content: DigestContent, sentence: string | RegExp): void {
  for (const [form, text] of forms(content)) expect(text.replaceAll(/\s+/g, ' '), form).not.toMatch(sentence);
}

describe.each([
  ['en', 'No trips were evaluated, so no reason can be given', 'No event type explains the change'],
  [
    'de',
    'Keine Fahrt wurde ausgewertet, also lässt sich kein Grund nennen',
    'Keine Ereignisart erklärt die Änderung',
  ],
] as const)('the reason of a change, %s', (language, noneEvaluated, noCause) => {
  const of = (more: Parameters<typeof driver>[1]): DigestContent => {
    const list = listOf([driver('Ann', { because: [], ...more })]);
    const none = listOf([]);
    const drivers = { ...exampleDigest.drivers!, fell: list, rose: none, needAttention: none };
    return { ...exampleDigest, language, drivers };
  };

  it('is not known of a driver none of whose trips was checked', () => {
    const content = of({ hasEvaluated: false });
    says(content, noneEvaluated);
    saysNot(content, noCause);
    // Events of the period before alone explain nothing, either.
    const before = [{ eventType: 'HARD_BRAKE', per100Km: null, before: 3 }];
    says(of({ hasEvaluated: false, because: before }), noneEvaluated);
  });

  it('is in no event where the trips that were checked hold none', () => {
    const content = of({ hasEvaluated: true });
    says(content, noCause);
    saysNot(content, noneEvaluated);
  });
});

describe('how much was checked', () => {
  const of = (...coverage: Parameters<typeof coverageOf>): DigestContent => ({
    ...exampleDigest,
    coverage: coverageOf(...coverage),
  });
  const none = { days: 7, compared: 0, at: null, isOff: false };

  it('is all of it, and when that was compared', () => {
    const content = of({ known: 1_284, evaluated: 1_284 });
    saysWhole(content, '1,284 of 1,284 trips evaluated.');
    saysWhole(content, 'Reconciled with the analytics service’s trip lists on Mon 23 Nov, 06:12 or later.');
    saysNot(content, /Only|not included|Not reconciled/);
  });

  it('leaves trips from before the fleet was connected out of it, and no one is to blame', () => {
    const all = of({ known: 771, history: 771 }, { since: '2026-11-23T09:00:00Z' });
    saysWhole(
      all,
      'None of the 771 trips was evaluated: they are from before Tripline was connected to this fleet.',
    );
    saysWhole(
      all,
      /771 trips are from before Tripline was connected to this fleet \(since 23 November 2026\)/,
    );
    saysNot(all, /Only 0 of|could be evaluated/);
    const some = of({ known: 771, evaluated: 20, history: 751 }, { since: '2026-11-22T09:00:00Z' });
    saysWhole(some, '20 of 771 trips evaluated; 751 are from before Tripline was connected to this fleet.');
    const german: DigestContent = { ...all, language: 'de' };
    saysWhole(german, /Keine der 771 Fahrten wurde ausgewertet: Sie liegen vor der Verbindung/);
    saysWhole(german, 'seit dem 23. November 2026');
  });

  it('is less than all, and says what became of each trip', () => {
    const content = of({ known: 1_284, evaluated: 1_270, history: 4, waiting: 7, parked: 3 });
    says(content, 'Only 1,270 of 1,284 trips could be evaluated.');
    saysWhole(content, '14 trips are not included in the figures that Tripline counts itself.');
    saysWhole(content, '7 trips are still waiting for trip data');
    saysWhole(content, '3 trips could not be read at the analytics service and are parked.');
    saysWhole(content, '4 trips are from before Tripline');
    saysNot(content, /known only by number/);
  });

  it('says where the service’s lists were not compared, and that comparisons are off', () => {
    const content = of({ known: 771, evaluated: 3 }, { comparison: none, since: null });
    saysWhole(content, 'Not reconciled with the analytics service’s trip lists.');
    saysWhole(content, '768 trips are known only by number: no notification was received for them.');
    saysNot(content, /Reconciled with|has been connected to this fleet since/);
    const off = of({ known: 771, evaluated: 3 }, { comparison: { ...none, isOff: true }, since: '2026-11-20T00:00:00Z' }); // prettier-ignore
    saysWhole(off, /trip lists: reconciliation is switched off\./);
    saysWhole(off, 'Tripline has been connected to this fleet since 20 November 2026.');
    const part = of({ known: 9, evaluated: 9 }, { comparison: { ...none, compared: 5 } });
    saysWhole(part, '2 dates of the period were not reconciled with');
    saysWhole({ ...part, language: 'de' }, 'Für 2 Tage des Zeitraums gibt es keinen Abgleich');
  });

  it('says when the service counts more than its lists named', () => {
    const content = of({ known: 1_284, evaluated: 1_284, counted: 1_290 });
    saysWhole(content, 'the analytics service counted 6 more trips than it listed');
    saysWhole({ ...content, language: 'de' }, 'zählte der Analysedienst 6 Fahrten mehr');
  });

  it('is nothing where there were no trips', () => {
    saysWhole(of({}), 'There were no trips to evaluate.');
  });
});
