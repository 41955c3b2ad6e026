export { type Database, type DatabaseOptions, database } from './database/database.ts'
export { prepareDatabase } from './database/migrate.ts'
export { type PostgresEventLogOptions, postgresEventLog } from './event-log/postgres-event-log.ts'
