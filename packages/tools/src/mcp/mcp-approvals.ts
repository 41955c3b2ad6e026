import { mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ok, type Result, refuse } from '@convene/domain'
import { replaceFile } from '@convene/platform'
import { z } from 'zod'
import type { ToolList } from './connection/fingerprint.ts'

const MAX_PER_SERVER = 20

const Approval = z.object({
  server: z.string(),
  fingerprint: z.string(),
  tools: z.record(z.string(), z.string()),
  at: z.number(),
})
type Approval = z.infer<typeof Approval>

const File = z.object({ version: z.literal(1), approvals: z.array(Approval) })

/** Which tool lists the user approved, by content. */
export interface McpApprovals {
  approved(fingerprint: string): boolean
  /** The tools that were last approved for this server. */
  lastOf(server: string): ToolList['tools'] | undefined
  /** Call this only for the user's answer, never for anything a model or a server says. */
  approve(list: ToolList): Promise<Result<void>>
}

/**
 * Stored in `mcp-approvals.json` in the user's folder, which only the user can read. A damaged file approves nothing.
 */
export function mcpApprovals(home: string, now: () => number): McpApprovals {
  const path = join(home, 'mcp-approvals.json')
  const read = () => readApprovals(path)
  return {
    approved: (fingerprint) => read().some((approval) => approval.fingerprint === fingerprint),
    lastOf: (server) => read().findLast((approval) => approval.server === server)?.tools,
    approve: async ({ server, fingerprint, tools }) => {
      const others = read().filter((approval) => approval.fingerprint !== fingerprint)
      const own = others.filter((approval) => approval.server === server).slice(1 - MAX_PER_SERVER)
      const kept = others.filter((approval) => approval.server !== server || own.includes(approval))
      return writeApprovals(home, path, [...kept, { server, fingerprint, tools: { ...tools }, at: now() }])
    },
  }
}

function readApprovals(path: string): readonly Approval[] {
  try {
    return File.parse(JSON.parse(readFileSync(path, 'utf8'))).approvals
  } catch {
    return []
  }
}

function writeApprovals(home: string, path: string, approvals: readonly Approval[]): Result<void> {
  try {
    mkdirSync(home, { recursive: true, mode: 0o700 })
    replaceFile(path, `${JSON.stringify({ version: 1, approvals }, null, 2)}\n`)
    return ok(undefined)
  } catch (error) {
    return refuse('not_kept', error instanceof Error ? error.message : String(error))
  }
}
