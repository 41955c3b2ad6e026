import { mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { CallId, Json, Resource, SessionId, TaskId } from '@convene/domain'
import type { ToolHost, ToolOutput, ToolRequest } from '@convene/engine'
import { folderOf } from '@convene/testkit'
import { onTestFinished } from 'vitest'
import { fileTools } from './file-tools.ts'
import { toolHost } from './host/tool-host.ts'

/** A workspace with files, and the file tools working in it. */
export type Bench = {
  readonly root: string
  readonly home: string
  readonly host: ToolHost
  request(tool: string, input: Json, more?: Partial<ToolRequest>): ToolRequest
  inspect(tool: string, input: Json): Promise<readonly Resource[]>
  /** As the engine does it: inspect, then run. */
  call(tool: string, input: Json, more?: Partial<ToolRequest>): Promise<ToolOutput>
}

/** For one test. */
export function workspaceWith(files: { readonly [path: string]: string | Uint8Array } = {}): Bench {
  const root = realpathSync(folderOf(files))
  const home = mkdtempSync(join(tmpdir(), 'convene-home-'))
  onTestFinished(() => rmSync(home, { recursive: true, force: true }))
  return benchAt(root, home)
}

/** The same with an existing workspace and home, as after a restart. */
export function benchAt(root: string, home: string): Bench {
  const host = toolHost({ tools: fileTools({ home }), home })
  let calls = 0
  const request: Bench['request'] = (tool, input, more = {}) => ({
    session: 'S1' as SessionId,
    task: '1/coder' as TaskId,
    call: `c${++calls}` as CallId,
    agent: 'coder',
    workspace: root,
    tool,
    input,
    ...more,
  })
  return {
    root,
    home,
    host,
    request,
    inspect: (tool, input) => host.inspect(request(tool, input)),
    async call(tool, input, more) {
      const asked = request(tool, input, more)
      const resources = await host.inspect(asked)
      return host.run({ ...asked, resources }, new AbortController().signal)
    },
  }
}
