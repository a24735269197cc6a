/** Checks of `tripline doctor` for each channel, by name: the registry of this layer. */
export { checkChannels, checkChannelsOfFleet } from './channels.ts';
export { checkMail } from './email.ts';
