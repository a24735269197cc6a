/** Sign-in with an account at an identity provider, or with a service token of an admin. */
export { SignIn } from './signIn.tsx';
