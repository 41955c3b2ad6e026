import { toArray } from '@convene/domain'
import { responseFormatOf } from '@convene/models'
import type { TracedRequest } from '@convene/testkit'
import { expect, test } from 'vitest'
import { played as discussed } from '../golden/panel-cast.ts'
import { played as decided, OPTIONS, vote } from './decide-cast.ts'

/**
 * What a provider's cache keys on: everything it is sent, in order. OpenAI puts an answer's schema first, so a request
 * with another schema shares nothing with the one before.
 */
const blocksOf = (request: TracedRequest): readonly string[] => [
  JSON.stringify(responseFormatOf(request, OPENAI)?.schema ?? null),
  JSON.stringify(request.tools),
  request.system,
  ...toArray(request.lines).map((line) => JSON.stringify(line)),
]

const lengthOf = (blocks: readonly string[]): number => blocks.reduce((sum, { length }) => sum + length, 0)

const OPENAI = { type: 'openai', address: 'https://api.openai.com/v1' }

/**
 * How much of a request was in the same seat's previous request, and how much of that is at the beginning, where caches
 * need it.
 */
function shareCached(requests: readonly TracedRequest[]): { readonly sentBefore: number; readonly cached: number } {
  const last = new Map<string, readonly string[]>()
  let [sentBefore, cached] = [0, 0]
  for (const request of requests) {
    const blocks = blocksOf(request)
    const before = last.get(request.agent) ?? []
    const differs = blocks.findIndex((block, index) => block !== before[index])
    sentBefore += lengthOf(blocks.filter((block) => before.includes(block)))
    cached += lengthOf(blocks.slice(0, differs < 0 ? blocks.length : differs))
    last.set(request.agent, blocks)
  }
  return { sentBefore, cached }
}
test('98 % of what a discussion sends again is at the beginning, where caches find it', async () => {
  const positions = (agent: string, _text: string, nth: number) =>
    `${agent} argues for the ${nth}. time.\nPOSITION: ${agent} ${nth}\nCONFIDENCE: 60\nCHANGED: yes, because m4`
  const { requests } = await discussed({ Contribute: positions }, { limits: { maxTurns: 12 } })
  const { sentBefore, cached } = shareCached(requests)
  expect(requests.length).toBeGreaterThan(15)
  expect(sentBefore).toBeGreaterThan(10_000)
  expect(cached / sentBefore).toBeGreaterThanOrEqual(0.98)
})

test('the same holds for a split decision', async () => {
  const { requests } = await decided({ Topic: OPTIONS, Contribute: (agent) => vote(agent === 'ada' ? 'A' : 'B') })
  const { sentBefore, cached } = shareCached(requests)
  expect(cached / sentBefore).toBeGreaterThanOrEqual(0.98)
})
