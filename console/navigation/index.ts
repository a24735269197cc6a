/** Addresses of the console: links between views, and filters that live in the address. */
export { FleetLink, addressOf, useOpen } from './fleetLink.tsx';
export { useFilters } from './filters.ts';
