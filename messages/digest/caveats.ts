/** What a reader of a digest must know before the figures. */
export type DigestCaveat =
  | { readonly kind: 'drivers_unread'; readonly reason: string }
  | { readonly kind: 'drivers_before_unread'; readonly reason: string }
  | { readonly kind: 'scores_unread'; readonly missing: number; readonly of: number; readonly reason: string }
  | { readonly kind: 'groups_unread' }
  | { readonly kind: 'groups_cut'; readonly shown: number; readonly total: number }
  | { readonly kind: 'groups_unknown'; readonly groups: readonly string[] }
  /** Of the whole fleet, but whoever asks may see these groups alone. */
  | { readonly kind: 'narrowed'; readonly groups: readonly string[] }
  | { readonly kind: 'nobody_drove' }
  | { readonly kind: 'nobody_drove_before' }
  | { readonly kind: 'nobody_rated'; readonly drivers: number }
  | { readonly kind: 'trips_unknown'; readonly drivers: number }
  /** Of one message: whether an earlier attempt at it arrived is not known. */
  | { readonly kind: 'possible_repeat' }
  | { readonly kind: 'counts_differ'; readonly listed: number; readonly counted: number };

type Words = {
  readonly [Kind in DigestCaveat['kind']]: (caveat: Extract<DigestCaveat, { kind: Kind }>) => string;
};

const ENGLISH: Words = {
  drivers_unread: ({ reason }) =>
    `The list of drivers could not be read to its end, so nothing is said about single drivers (${reason}).`,
  drivers_before_unread: ({ reason }) =>
    `The drivers of the period before could not be read to their end, so drivers are not compared (${reason}).`,
  scores_unread: ({ missing, of, reason }) =>
    `The analytics service did not answer ${missing} of ${of} questions about scores (${reason}). What is missing is left out.`,
  groups_unread: () => 'The groups of the fleet could not be read, so they are not compared.',
  groups_cut: ({ shown, total }) => `There are ${total} groups; the ${shown} largest are shown.`,
  groups_unknown: ({ groups }) => `The analytics service knows no group called ${groups.join(', ')}.`,
  narrowed: ({ groups }) =>
    `This digest is about the whole fleet; the token may see ${groups.join(', ')} alone, so everything here is about that.`,
  nobody_drove: () => 'The analytics service lists no driver with a trip in this period.',
  nobody_drove_before: () =>
    'The analytics service lists no driver with a trip in the period before, so there is nothing to compare with.',
  nobody_rated: ({ drivers }) =>
    `The analytics service rates none of the ${drivers} drivers of this period, so nobody is ranked.`,
  trips_unknown: ({ drivers }) =>
    `For ${drivers} drivers the analytics service does not say how many trips they made; they are not ranked.`,
  possible_repeat: () =>
    'This message may be a repeat: whether it arrived when it was first sent is not known.',
  counts_differ: ({ listed, counted }) =>
    `The list of drivers holds ${listed}, the fleet’s score is of ${counted}: the data changed while it was read.`,
};

const GERMAN: Words = {
  drivers_unread: ({ reason }) =>
    `Die Liste der Fahrer ließ sich nicht bis zum Ende lesen, daher fehlen alle Angaben zu einzelnen Fahrern (${reason}).`,
  drivers_before_unread: ({ reason }) =>
    `Die Fahrer des Zeitraums davor ließen sich nicht bis zum Ende lesen, daher wird nicht verglichen (${reason}).`,
  scores_unread: ({ missing, of, reason }) =>
    `Der Analysedienst hat ${missing} von ${of} Fragen nach Werten nicht beantwortet (${reason}). Was fehlt, ist weggelassen.`,
  groups_unread: () => 'Die Gruppen der Flotte ließen sich nicht lesen und werden nicht verglichen.',
  groups_cut: ({ shown, total }) => `Es gibt ${total} Gruppen; gezeigt werden die ${shown} größten.`,
  groups_unknown: ({ groups }) => `Der Analysedienst kennt keine Gruppe namens ${groups.join(', ')}.`,
  narrowed: ({ groups }) =>
    `Dieser Bericht gilt der ganzen Flotte; das Token darf nur ${groups.join(', ')} sehen, daher gilt alles hier allein dafür.`,
  nobody_drove: () => 'Der Analysedienst nennt für diesen Zeitraum keinen Fahrer mit einer Fahrt.',
  nobody_drove_before: () =>
    'Der Analysedienst nennt für den Zeitraum davor keinen Fahrer mit einer Fahrt; es gibt nichts zu vergleichen.',
  nobody_rated: ({ drivers }) =>
    `Der Analysedienst bewertet keinen der ${drivers} Fahrer dieses Zeitraums, daher gibt es keine Rangfolge.`,
  trips_unknown: ({ drivers }) =>
    `Bei ${drivers} Fahrern nennt der Analysedienst keine Zahl der Fahrten; sie stehen in keiner Rangfolge.`,
  possible_repeat: () =>
    'Diese Nachricht kommt vielleicht zum zweiten Mal: Ob sie beim ersten Senden ankam, ist nicht bekannt.',
  counts_differ: ({ listed, counted }) =>
    `Die Liste der Fahrer nennt ${listed}, der Wert der Flotte gilt für ${counted}: Die Daten änderten sich beim Lesen.`,
};

/** A caveat as a sentence. */
export function digestCaveat(caveat: DigestCaveat, language: 'en' | 'de'): string {
  const words: Readonly<Record<string, (caveat: never) => string>> = language === 'de' ? GERMAN : ENGLISH;
  return words[caveat.kind]!(caveat as never);
}
