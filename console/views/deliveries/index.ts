/** The list of messages, each with its recipient, channel and outcome; stored messages are shown as they were rendered. */
export { Deliveries } from './deliveries.tsx';
