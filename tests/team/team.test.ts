import { sharedPostgres } from '@convene/testkit'
import { describe, expect, test } from 'vitest'
import { until } from '../e2e/launch.ts'
import { calling } from '../e2e/workspace.ts'
import { completed, newTeam, skippedWithout } from './nodes.ts'

const found = await sharedPostgres()
const database = async () => ('server' in found ? found.server.database() : '')

describe.skipIf(skippedWithout(found))('several servers on one database', () => {
  test('a run that is started on one is worked on by another, and followed on the first', async () => {
    const team = await newTeam(await database())
    const [web, worker] = [await team.node('web'), await team.node('worker')]
    team.models.script(async () => ({ text: 'Friday.' }))
    const started = await web.client.createSession({ goal: 'When?', agents: ['architect'], mode: 'agent' })
    expect(started.ok).toBe(true)
    const id = started.ok ? started.value.id : ''
    const seen = await followed(web.address, id)
    expect(seen).toContain('run.finished')
    expect(await completed(web.client)).toBe(1)
    expect(team.models.requests).toHaveLength(1)
    expect(await (await fetch(`${worker.address}/readyz`)).text()).toBe('ready\n')
    expect(await (await fetch(`${web.address}/metrics`)).text()).toMatch(/^convene_sessions_running \d+$/m)
  })

  test('a second one on the same machine takes a free port', async () => {
    const team = await newTeam(await database())
    const [web, worker] = [await team.nodeWithoutPort('web'), await team.nodeWithoutPort('worker')]
    expect(worker.address).not.toBe(web.address)
    for (const { address } of [web, worker]) expect(await (await fetch(`${address}/readyz`)).text()).toBe('ready\n')
  })

  test('an answer that is given on one reaches the run on another', async () => {
    const team = await newTeam(await database())
    const [web] = [await team.node('web'), await team.node('worker')]
    const replies = [calling(['bash', { command: 'echo done' }]), { text: 'It is done.' }]
    team.models.script(async ({ number }) => replies[number - 1] ?? { text: 'More?' })
    await web.client.createSession({ goal: 'Do it.', agents: ['coder'], mode: 'agent' })
    const ask = await until(async () => {
      const list = await web.client.approvals()
      return list.ok && list.value.items[0]
    })
    await web.client.answerApproval({ id: ask.id, answer: 'once' })
    await until(async () => (await completed(web.client)) === 1)
    expect((await team.events()).filter(({ type }) => type === 'tool.finished')).toHaveLength(1)
  })
})

/** The types of a session's events, as its stream tells them until the run has finished. */
async function followed(address: string, session: string): Promise<readonly string[]> {
  const headers = { accept: 'text/event-stream', authorization: 'Bearer a-token-that-all-nodes-share' }
  const response = await fetch(`${address}/api/sessions/${session}/events`, { headers })
  const types: string[] = []
  let text = ''
  for await (const chunk of response.body?.pipeThrough(new TextDecoderStream()) ?? []) {
    text += chunk
    types.splice(0, types.length, ...[...text.matchAll(/^data: (.+)$/gm)].map(([, data = '']) => JSON.parse(data).type))
    if (types.includes('run.finished')) break
  }
  return types
}
