export { objectStoreOptions, objectStoreVariables } from './blobs/object-store.ts'
export { openPostgresStore, type PostgresStore, type PostgresStoreOptions } from './open-store.ts'
export { type DatabaseReport, verifyDatabase } from './verify/verify-database.ts'
