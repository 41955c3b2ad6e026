import { deepStrictEqual, match, ok } from 'node:assert'
import { answerTo, client, given, type Stories, say, session, until } from './story.ts'
import type { LaterTitle } from './titles.ts'

export const later: Stories<LaterTitle> = {
  'finds earlier sessions, and continues the waiting panel': async () => {
    const { items } = given(await (await client()).sessions({ limit: 100 }))
    ok(items.length > 3, 'The sessions of before are gone.')
    const { id } = await session('Is one writer enough?')
    given(await (await client()).command({ id, type: 'approve' }))
    // Nobody votes, so it ends undecided.
    await session('Is one writer enough?', 'cancelled')
  },

  'shows a session started from the command line': async () => {
    const { id } = await session('PING from the command line', 'completed')
    const events = await until('Its events', async () => given(await (await client()).events({ id })).items)
    deepStrictEqual(events.at(-1)?.type, 'run.finished')
  },

  'answers through its models, and runs a team, with the program in a separate process': async () => {
    match(await answerTo('PING'), /PONG/u)
    await say('@convene /broadcast PING in a separate process')
    await session('PING in a separate process', 'completed')
  },
}
