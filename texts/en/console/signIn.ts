/** Signing in. */
export const signIn = {
  title: 'Sign in',
  ended: 'Your session has ended',
  endedHelp: 'Sign in again to continue where you were. What you typed is still there.',
  lead: 'Alerts and incidents of your fleet.',
  with: 'Continue with {name}',
  none: 'No identity provider is configured. Sign in with an admin’s service token.',
  token: 'Service token',
  tokenHelp: 'Of the role admin, from the configuration of Tripline.',
  name: 'Your name',
  nameHelp: 'Shown in timelines and messages for what you do.',
  submit: 'Sign in',
  useToken: 'Use a service token',
  sandbox: 'In the sandbox, open the link that npm start printed: it signs you in once.',
  refused: 'The sign-in was refused',
} as const;
