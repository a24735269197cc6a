/** Channels: whether each works, what to set, and a test message over it. */
export { Channels } from './channels.tsx';
