import type { SessionId } from '@convene/domain'
import type { Engine } from '@convene/engine'
import { providerModels } from '@convene/models'
import { runOf, startModelServer, temporaryFolder } from '@convene/testkit'
import { afterEach, describe, expect, test } from 'vitest'
import { added, asked, followUp, opened } from './scripted-run.ts'

/** Counts, not times: how much a turn writes again that every earlier turn has already written. */

const stringify = JSON.stringify
let written = 0

afterEach(() => {
  JSON.stringify = stringify
})

/** Counts the characters of all JSON that this process writes. */
function count(): void {
  JSON.stringify = ((...values: Parameters<typeof stringify>) => {
    const text = stringify(...values)
    written += text?.length ?? 0
    return text
  }) as typeof stringify
}

/** The minimum of a few turns: now and then a snapshot is written, which is as long as the session. */
async function charactersOfTurn(engine: Engine, session: SessionId): Promise<number> {
  let least = Number.POSITIVE_INFINITY
  for (let turn = 0; turn < 5; turn++)
    least = Math.min(
      least,
      await added(
        () => written,
        () => followUp(engine, session),
      ),
    )
  return least
}

/** With a small window, a long conversation would be compacted. */
const run = runOf({ settings: { models: { 'alpha/one': { price: { input: 1, output: 2 }, context: 1_000_000 } } } })

describe('JSON written by a turn', () => {
  test('does not grow with the conversation, although all of it is sent', async () => {
    using folder = temporaryFolder()
    const server = await startModelServer()
    server.script(() => ({ text: `Because of this: ${'word '.repeat(40)}` }))
    const providers = { alpha: { type: 'openai-compatible', baseURL: `${server.url}/v1` } }
    await opened(folder.path, providerModels({ providers }, {}), async ({ engine }) => {
      const session = await asked(engine, run)
      const turns = async (number: number) => {
        for (let turn = 0; turn < number; turn++) await followUp(engine, session)
      }
      await turns(20)
      count()
      const early = await charactersOfTurn(engine, session)
      await turns(100)
      const late = await charactersOfTurn(engine, session)
      // Each turn rewrites the last chunk of the conversation until it is full.
      expect(late).toBeLessThan(early * 1.5 + 32 * 300)
      expect(stringify(server.requests.at(-1)?.body).length).toBeGreaterThan(late)
    })
    await server.close()
  })
})
