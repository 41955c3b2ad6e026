import { resolve } from 'node:path'
import { type TemporaryFolder, temporaryFolder } from '@convene/testkit'
import type { McpToolsOptions } from '@convene/tools'
import { expect } from 'vitest'
import { type OpenServers, open } from './open-servers.ts'
import { processesOf } from './processes-of.ts'

type Opened = OpenServers & { readonly folder: TemporaryFolder }

const quick = { graceMs: 20, firstWaitMs: 1, longestWaitMs: 4, stableMs: 1e9 }

/** A server with one fault, and a check that nothing of it is left when the test ends. */
export function faulty(fault: string, options: Partial<McpToolsOptions> = {}, more = {}): Opened {
  const folder = temporaryFolder()
  const args = [resolve('tests/mcp/fixtures/faulty-server.mjs'), fault, folder.path]
  const limits = { ...quick, ...options.limits }
  const mcp = open({ faulty: { command: process.execPath, args, ...more } }, { ...options, limits })
  const dispose = async () => {
    await mcp.close()
    expect(processesOf(folder.path)).toEqual([])
    folder[Symbol.dispose]()
  }
  return { ...mcp, folder, [Symbol.asyncDispose]: dispose }
}
