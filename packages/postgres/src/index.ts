export { objectStoreOptions, objectStoreVariables } from './blobs/object-store.ts'
export { openPostgresStore, type PostgresStore, type PostgresStoreOptions } from './open-store.ts'
