import { readdirSync, readFileSync, realpathSync } from 'node:fs'
import type { CallId, SessionId, TaskId } from '@convene/domain'
import { folderOf } from '@convene/testkit'
import { onTestFinished } from 'vitest'
import type { ToolContext } from '../tool.ts'
import { bashTool } from './bash-tool.ts'
import { type ResourceLimits, usualResourceLimits } from './resource-limits.ts'
import { findSandbox, type Sandbox } from './sandbox.ts'

/** No sandbox, even if the machine has one. */
export const unsandboxed: Sandbox = { kind: 'none', why: 'switched off for this test' }

function contextIn(workspace: string): ToolContext {
  return {
    session: 'session' as SessionId,
    task: 'task' as TaskId,
    call: 'call' as CallId,
    agent: 'coder',
    workspace: realpathSync(workspace),
  }
}

/** The tool in a temporary folder, for one test. */
export function setUp(
  sandbox: Sandbox = unsandboxed,
  files: { readonly [path: string]: string } = {},
  resources: ResourceLimits = usualResourceLimits(),
) {
  const workspace = folderOf(files)
  const home = folderOf()
  const environment = { PATH: process.env.PATH, HOME: '/root', LANG: 'C.UTF-8', OPENAI_API_KEY: 'secret' }
  const tool = bashTool({ home, environment, sandbox, resources })
  const context = contextIn(workspace)
  const controller = new AbortController()
  onTestFinished(() => controller.abort())
  const run = (command: string, more: object = {}) => tool.run({ command, ...more }, context, controller.signal)
  return { workspace, home, tool, context, controller, run }
}

const running = (word: string): readonly string[] =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((name) => {
      try {
        return readFileSync(`/proc/${name}/cmdline`, 'utf8').includes(word)
      } catch {
        return false
      }
    })

let seconds = 4_000_000 + (process.pid % 90_000) * 10
/** Sleeps for a number of seconds that no other process on this machine uses, to find it by its command line. */
export const ownSleep = (): string => `sleep ${++seconds}`

/** Waits for a condition, until the test itself times out. */
export async function until(condition: () => boolean): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  const timer = setInterval(() => condition() && resolve(), 5)
  await promise
  clearInterval(timer)
}

export const isGone = (sleep: string) => running(sleep.replace(' ', '\0')).length === 0
export const lives = (sleep: string) => running(sleep.replace(' ', '\0')).length > 0

/** Whether bubblewrap works here. The test run installs it if it can. */
export const hasBubblewrap = async (): Promise<boolean> =>
  process.platform === 'linux' && (await findSandbox()).kind === 'bubblewrap'
