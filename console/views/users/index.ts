/** Users and tokens. Readers see their own tokens and sessions; admins see everyone's. */
export { Users } from './users.tsx';
