/** Checks of `tripline doctor` for each channel, in a registry by the channel's name. */
export { checkChannels, checkChannelsOfFleet } from './channels.ts';
export { checkMail } from './email.ts';
