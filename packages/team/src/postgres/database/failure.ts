import { StorageFailure } from '@convene/engine'

/** What error messages name of a database: everything but the password. */
export type DatabaseAddress = { readonly address: string; readonly user: string; readonly name: string }

type Known = { readonly code?: string; readonly message?: string }

/**
 * Nobody knows whether the statement was carried out: the connection broke, the server went down, or it took too long
 * to answer. Worth a retry.
 */
export function isCutOff(error: unknown): boolean {
  const { code = '', message = '' } = error as Known
  return cuts.has(code) || code.startsWith('08') || /^57P0[1-4]$|^25P03$/.test(code) || cutWords.test(message)
}

const cuts = new Set(['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'EHOSTUNREACH', 'ENETUNREACH', 'EAI_AGAIN'])
/** `pg` reports these without a code. */
const cutWords =
  /Connection terminated|Client has encountered a connection error|timeout (exceeded )?when trying to connect|Query read timeout|Client was closed|not queryable/i

/** Nothing was carried out, because other transactions were in the way. */
export const isCrowded = (error: unknown): boolean => ['40001', '40P01', '55P03'].includes((error as Known).code ?? '')

/** The server is running, but does not accept connections yet. */
export const isStarting = (error: unknown): boolean => (error as Known).code === '57P03'

/** A database error as a sentence that says what to do, or undefined if it is our own bug. */
export function databaseFailure(error: unknown, place: DatabaseAddress): StorageFailure | undefined {
  if (error instanceof StorageFailure) return error
  const { code = '', message = '' } = error as Known
  const row = Object.entries(sentences).find(([codes]) => codes.split(' ').includes(code))?.[1]
  const [name, sentence] = row ?? (isCutOff(error) || code === 'ENOTFOUND' ? unreachable : [])
  if (name === undefined || sentence === undefined) return undefined
  // With functions: a `$` in a name would be read as a pattern.
  const words = sentence
    .replaceAll('ADDRESS', () => place.address)
    .replaceAll('USER', () => place.user)
    .replaceAll('NAME', () => place.name)
  return new StorageFailure(name, `${words} (${message || code})`)
}

const unreachable = [
  'unreachable',
  'The database at ADDRESS does not answer. Everything stored before is safe. Check that it runs and that the address is right.',
] as const

const sentences: { readonly [codes: string]: readonly [name: string, sentence: string] } = {
  '28P01 28000': [
    'refused',
    'The database at ADDRESS refused the login of "USER". Check the user and the password in the database URL.',
  ],
  '3D000': ['no_database', 'There is no database "NAME" at ADDRESS. Create it with: createdb NAME'],
  '42501': [
    'refused',
    'The database user "USER" lacks a privilege. Make it the owner: ALTER DATABASE "NAME" OWNER TO "USER".',
  ],
  '53100': [
    'disk_full',
    'The disk of the database at ADDRESS is full, so nothing more can be stored. Everything stored before is safe. Free some space.',
  ],
  '53300': ['busy', 'The database at ADDRESS has no free connections. Raise max_connections, or run fewer processes.'],
  '25006': ['read_only', 'The database at ADDRESS is read-only. Use the address of the primary server.'],
  '40001 40P01 55P03 57014': ['busy', 'The database at ADDRESS was too busy, so this was not stored. Try again.'],
  'XX001 XX002': ['damaged', 'The database "NAME" at ADDRESS is damaged. Restore it from a backup.'],
}
