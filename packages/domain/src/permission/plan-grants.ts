import type { Resource } from '../tool/tool.ts'
import { literally } from './judge.ts'

/** A path that no spelling inside the workspace has: from the root, a drive, the home folder or a folder above. */
const OUTSIDE = /^(?:[/\\~]|[A-Za-z]:[\\/]|\.\.(?:[/\\]|$))/

/**
 * What an approved plan grants a step that acts without asking, for one call: neither a place outside the workspace nor
 * what always asks. The user saw a plan for this workspace, and a grant for everything would cover the whole machine.
 */
export function planGrants(touched: readonly Resource[]): readonly string[] {
  const asking = new Set(touched.filter(stillAsks).map(({ target }) => target))
  return touched
    .filter(({ target }) => !asking.has(target))
    .map(({ permission, target }) => `${permission}:${literally(target)}`)
}

const stillAsks = ({ permission, target, verdict, escalate }: Resource): boolean =>
  permission === 'external_directory' ||
  verdict !== undefined ||
  escalate !== undefined ||
  (['edit', 'read'].includes(permission) && OUTSIDE.test(target))
