/** Addresses of the console: links between views, and filters in the address. */
export { AlertLink, FleetLink, addressOf, useOpen } from './fleetLink.tsx';
export { useFilters } from './filters.ts';
