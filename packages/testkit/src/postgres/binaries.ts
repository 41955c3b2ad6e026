import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { delimiter, join } from 'node:path'

const OLDEST = 15
const distribution = '/usr/lib/postgresql'

/** The folder with a recent enough Postgres, or why there is none. */
export function findPostgres(path = process.env.PATH ?? ''): { readonly folder: string } | { readonly reason: string } {
  const installed = existsSync(distribution) ? readdirSync(distribution).toSorted((a, b) => Number(b) - Number(a)) : []
  const folders = [...path.split(delimiter), ...installed.map((version) => join(distribution, version, 'bin'))]
  const found = folders.filter((folder) => existsSync(join(folder, 'postgres')) && existsSync(join(folder, 'initdb')))
  if (found.length === 0) return { reason: 'postgres and initdb are not installed' }
  const folder = found.find((each) => versionOf(each) >= OLDEST)
  return folder === undefined ? { reason: `Postgres ${OLDEST} or newer is not installed` } : { folder }
}

const versionOf = (folder: string): number =>
  Number(/(\d+)/.exec(spawnSync(join(folder, 'postgres'), ['--version'], { encoding: 'utf8' }).stdout ?? '')?.[1] ?? 0)
