/** Why no alert was sent: a driver, a day and a rule, followed through every stage. */
export { Why } from './why.tsx';
