/** The PostgreSQL and Temporal servers that `tripline dev` runs: their programs, folders and processes. */
export { devSecrets, keepToOwner, lockFolder } from './dataFolder.ts';
export type { DevSecrets } from './dataFolder.ts';
export { freePort, refuseBusyPort } from './localServer.ts';
export { cacheFolder, isExecutable, packagedProgram } from './packagedProgram.ts';
export { startEmbeddedPostgres } from './postgres.ts';
export type { EmbeddedPostgres, EmbeddedPostgresOptions } from './postgres.ts';
export { postgresPrograms, postgresUser } from './postgresPrograms.ts';
export { NoTemporalServerError, TEMPORAL_TEST_SERVER, findTemporalCli } from './temporalBinary.ts';
export { startTemporalServer } from './temporalServer.ts';
export type { TemporalServer } from './temporalServer.ts';
