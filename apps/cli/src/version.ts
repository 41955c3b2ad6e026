import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

type Manifest = { readonly version: string; readonly build?: Build }
type Build = { readonly commit: string; readonly date: string }

// Nothing else imports this file, and it imports no other: a shared one would be one more file to load for every
// command.
const packageFolder = join(import.meta.dirname, '..')

/** This copy's manifest. */
const manifest = (): Manifest => JSON.parse(readFileSync(join(packageFolder, 'package.json'), 'utf8')) as Manifest

/** The version in the manifest. */
export const version = (): string => manifest().version

/** Version, commit and date: what a bug report needs. */
export function fullVersion(): string {
  const build = manifest().build ?? checkedOut()
  return build ? `${version()} (${build.commit}, ${build.date})` : version()
}

/** For a checkout, what git says. */
function checkedOut(): Build | undefined {
  const project = join(packageFolder, '..', '..')
  if (!existsSync(join(project, '.git'))) return undefined
  const asked = spawnSync('git', ['log', '-1', '--format=%h %cs'], { cwd: project, encoding: 'utf8', timeout: 5_000 })
  const [commit, date] = asked.status === 0 ? asked.stdout.trim().split(' ') : []
  return commit && date ? { commit, date } : undefined
}
