/** What was sent, to whom, over which channel, and what became of it. */
export { Outbox } from './outbox.tsx';
