import { sharedPostgres } from '@convene/testkit'
import { describe, expect, test } from 'vitest'
import { newTeam, skippedWithout, TOKEN } from './nodes.ts'
import { watch } from './watch.ts'

const found = await sharedPostgres()
const database = async () => ('server' in found ? found.server.database() : '')
const WORDS = 'On Friday, because the shop is closed then and nobody waits for an order.'

async function started(client: Awaited<ReturnType<Awaited<ReturnType<typeof newTeam>>['node']>>['client']) {
  const made = await client.createSession({ goal: 'When?', agents: ['architect'], mode: 'agent' })
  if (!made.ok) throw new Error(JSON.stringify(made))
  return made.value.id
}

describe.skipIf(skippedWithout(found))('an answer that another server writes', () => {
  test('is shown word by word, even to late readers, and only once', async () => {
    const team = await newTeam(await database())
    const [web] = [await team.node('web'), await team.node('worker')]
    team.models.script(async () => ({ text: WORDS, parts: 20, delayMs: 100 }))
    const id = await started(web.client)
    const first = watch(web, id)
    await first.until(({ texts }) => [...texts.values()].some((text) => text.length > 3))
    expect(first.types).not.toContain('model.replied')
    const later = watch(web, id)
    await Promise.all([first, later].map((each) => each.until(({ types }) => types.includes('run.finished'))))
    for (const { seqs, texts } of [first, later]) {
      expect(seqs).toEqual(seqs.map((_, index) => index + 1))
      expect([...texts.values()].map((text) => WORDS.startsWith(text) && text.length > 3)).toEqual([true])
    }
    expect([...first.texts.values()]).toEqual([WORDS])
  })

  test('is sent only to servers, and only by the one that writes it', async () => {
    const team = await newTeam(await database())
    const [web, worker] = [await team.node('web'), await team.node('worker')]
    team.models.script(async () => ({ text: WORDS, parts: 20, delayMs: 100 }))
    const id = await started(web.client)
    await watch(web, id).until(({ texts }) => texts.size > 0)
    for (const { address } of [web, worker])
      for (const headers of [{}, { authorization: `Bearer ${TOKEN}` }, { 'x-convene-server-pass': TOKEN }])
        for (const path of [`/servers/sessions/${id}/text`, '/servers/', `/servers/sessions/${id}/text/..%2f`])
          expect((await fetch(`${address}${path}`, { headers: headers as Record<string, string> })).status).toBe(403)
  })
})
