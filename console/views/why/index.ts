/** The explanation why no alert was sent: for a driver, a day and a rule, stage by stage. */
export { Why } from './why.tsx';
