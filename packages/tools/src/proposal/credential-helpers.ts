import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { askGit, type Environment } from '@convene/platform'

/**
 * The user's own credential helpers, for a command line on which those of the repository were switched off: a workspace
 * must not decide who is asked for a password.
 */
export async function credentialHelpers(environment: Environment): Promise<readonly string[]> {
  // Outside of every repository, so that only the user's and the system's settings are read.
  const variables = { ...ownSettings(environment), GIT_CONFIG_COUNT: '0', GIT_CEILING_DIRECTORIES: tmpdir() }
  const args = ['config', '--null', '--get-regexp', '^credential\\..*helper$']
  const said = await askGit({ args, folder: tmpdir(), variables })
  if (!said.ok) return []
  return said.value
    .split('\0')
    .filter((entry) => entry !== '')
    .map((entry) => entry.replace('\n', '='))
}

/** Makes git read the user's own settings: a name, an address that stands for another one. */
export const ownSettings = ({ HOME = '', GIT_CONFIG_GLOBAL }: Environment): { readonly [name: string]: string } => ({
  HOME,
  GIT_CONFIG_NOSYSTEM: '0',
  GIT_CONFIG_GLOBAL: GIT_CONFIG_GLOBAL ?? join(HOME, '.gitconfig'),
})
