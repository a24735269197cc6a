/** Users with their roles in fleets, sessions, personal tokens, sign-in and sign-out. Secrets are stored as hashes. */
export { skeletonOf } from './skeleton.ts';
export { namesOfAccounts } from './names.ts';
export { spendCode, storeCode } from './oneTimeCodes.ts';
export {
  LONGEST_TOKEN_DAYS,
  MOST_PERSONAL_TOKENS,
  createPersonalToken,
  deletePersonalToken,
  findPersonalToken,
  listFleetTokens,
  listUserTokens,
} from './personalTokens.ts';
export type { FoundToken, PersonalToken } from './personalTokens.ts';
export {
  SESSION_IDLE_MS,
  SESSION_LONGEST_MS,
  beginTokenSession,
  beginUserSession,
  countSessions,
  endProviderSessions,
  endSession,
  endTokenSessions,
  endUserSessions,
  findSession,
  isTokenOfSession,
} from './sessions.ts';
export type { FoundSession, ServiceToken } from './sessions.ts';
export { recordRefusal, recordSignIn, withdrawGrants } from './signIn.ts';
export { spendLogoutToken, storeAttempt, takeAttempt } from './signInAttempts.ts';
export type { SignInAttempt } from './signInAttempts.ts';
export {
  getFleetUser,
  getUser,
  listFleetUsers,
  isConfusedWithUser,
  namesAtAddress,
  openGrants,
  setDisabled,
} from './users.ts';
export type { FleetUser, Grant, User } from './users.ts';
