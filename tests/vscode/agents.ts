import type { WireEvent } from '@convene/domain'
import type { Client, PendingView } from '@convene/protocol'
import { temporaryFolder } from '@convene/testkit'
import { onTestFinished } from 'vitest'
import { type Cast, openEditorApp, type Settings } from './editor-app.ts'

export const agent = (name: string, more: object = {}) => ({
  name,
  systemPrompt: `You are ${name}.`,
  description: `The ${name}`,
  useFor: `The work of a ${name}`,
  ...more,
})
export const to = (...agents: readonly string[]) => ({ delegationPermissions: { type: 'specific', agents } })
export const everybody = { delegationPermissions: { type: 'all' } }
export const nobody = { delegationPermissions: { type: 'none' } }
export const with_ = (...tools: readonly string[]) => ({ toolPermissions: { type: 'specific', tools } })
export const hand = (agentName: string) =>
  [
    ['delegateWork', { agentName, workDescription: `The part of ${agentName}.`, reportExpectations: 'One line.' }],
  ] as const
export const report = (text: string) => [['reportOut', { report: text }]] as const

export const minimal: Settings = { agents: [agent('coordinator')], entryAgent: 'coordinator' }
export const complex: Settings = {
  entryAgent: 'coordinator',
  agents: [
    agent('coordinator', { ...everybody, ...with_('delegateWork', 'reportOut') }),
    agent('code-reviewer', { ...to('test-engineer'), ...with_('read', 'delegateWork', 'reportOut') }),
    agent('documentation-writer', { ...nobody, ...with_('reportOut') }),
    agent('test-engineer', { ...nobody, ...with_('reportOut') }),
  ],
}

/** The program as the extension opens it, in separate folders. It ends with the test. */
export async function editor(cast: Cast, more: Partial<Parameters<typeof openEditorApp>[0]> = {}) {
  const folder = temporaryFolder()
  const opened = await openEditorApp({ root: folder.path, cast, ...more })
  onTestFinished(async () => {
    await opened.close()
    folder[Symbol.dispose]()
  })
  return Object.assign(opened, { folder })
}

export const last = (events: readonly WireEvent[]) => events.at(-1)?.data as { state: string; summary: string }
export const finished = (events: readonly WireEvent[]) =>
  events.filter(({ type }) => type === 'task.finished').map(({ agent }) => agent)

/** A session's ask, once there is one. */
export async function asking(client: Client, session: string): Promise<PendingView> {
  await new Promise<void>((resolve) => {
    const unfollow = client.follow(session, 0, {
      events: (events) => {
        if (!events.some(({ type }) => type === 'permission.asked')) return
        unfollow()
        resolve()
      },
    })
  })
  const view = await client.session({ id: session })
  const [ask] = view.ok ? view.value.pending : []
  if (!ask) throw new Error('Nothing waits.')
  return ask
}
