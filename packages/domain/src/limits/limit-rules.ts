import type { Rules } from '../permission/rules.ts'
import type { Limits } from './limits.ts'

type Reach = Pick<Limits, 'allowedDomains' | 'allowFileSystem' | 'allowedPaths'>

/** Tools that read or write one path at a time, and those that read all of the workspace at once. */
const onPaths = ['read', 'list', 'glob', 'grep', 'outline', 'edit', 'edge_cases', 'test_skeleton']
const onEverything = ['search', 'diagnostics', 'bash', 'external_directory']
const onPages = ['webfetch', 'crawl']

/** What the limits say about files and hosts, as a layer of permission rules; nothing where they say nothing. */
export function limitRules({ allowedDomains, allowFileSystem, allowedPaths }: Reach): Rules {
  const denied = allowFileSystem ? (allowedPaths.length > 0 ? onEverything : []) : [...onPaths, ...onEverything]
  const paths = allowFileSystem && allowedPaths.length > 0 ? onPaths : []
  const pages = allowedDomains.length > 0 ? onPages : []
  return Object.fromEntries([
    ...denied.map((permission) => [permission, 'deny']),
    ...paths.map((permission) => [permission, only(allowedPaths.flatMap(under))]),
    ...pages.map((permission) => [permission, { ...only(allowedDomains.flatMap(on)), ...notBehind(allowedDomains) }]),
  ])
}

const only = (patterns: readonly string[]) => ({
  '*': 'deny',
  ...Object.fromEntries(patterns.map((pattern) => [pattern, 'allow'])),
})

const under = (path: string): readonly string[] => {
  const folder = path.replace(/^\.\//, '').replace(/\/+(\*\*?)?$/, '')
  return [folder, `${folder}/*`]
}

const on = (host: string): readonly string[] =>
  ['https', 'http'].flatMap((scheme) => [`${scheme}://${host}`, `${scheme}://${host}/*`, `${scheme}://${host}:*`])

/** A wildcard matches a slash too: what follows it must not be found in the path of another host. */
const notBehind = (hosts: readonly string[]) =>
  Object.fromEntries(
    hosts
      .filter((host) => host.includes('*'))
      .flatMap((host) =>
        ['https', 'http'].map((scheme) => [`${scheme}://*/*${host.slice(host.lastIndexOf('*') + 1)}*`, 'deny']),
      ),
  )
