import { cleanLine, ok, type Result, refuse } from '@convene/domain'
import { askGit } from '@convene/platform'

/** Where a workspace's repository pushes: the named remote, `origin`, or the only one. */
export async function remoteUrl(workspace: string, named: string | undefined): Promise<Result<string>> {
  const listed = await askGit({ args: ['config', '--null', '--get-regexp', '^remote\\..*\\.url$'], folder: workspace })
  const remotes = new Map(
    (listed.ok ? listed.value.split('\0') : []).flatMap((entry) => {
      const [key = '', url = ''] = entry.split('\n')
      return url === '' ? [] : [[key.slice('remote.'.length, -'.url'.length), url] as const]
    }),
  )
  const [only] = remotes.size === 1 ? remotes.keys() : []
  const url = remotes.get(named ?? (remotes.has('origin') ? 'origin' : (only ?? '')))
  if (url !== undefined) return ok(url)
  const names = [...remotes.keys()].map(cleanLine).join(', ')
  if (remotes.size === 0)
    return refuse('no_remote', 'This repository has no remote to push to: git remote add origin URL.')
  return refuse('no_remote', `${named === undefined ? 'Name a remote' : `No remote "${cleanLine(named)}"`}: ${names}.`)
}
