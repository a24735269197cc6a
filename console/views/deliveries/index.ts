/**
 * The list of messages, each with its recipient, channel and outcome. Messages in the outbox are shown as
 * they would look.
 */
export { Deliveries } from './deliveries.tsx';
