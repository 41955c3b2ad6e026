import type { Model } from '@convene/engine'
import { expect, test } from 'vitest'
import { given, served, until } from '../server.fixture.ts'

/** Megabytes of headings, fences and rows of spaces. */
const text = `${' '.repeat(60_000)}\n# A heading\n\n\`\`\`\ncode\n\`\`\`\n\n`.repeat(60)

const talkative: Model = {
  async *stream() {
    yield { type: 'text', text }
    yield { type: 'finish', finish: 'stop', usage: { input: 1, cached: 0, output: 1 } }
  },
}

test('a long export does not block other calls', async () => {
  const server = await served({ model: talkative })
  const { id } = given(await server.client.createSession({ goal: 'Write a lot.', agents: ['architect'] }))
  await until(async () => given(await server.client.session({ id })).session.phase === 'completed')
  const order: string[] = []
  const exported = server.client.exportSession({ id, format: 'html' }).then((page) => {
    order.push('export')
    return given(page)
  })
  for (let calls = 0; calls < 3; calls += 1) {
    given(await server.client.status())
    order.push('status')
  }
  expect(await exported).toContain('A heading')
  expect(order.at(-1)).toBe('export')
  await server.remove()
})
