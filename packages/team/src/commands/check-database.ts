import { countText } from '@convene/domain'
import { type DoctorCheck, type ExtensionCheck, shortId } from '@convene/host'
import { objectStoreOptions } from '../postgres/blobs/object-store.ts'
import { type DatabaseReport, verifyDatabase } from '../postgres/verify/verify-database.ts'
import { givenDatabaseUrl } from './open-database.ts'

type Content = NonNullable<DatabaseReport['content']>

/** `convene doctor --database`: whether a shared database is intact, for example after a restore. Changes nothing. */
export const checkSharedDatabase: ExtensionCheck = async (environment, input) => {
  const url = givenDatabaseUrl(environment, input)
  if (url === undefined) return [bad('database', 'no address', 'Set CONVENE_DATABASE_URL, or add --database-url URL.')]
  try {
    return checksOf(await verifyDatabase({ url, objects: objectStoreOptions(environment) }))
  } catch (error) {
    return [bad('database', (error as Error).message)]
  }
}

/** A report's messages, with what to do. */
export const checksOf = (report: DatabaseReport): readonly DoctorCheck[] => [
  ...aboutServer(report),
  ...(report.content ? aboutContent(report.content) : []),
]

const good = (what: string, found: string): DoctorCheck => ({ state: 'good', what, found })
const note = (what: string, found: string, fix: string): DoctorCheck => ({ state: 'note', what, found, fix })
const bad = (what: string, found: string, fix?: string): DoctorCheck => ({
  state: 'bad',
  what,
  found,
  ...(fix && { fix }),
})

function aboutServer({ place, server, bytes, format, needs }: DatabaseReport): readonly DoctorCheck[] {
  const where = good('database', `${place} (Postgres ${server}, ${Math.ceil(bytes / 1_000_000)} MB)`)
  if (format === undefined)
    return [where, bad('format', 'not set up yet', 'Restore the backup, or start a server to set it up.')]
  if (format < needs) {
    const fix = 'Back it up, then start one server with --migrate.'
    return [where, bad('format', `${format}, and this version needs ${needs}`, fix)]
  }
  if (format > needs)
    return [
      where,
      bad('format', `${format}, but this version knows only ${needs}`, 'Update Convene, then check again.'),
    ]
  return [where, good('format', String(format))]
}

const RESTORE =
  'The restore was cut short, or somebody changed the database. Restore the backup into an empty database.'

function aboutContent(content: Content): readonly DoctorCheck[] {
  const lost = [...content.missing, ...(content.hasQueue ? [] : ['the schema convene_work'])]
  if (lost.length > 0) return [bad('structure', `missing: ${lost.join(', ')}`, RESTORE), ...aboutAccess(content)]
  const invalid = content.invalid.map((name) => note('index', `${name} is not used`, `REINDEX INDEX ${name}`))
  const structure = invalid.length > 0 ? invalid : [good('structure', 'all tables and indexes are there')]
  return [
    ...structure,
    ...aboutAccess(content),
    ...aboutSessions(content),
    ...aboutFiles(content),
    aboutServers(content),
  ]
}

function aboutAccess({ unsecured, bypasses }: Content): readonly DoctorCheck[] {
  const open = unsecured.map((name) =>
    bad(
      'security',
      `${name} has no row-level security`,
      `ALTER TABLE ${name} ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY`,
    ),
  )
  if (open.length > 0) return open
  if (!bypasses) return [good('security', 'row-level security applies to this user')]
  const fix = 'Let servers use an ordinary user that owns the database, so Postgres itself keeps spaces apart too.'
  return [note('security', 'this user bypasses row-level security (superuser or BYPASSRLS)', fix)]
}

const MOST_NAMED = 10

function aboutSessions({ sessions, events, deleted, bad: broken, heads }: Content): readonly DoctorCheck[] {
  const trash = deleted > 0 ? `, ${countText(deleted, 'deleted session')}` : ''
  const found = `${countText(sessions, 'session')} with ${countText(events, 'event')}${trash}`
  if (broken.length === 0)
    return [good('sessions', `${found}, all readable`), good('history', `${heads} (a complete copy shows the same)`)]
  const named = broken.slice(0, MOST_NAMED).map(({ id, why }) => bad('session', `${shortId(id)} ${why}`))
  const more = broken.length - named.length
  return [
    bad('sessions', `${found}, ${broken.length} damaged`, RESTORE),
    ...named,
    ...(more > 0 ? [bad('session', `and ${more} more`)] : []),
  ]
}

function aboutFiles({ images, missingImages, changedFiles, unseenFiles }: Content): readonly DoctorCheck[] {
  if (unseenFiles > 0) {
    const fix = 'Set CONVENE_S3_URL, CONVENE_S3_KEY_ID and CONVENE_S3_SECRET, then check again.'
    return [bad('files', `${countText(unseenFiles, 'file')} in an object store that is not configured here`, fix)]
  }
  const broken = [
    ...(missingImages > 0 ? [`${missingImages} of ${countText(images, 'image')} missing`] : []),
    ...(changedFiles > 0 ? [`${countText(changedFiles, 'file')} changed`] : []),
  ]
  if (broken.length === 0) return [good('files', `${countText(images, 'image')}, all there`)]
  const fix = 'Sessions work without them, but agents cannot see them again. Restore the bucket or the table blobs.'
  return [note('files', broken.join(', '), fix)]
}

const aboutServers = ({ servers }: Content): DoctorCheck =>
  good('servers', servers === 0 ? 'none running' : `${countText(servers, 'server')} running`)
