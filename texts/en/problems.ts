/**
 * The reasons that a request is refused, in the words of a person who reads them in the console. Errors that only programs can
 * cause are not included.
 */
export const problems = {
  title_400: 'Bad request',
  title_401: 'Not authenticated',
  title_403: 'Not allowed',
  title_404: 'Not found',
  title_405: 'Method not allowed',
  title_408: 'Too slow',
  title_409: 'Conflict',
  title_410: 'Expired',
  title_413: 'Body too large',
  title_415: 'Unsupported content type',
  title_422: 'Document refused',
  title_429: 'Too many requests',
  title_500: 'Internal error',
  title_502: 'The analytics service refuses the API key',
  title_503: 'Not available now',
  title_504: 'No answer in time',
  title_other: 'Error',
  // Causes that keep the server from answering.
  noTemporal: 'Temporal does not answer. Send the request again.',
  noDatabase: 'The database does not answer. Send the request again.',
  busy: 'The server has no room for a large request now. Send the request again.',
  internal: 'Internal error. The log has the details under the id in X-Request-Id.',
  approvedNotStarted:
    'The approval is recorded, but Temporal is unavailable: the deletion starts as soon as it is back.',
  // The caller, and its rights and limits.
  sessionOver: 'This session is over: sign in again.',
  unknownToken: 'This API token is not known.',
  noFleet: 'There is no such fleet for this {by, select, session {session} other {token}}.',
  groupsOnly:
    '{by, select, person {{who}} other {The token "{who}"}} sees only its groups ({groups}), and this covers the whole fleet. Digests, incidents, alerts and trips of these groups can be read.',
  roleTooLow:
    'This needs the role {needed}; {by, select, person {{who}} other {the token "{who}"}} is {role}.',
  otherPage:
    'This was not sent by a page of this server: its header Origin is missing or names another one. Behind a proxy, PUBLIC_URL has to be the address that browsers use.',
  noCsrf:
    'A request with a session’s cookie that changes something needs the header {header}, as GET /api/v1/me answers it.',
  wrongTokens: 'Too many wrong tokens from this address.',
  tooOften: 'A token may make this request {count} times a minute, and this token has reached that limit.',
  tooOftenFleet:
    'The tokens of a fleet may make this request {count} times a minute together, and this limit is reached.',
  tooMuchOfFleet:
    'The tokens of a fleet may send {count} megabytes a minute in such requests together: send the rest a minute later.',
  tooMuch: 'A token may send {count} megabytes a minute in such requests: send the rest a minute later.',
  tooManyWaiting: 'Too many requests of this sender are waiting: wait for answers before you send more.',
  tooManyAtOnce: '{count} such requests of this token are running: try again when one has ended.',
  // Signing in, users and tokens.
  noProvider: 'There is no such identity provider.',
  signInOver: 'This sign-in is over, was used before, or began in another browser. Begin again at /sign-in.',
  providerAnonymous: '{provider} does not say who you are.',
  providerNoRole:
    '{provider} knows you, but gives you no role here. Ask an administrator for access. The claim “{claim}” decides.',
  providerUserInfo:
    '{provider} signed you in, but its UserInfo refused to say which role you have. Ask an administrator to have it put the claim “{claim}” into the ID token.',
  providerTooMany:
    '{provider} knows you, but left the claim “{claim}” out, because you are in too many groups for one token. Ask an administrator to have it send the roles of this application, or only the groups that are assigned to it.',
  providerOtherIssuer:
    '{provider} calls itself “{issuer}”, which is not its issuer in OIDC_FILE. Ask an administrator to write it there as it is.',
  providerRefused: '{provider} refused the sign-in ({code}).',
  providerUnverified:
    'The sign-in by {provider} could not be verified. Begin again; a link that was used before opens nothing.',
  providerUnavailable:
    'The identity provider {provider} does not answer. Try again in a minute, or sign in with an admin’s API token.',
  accessDisabled: 'Your access was disabled by an administrator of the fleet.',
  onlyAdminTokens: 'Only a service token with the role admin signs in. People use their account.',
  oneTimeElsewhere: 'This link works on the machine itself only, by http://127.0.0.1 or localhost.',
  oneTimeUsed: 'This link was used before, or is too old. tripline dev prints a new one at each start.',
  sandboxUserDisabled:
    'The sandbox’s user is disabled. Enable it with an API token of an admin (POST {address}), then start tripline dev again for a new link.',
  noAdminToken: 'The fleet has no service token with the role admin: sign in at /sign-in.',
  notYourself: 'You cannot keep yourself out of the fleet: ask another admin.',
  noUser: 'There is no user with this id.',
  noPersonalToken: 'There is no personal token with this id.',
  noPersonalTokenOfYours: 'You have no personal token with this id.',
  noFleetOfYours: 'You have no such fleet.',
  tokenForItself:
    'A personal token sees whose it is and may delete itself: for everything else about sessions and tokens, sign in with a browser.',
  noPerson: 'A service token is no person: only people who sign in have personal tokens.',
  roleAboveYours: 'is above your own role, which is {role}',
  tooManyTokens: 'You have {count} personal tokens: delete one first.',
  // Bodies.
  bodyRefused: 'The body is refused.',
  bodySlow: 'The body arrived too slowly: send it again.',
  bodyTooLarge: 'The body is larger than {bytes} bytes.',
  notSpokenFor: 'must be absent or “{name}”: whoever is signed in acts in their own name',
  daysReversed: '"from" is after "to": write the first day, then the last.',
  daysTooMany: 'The range is longer than {days} days: ask for a part of it.',
  // Incidents, alerts and trips.
  noIncident: 'There is no incident with this id.',
  noAlert: 'There is no alert with this id.',
  noTrip: 'Tripline has no such trip of this driver.',
  keyUsed: 'This Idempotency-Key was used for a different request: use a new one.',
  keyUnanswered:
    'The first request with this Idempotency-Key has no recorded answer: it is running, or its end is not known. Repeat it in some seconds; if this stays, look at what it changed, and use a new key.',
  nothingChanged: 'Nothing was changed.',
  ambiguousPerson: 'the rotations know {count} people called “{name}”: give an e-mail address or a Slack id',
  unknownDriver:
    'Nothing is stored about a driver {driver}{similar, select, none {} other { (did you mean {similar}?)}}.',
  unknownRule: 'There is no rule {rule}{similar, select, none {} other { (did you mean {similar}?)}}.',
  // Silences.
  noSilence: 'There is no silence with this id.',
  silenceRefused: 'The silence is refused.',
  silenceOver: 'is over already',
  silenceTaken: 'There is, or was, a silence "{id}": choose another id.',
  silenceOfDeletions:
    'The rule "{rule}" deletes trips, and the silence "{id}" of {who} silences it: ending it early requires the role admin.',
  // Deletions.
  noDeletion: 'There is no deletion with this id.',
  noSnapshotYet: 'There is no snapshot yet: it is taken as soon as the trip can be read.',
  changedNothing: 'This answer changed nothing.',
  // Channels.
  noChannel: 'There is no such channel.',
  noTestMessage: 'There is no test message with this id.',
  nothingSent: 'Nothing was sent.',
  // Rules and other documents.
  noDocument: 'There is no {one} with this id.',
  documentRefused: 'The {one} is refused.',
  documentUnfit: 'The {one} does not fit the fleet’s other documents.',
  draftChanged:
    'The draft of {one} "{id}" has changed: {who} saved it{hasTime, select, true { at {at}} other {}}. Nothing was changed; read it with GET, and save yours again if it should be published.',
  draftGone: 'The draft of {one} "{id}" no longer exists. Save it again.',
  draftGonePublished:
    'The draft of {one} "{id}" no longer exists, and version {version}, which is published, differs. Save it again.',
  documentRetired: 'There is no such {one} any more: it was retired meanwhile.',
  otherDraft:
    'The {one} "{id}" is no longer as it was read: {who} saved a draft of it{hasTime, select, true { at {at}} other {}}, or its mode was switched since. Nothing was saved; read it with GET.',
  otherVersion:
    'The {one} "{id}" is no longer as it was read: version {version} is published. Nothing was saved; read it with GET.',
  noDraft: '{one} "{id}" has no draft to publish: save one with PUT first.',
  noVersion: '{one} "{id}" has no such version.',
  neverPublished: 'The {one} "{id}" has no version: it was never published.',
  noVersionOf:
    'The {one} "{id}" has no version {version}: there {count, plural, one {is} other {are}} {there}{hasOlder, select, true { and older ones} other {}}.',
  tooManyDocuments:
    'The fleet has {count} published {many}, which is the limit: retire one that is not needed.',
  ruleDeletes: 'The rule "{rule}" deletes trips',
  deletionDepends: 'The rule "{rule}" deletes trips and depends on the {one} "{id}"',
  changeNeedsAdmin: '{why}: this requires the role admin.',
  publishOthersDraft:
    '{why}, and someone else wrote its draft: read it with GET, and publish it with its draft_hash.',
  inUse: 'It is used by {named}{more, plural, =0 {} other { and # more}}: change these first.',
  copyNotPublished:
    'Rule "{id}" has no published version, so there is nothing to compare with: publish the draft with the mode shadow instead.',
  copyTaken:
    'There is another rule "{copy}", which is no copy of "{id}": retire it or discard its draft first.',
  // Back-tests and simulations.
  noBacktest: 'There is no back-test with this id.',
  tooManyBacktests: '{count} back-tests of this fleet are running: wait for one to end, or cancel one.',
  noSimulation: 'There is no simulation with this id.',
  tooManySimulations:
    '{count} simulations of this fleet are waiting for their answer: try again when they are done.',
  simulationLate: 'No answer in time. Processing continues; "simulation" is the address of its answer.',
  ruleUnknown: 'The rule is not known.',
  ruleRefused: 'The rule is refused.',
  ruleNoVersion: 'rule "{id}" has no version {version}',
  ruleNoDraft: 'rule "{id}" has no draft',
  ruleEmpty: 'rule "{id}" has neither a draft nor a published version',
  serviceNoTrip: 'The analytics service has no such trip of this driver.',
  serviceRefuses: 'The analytics service refuses the API key.',
  serviceUnavailable: 'The analytics service does not answer.',
  tripNotEvaluated: 'The trip cannot be evaluated.',
  tripGone: 'This trip can no longer be evaluated.',
  wrongCursor: 'The cursor is not one of this list: use next_cursor of the previous page, or omit it.',
  answerUnreadable: 'This web server cannot read the answer. {why} What was started continues.',
  tooMuchWork:
    'The request needs too much work: it took {limit, select, memory {too much memory} other {too long}}. Send less at once.',
  noPath: 'There is nothing at this path. /openapi.json lists what there is.',
  otherMethod: '{method} is not allowed here; allowed: {allow}.',
  pathEncoding: 'The path is not percent-encoded correctly.',
  cookieAndToken: 'The request has both a session’s cookie and a bearer token: send one of them.',
  keyForm: 'The Idempotency-Key is not 1 to 200 printable characters.',
  noConsoleFile: 'The console has no such file. Load the page again.',
  tooManyStreams: '{count} streams are open on this server: try again later.',
  loginByToken:
    'A service token is signed in, which is no person. Give the command line that token: tripline login --token.',
  loginCode: 'The code is wrong, was used before or is too old: run tripline login again.',
  formTooLarge: 'The form is too large.',
  formLost: 'The form did not arrive.',
  formIncomplete: 'The form is not complete: run tripline login again.',
  byMissing: 'is missing: a service token has to name the person who acts',
  queryWrong: 'The query is wrong: {why}.',
  bodyEmpty: 'The body is empty.',
  bodyLost: 'The body did not arrive.',
  bodyUnreadable: 'The body cannot be unpacked as {coding}.',
  mediaType: 'The body has the content type {sent}: send it as {allowed}, in UTF-8.',
  contentEncoding: 'The body has an unknown content encoding: send it plain, or with gzip, deflate or br.',
  bodyDeep: 'The body is nested deeper than {most} levels.',
  bodyNotJson: 'The body is not valid JSON: {where}.',
  bodyFieldTwice: 'The body is refused: a field appears twice.',
  bodyNumberLost: 'The body is refused: a number in it cannot be stored exactly.',
  spanReversed: '"to" must be after "from".',
  inFuture: 'lies in the future: today is {today} ({timezone})',
  defaultsApply: 'The fleet has no {one} of its own: the defaults apply.',
  digestUnpublished: 'This digest has no published version: publish it first.',
  digestNoVersion: 'This digest has no version {version}.',
  digestNoDraft: 'This digest has no draft: version {version} is published.',
  digestRetired: 'This digest has no draft and no published version. Name a version: ?version=1',
  digestLate: 'The digest is still being made: load it again in a minute.',
  digestFailed: 'The digest could not be made. The worker’s log says why.',
  tooManyPreviews:
    '{count} previews of this fleet are being made, and each reads the whole fleet: try again in a minute.',
  modeUnpublished: 'Rule "{id}" is not published, so there is no mode to switch.',
  modeOtherVersion:
    'Version {published} of rule "{id}" is published by now, not version {version}. Nothing was changed; read it with GET.',
  conditionRefused: 'A shared condition is refused.',
  sweepRefused: 'The sweep is refused.',
  factRefused: 'The fact is refused.',
  noAnalytics: 'This fleet has no analytics service: set ANALYTICS_BASE_URL and ANALYTICS_API_KEY.',
  backfillRuns: 'Backfill {id} is running: wait for its end, or cancel it.',
  noBackfill: 'There is no backfill with this id.',
  driverUnknown: 'The driver is not known.',
  noDriver: 'Nothing is stored about a driver with this id.',
  noDriverId: 'No driver can have this id.',
  noErasure: 'There is no erasure request with this id.',
  openMatters: 'The driver has open incidents or deletions: {what}. Then request the erasure again.',
  openIncidents: 'resolve {count, plural, one {incident} other {incidents}} {ids}',
  openDeletions:
    'approve or reject {count, plural, one {deletion} other {deletions}} {ids}, or wait until {count, plural, one {it ends} other {they end}}',
  idsAndMore: '{ids} and {more} more',
  importRefused: 'The import is refused.',
  importUnchanged: 'The import is refused, and nothing was changed.',
  importEmpty: 'it names no driver, and prune would remove the whole directory',
  noReceiver:
    'must be {channel, select, slack {a Slack channel} email {an e-mail address} webhook {an http(s) address} other {a recipient of this channel}}',
  noSigningSecret:
    'WEBHOOK_SIGNING_SECRET is not set at this web server: no webhook is sent, and no receiver has a secret.',
  rotatedOften:
    'The secret of {origin} was rotated {count} times in the last 24 hours, and all of these are still valid: wait until the oldest expires (GET …/webhook-secrets shows when).',
  noDeadLetter: 'There is no dead letter with this id.',
  noMessage: 'The outbox has no message with this id.',
  noMessagePicture: 'There is no picture of such a message.',
} as const;
