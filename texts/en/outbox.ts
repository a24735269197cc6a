/** The page of messages that were stored instead of sent. */
export const outbox = {
  title: 'Outbox',
  lead: 'Every message that Tripline would have sent, newest first. Nothing on this page was sent.',
  hiddenLinks:
    'Links that answer an incident or unsubscribe from a digest in the recipient’s name are shown to editors and admins only.',
  newest: 'Newest messages',
  older: 'Older messages',
  paused: 'The page stays as it is.',
  follow: 'Follow new messages',
  refreshes: 'New ones appear every {seconds} seconds.',
  pause: 'Pause',
  to: 'to',
  rule: 'rule {rule}',
  thread: 'A reply in the thread of {message}.',
  threadShown: 'A reply in the thread of {message}, shown in the channel as well.',
  message: 'message {id}',
  updated: 'Updated in place: it shows the current state.',
  noSubject: '(no subject)',
  subject: 'Subject:',
  email: 'E-mail: {subject}',
  textPart: 'Text part',
  noMessage: 'No message yet',
  waitSandbox:
    'A simulated fleet is driving. Its first alert appears here within a minute: a Slack message or an e-mail, with the trip’s path, its facts and a link to the explanation.',
  waitReal:
    'Messages appear here while Slack or the mail server is not configured, or is off: set {variables} to send them instead.',
} as const;
