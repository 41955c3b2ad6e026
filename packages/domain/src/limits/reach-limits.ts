import { matches } from '../permission/judge.ts'
import type { Resource, ToolReach, ToolSpec } from '../tool/tool.ts'
import type { Limits } from './limits.ts'

type ReachLimits = Pick<Limits, 'allowedDomains' | 'allowFileSystem' | 'allowedPaths'>
type Reaching = Pick<ToolSpec, 'name' | 'reaches'>
type Reached = Pick<Resource, 'target' | 'absolute' | 'address' | 'beyond'>

/**
 * Why the limits on files and hosts forbid a call, or undefined. They go by what the tool declares to reach, which also
 * limits unknown tools: one that declares nothing reaches everything.
 */
export function beyondLimits(limits: ReachLimits, tool: Reaching, resources: readonly Reached[]): string | undefined {
  const never = neverWithin(limits, tool)
  if (never !== undefined) return never
  for (const resource of resources) {
    const why = fileProblem(limits, tool, resource) ?? hostProblem(limits, tool, resource)
    if (why !== undefined) return why
  }
  return undefined
}

/** Why no call of this tool can comply with the limits, whatever its target: it need not be offered at all. */
export function neverWithin(
  { allowFileSystem, allowedPaths, allowedDomains }: ReachLimits,
  { name, reaches }: Reaching,
): string | undefined {
  const touchesFiles = reaches === undefined || reaches.includes('files') || reaches.includes('commands')
  const roams = reaches === undefined || reaches.includes('commands')
  if (!allowFileSystem && touchesFiles) return `${NO_FILES} ${mayReach(name, reaches)}`
  if (allowedPaths.length > 0 && roams) return `${onlyPaths(allowedPaths)} ${mayReach(name, reaches)}`
  if (allowedDomains.length > 0 && reaches === undefined)
    return `${onlyHosts(allowedDomains)} ${mayReach(name, reaches)}`
  return undefined
}

function fileProblem({ allowedPaths }: ReachLimits, tool: Reaching, resource: Reached): string | undefined {
  if (allowedPaths.length === 0 || !isReached('files', tool, resource)) return undefined
  if (roams('files', resource)) return `${onlyPaths(allowedPaths)} This call would reach other files too.`
  return allowedPaths.some((path) => isUnder(path, resource))
    ? undefined
    : `${onlyPaths(allowedPaths)} "${resource.target}" is not among them.`
}

function hostProblem({ allowedDomains }: ReachLimits, tool: Reaching, resource: Reached): string | undefined {
  if (allowedDomains.length === 0 || !isReached('network', tool, resource)) return undefined
  if (roams('network', resource)) return `${onlyHosts(allowedDomains)} This call could reach other hosts too.`
  const host = hostOf(resource.address ?? resource.target)
  return host !== undefined && allowedDomains.some((pattern) => matches(pattern.toLowerCase(), host))
    ? undefined
    : `${onlyHosts(allowedDomains)} "${host ?? resource.target}" is not among them.`
}

/** A command without declared bounds reaches everything. */
const isReached = (what: ToolReach, { reaches = everything }: Reaching, { beyond }: Reached): boolean =>
  reaches.includes(what) || (beyond ?? (reaches.includes('commands') ? everything : [])).includes(what)

const everything: ToolReach[] = ['files', 'network', 'commands']

const roams = (what: ToolReach, { beyond = [] }: Reached): boolean => beyond.includes(what)

const NO_FILES = 'The limits allow no files (allowFileSystem).'
const onlyPaths = (paths: readonly string[]): string =>
  `The limits allow only these paths (allowedPaths): ${paths.join(', ')}.`
const onlyHosts = (hosts: readonly string[]): string =>
  `The limits allow only these hosts (allowedDomains): ${hosts.join(', ')}.`

const mayReach = (name: string, reaches: ToolSpec['reaches']): string =>
  reaches === undefined
    ? `"${name}" does not say what it reaches, so it counts as reaching everything.`
    : `"${name}" reaches files.`

/** Patterns that begin at the root match the absolute path. `.` is the workspace. */
function isUnder(path: string, { target, absolute = target }: Reached): boolean {
  const folder = path.replace(/^(?:\.\/+)+/, '').replace(/(?<!\/)\/+(?:\*\*?)?$/, '')
  if (['.', '', '*', '**'].includes(folder) && !path.startsWith('/')) return !target.startsWith('/')
  const place = path.startsWith('/') ? absolute : target
  return matches(folder, place) || matches(`${folder}/*`, place)
}

/** The host of a URL, in lower case. Undefined if it is not a web address. */
function hostOf(url: string): string | undefined {
  const authority = /^https?:\/\/([^/?#\\]+)/i.exec(url)?.[1]
  const host = authority?.slice(authority.lastIndexOf('@') + 1).replace(/:\d*$/, '')
  return host?.toLowerCase()
}
