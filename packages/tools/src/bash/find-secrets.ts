import { readdir } from 'node:fs/promises'
import type { AbortSignal } from '@convene/engine'
import { askGit } from '@convene/platform'
import { holdsSecrets } from '../path/sensitive.ts'
import { runRipgrep } from '../ripgrep/run-ripgrep.ts'

/** More matches than this come from a folder name that fits the patterns, not from secrets. */
const MOST = 2_000
const LOOKS_SECRET =
  '{.env*,*.env,*netrc,*npmrc,*pypirc,*pgpass,*htpasswd,*credential*,*secret*,*password*,*passwd*,shadow*,*dockercfg,id_*,service?account*,client?secret*,*tfvars*,*tfstate*,*.pem,*.key,*.p12,*.pfx,*.p8,*.jks,*.keystore,*.kdb,*.kdbx,*.gpg,*.pgp,*.asc,*.ppk,*.crt,*.cer,*.der,*.ovpn}'
const SECRET_FOLDERS = '**/{.ssh,.aws,.gnupg,.kube,.docker,secret,secrets,credential,credentials}/**'

/**
 * Untracked keys, credentials and environment files, relative to the workspace. Files that git tracks are no longer
 * secret, and if they were masked, they would be committed empty.
 */
export async function findSecrets(workspace: string, signal: AbortSignal): Promise<readonly string[]> {
  const files = await list(workspace, signal)
  const secrets = files.filter((path) => !/(^|\/)\.git\//.test(path) && holdsSecrets(path)).slice(0, MOST)
  return untracked(workspace, secrets)
}

async function list(workspace: string, signal: AbortSignal): Promise<readonly string[]> {
  let text = ''
  const globs = ['!node_modules', SECRET_FOLDERS]
  const args = ['--files', '--null', '--no-ignore', ...globs.flatMap((glob) => ['-g', glob]), '--iglob', LOOKS_SECRET]
  const { end } = await runRipgrep({ arguments: args, folder: workspace }, signal, (piece) => {
    text += piece
    return text.length > 2_000_000 ? 'enough' : 'more'
  })
  // Without ripgrep, guard at least the top level, where such files usually are.
  if (end === 'failed') return readdir(workspace)
  return text.split('\0').filter((path) => path !== '')
}

async function untracked(workspace: string, paths: readonly string[]): Promise<readonly string[]> {
  if (paths.length === 0) return []
  const args = ['--literal-pathspecs', 'ls-files', '-z', '--', ...paths]
  const known = await askGit({ args, folder: workspace })
  const tracked = new Set(known.ok ? known.value.split('\0') : [])
  return paths.filter((path) => !tracked.has(path))
}
