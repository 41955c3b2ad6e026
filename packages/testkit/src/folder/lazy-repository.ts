import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { canary, git, put, repositoryWith } from './repository.ts'

/**
 * A repository as it arrives in an archive: its index lists a folder by its tree only, the tree is missing, and its
 * settings say that a program of their choice fetches it. A git that needs a file of that folder starts the program.
 */
export function lazyRepository(hidden = '.claude') {
  const { program, sung } = canary()
  const folder = repositoryWith({ 'a/f': '1', [`${hidden}/settings.json`]: '{}' })
  git(folder, 'sparse-checkout', 'set', '--cone', '--sparse-index', 'a')
  const tree = git(folder, 'rev-parse', `HEAD:${hidden}`).trim()
  const settings = {
    'core.repositoryFormatVersion': '1',
    'extensions.partialClone': 'origin',
    'protocol.allow': 'always',
    'remote.origin.promisor': 'true',
    'remote.origin.partialCloneFilter': 'tree:0',
    'remote.origin.url': join(folder, 'nowhere'),
    'remote.origin.uploadPack': `${program} </dev/null; false`,
  }
  for (const [key, value] of Object.entries(settings)) git(folder, 'config', key, value)
  rmSync(join(folder, '.git/objects', tree.slice(0, 2), tree.slice(2)))
  put(folder, { [`${hidden}/settings.json`]: '{}', [`${hidden}/node_modules/z/index.js`]: 'y' })
  return { folder, sung }
}
