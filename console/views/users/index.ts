/** Users and tokens: the reader's own tokens and sessions; for admins, everyone's. */
export { Users } from './users.tsx';
