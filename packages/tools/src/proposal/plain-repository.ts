import { copyFile, mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gitEnvironment } from '@convene/platform'
import type { Trees } from '../build/trees.ts'

const SHA256 = 64

/** A repository without settings, hooks and remotes, for git that finds its objects elsewhere. */
export async function plainRepository({ place, record }: Trees): Promise<string> {
  const folder = join(place, 'plain')
  await mkdir(join(folder, 'objects'), { recursive: true, mode: 0o700 })
  await mkdir(join(folder, 'refs'), { recursive: true })
  await writeFile(join(folder, 'HEAD'), 'ref: refs/heads/none\n')
  const format = record.base.length === SHA256 ? '[extensions]\n\tobjectFormat = sha256\n' : ''
  await writeFile(join(folder, 'config'), `[core]\n\trepositoryformatversion = 1\n\tbare = true\n${format}`)
  // Otherwise git looks for commits that a shallow clone does not have.
  await copyFile(join(record.common, 'shallow'), join(folder, 'shallow')).catch(() => undefined)
  return folder
}

/** On this machine, git starts the other side as well: there, too, the repository names no program. */
export function localPrograms(command: string): readonly string[] {
  if (command !== 'push') return ['--upload-pack=git-upload-pack']
  const { GIT_CONFIG_COUNT = '0', ...given } = gitEnvironment([['receive.denyCurrentBranch', 'refuse']])
  const settings = Array.from({ length: Number(GIT_CONFIG_COUNT) }, (_, at) => {
    return `-c '${given[`GIT_CONFIG_KEY_${at}`]}=${given[`GIT_CONFIG_VALUE_${at}`]}'`
  })
  return [`--receive-pack=git ${settings.join(' ')} receive-pack`]
}
