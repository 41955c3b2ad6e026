import { type Ask, isGranted, textOfPattern } from '@convene/domain'

/** A grant such as `bash:git *`, in its two parts. */
export type Grant = { readonly permission: string; readonly pattern: string }

/** The two parts of a grant, or undefined if it is not one. */
export function grantOf(text: string): Grant | undefined {
  const [, permission, pattern] = /^([^:\s]+):(.+)$/u.exec(text.trim()) ?? []
  return permission !== undefined && pattern !== undefined ? { permission, pattern } : undefined
}

/** The rule proposed for "always". An MCP server's tools are approved as a list, separately from this. */
export const proposedAlways = ({ proposed }: Ask): string => proposed.replace(/^(mcp_[^:]+:[^@]+)@\w+$/u, '$1')

/** Why a grant does not cover the ask, or undefined if it does. */
export function patternProblem(ask: Ask, text: string): string | undefined {
  const grant = grantOf(text)
  if (!grant) return 'Write it as permission:pattern, such as bash:git *'
  const asked = grantOf(proposedAlways(ask))
  const target = textOfPattern(asked?.pattern ?? '')
  const fits = asked && isGranted([`${grant.permission}:${grant.pattern}`], asked.permission, target)
  return fits ? undefined : `It does not cover what is asked: ${asked?.permission}:${asked?.pattern}`
}
