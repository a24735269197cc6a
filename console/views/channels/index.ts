/** Channels: whether each works, its missing settings, and a test message over it. */
export { Channels } from './channels.tsx';
