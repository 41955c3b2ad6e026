import { setTimeout as pause } from 'node:timers/promises'
import { png, sharedPostgres } from '@convene/testkit'
import { describe, expect, test } from 'vitest'
import { until } from '../e2e/launch.ts'
import { completed, newTeam, skippedWithout } from './nodes.ts'

const found = await sharedPostgres()

type Answer<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly refusal: unknown }

function given<T>(answer: Answer<T>): T {
  if (!answer.ok) throw new Error(JSON.stringify(answer.refusal))
  return answer.value
}

describe.skipIf(skippedWithout(found))("a team's files", () => {
  test('can be used, deleted and restored on a server that did not receive them, even while a worker runs', async () => {
    const team = await newTeam('server' in found ? await found.server.database() : '')
    const [one, two] = await Promise.all([team.node('web'), team.node('web'), team.node('worker')])
    team.models.script(async ({ number }) => {
      if (number > 1) await pause(60_000, undefined, { ref: false })
      return { text: 'A dot.' }
    })
    const image = png(3, 3)
    const { hash, name } = given(await one.client.upload({ file: image, name: 'dot.png' }))
    const run = { goal: 'What is it?', attachments: [{ hash, name }], agents: ['ux'], mode: 'agent' }
    const { id } = given(await two.client.createSession(run))
    await until(async () => (await completed(one.client)) === 1)
    const events = given(await one.client.events({ id })).items
    const seq = String(events.find(({ type }) => type === 'message')?.seq)
    const picture = async () => Buffer.from(await given(await one.client.image({ id, seq, hash })).arrayBuffer())
    expect((await picture()).equals(image)).toBe(true)

    given(await one.client.deleteSession({ id }))
    expect((await two.client.session({ id })).ok).toBe(false)
    expect(given(await two.client.deletedSessions()).items).toMatchObject([{ id, title: 'What is it?' }])
    given(await two.client.restoreSession({ id }))
    expect(given(await one.client.events({ id })).items).toEqual(events)
    expect((await picture()).equals(image)).toBe(true)
    expect(given(await one.client.deletedSessions()).items).toEqual([])

    const running = given(await one.client.createSession({ goal: 'Wait', agents: ['ux'], mode: 'agent' })).id
    await team.models.until(({ requests }) => requests.length === 2)
    given(await two.client.deleteSession({ id: running }))
    expect(given(await one.client.sessions({})).items).toMatchObject([{ id }])
    expect(given(await one.client.deletedSessions()).items).toMatchObject([{ id: running }])
  })
})
