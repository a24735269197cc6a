/** The list of messages, each with its recipient, channel and outcome. */
export { Outbox } from './outbox.tsx';
