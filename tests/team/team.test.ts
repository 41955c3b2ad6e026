import { sharedPostgres } from '@convene/testkit'
import { describe, expect, test } from 'vitest'
import { until } from '../e2e/launch.ts'
import { calling } from '../e2e/workspace.ts'
import { completed, newTeam, skippedWithout } from './nodes.ts'
import { watch } from './watch.ts'

const found = await sharedPostgres()
const database = async () => ('server' in found ? found.server.database() : '')

describe.skipIf(skippedWithout(found))('several servers on one database', () => {
  test('a run started on one is worked on by another, and followed on the first', async () => {
    const team = await newTeam(await database())
    const [web, worker] = [await team.node('web'), await team.node('worker')]
    team.models.script(async () => ({ text: 'Friday.' }))
    const started = await web.client.createSession({ goal: 'When?', agents: ['architect'], mode: 'agent' })
    expect(started.ok).toBe(true)
    const id = started.ok ? started.value.id : ''
    const watched = watch(web, id)
    await watched.until(({ types }) => types.includes('run.finished'))
    expect(await completed(web.client)).toBe(1)
    expect(team.models.requests).toHaveLength(1)
    expect(await (await fetch(`${worker.address}/readyz`)).text()).toBe('ready\n')
    expect(await (await fetch(`${web.address}/metrics`)).text()).toMatch(/^convene_sessions_running \d+$/m)
  })

  test('a second one on the same machine takes a free port', async () => {
    const team = await newTeam(await database())
    const [web, worker] = [await team.nodeWithoutPort('web'), await team.nodeWithoutPort('worker')]
    expect(worker.address).not.toBe(web.address)
    const said = async (address: string) => (await fetch(`${address}/readyz`)).text()
    expect(await said(web.address)).toBe('ready\n')
    expect(await said(worker.address)).toMatch(/^ready\nOther servers cannot reach this one/)
  })

  test('an answer given on one reaches the run on another', async () => {
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
