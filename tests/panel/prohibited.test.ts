import {
  answerParts as answers,
  failureParts as fails,
  type Play,
  panelOf,
  SimulatedSession,
  callParts as wants,
} from '@convene/testkit'
import { describe, expect, test } from 'vitest'
import { type Lines, plays } from '../golden/panel-cast.ts'

const SECRET = 'swordfish'
const stated = `It is ${SECRET}.\nPOSITION: Wait\nCONFIDENCE: 90`
const clean = 'No comment.\nPOSITION: Wait\nCONFIDENCE: 90'

/** Everything that leaves the engine: the events a follower receives, and the text streamed to it. */
async function shown(
  script: Lines,
  settings: object = {},
): Promise<{ readonly log: string; readonly live: string; readonly stage: SimulatedSession }> {
  const stage = new SimulatedSession({ model: plays(script), tools: { look: { reads: true } } as never })
  const live: string[] = []
  await stage.create(panelOf({ limits: { prohibitedPatterns: [SECRET] }, settings }))
  stage.engine.follow(stage.session, 0, { batch: () => {}, delta: (_effect, _kind, text) => void live.push(text) })
  await stage.untilRest()
  return { log: JSON.stringify(stage.events), live: live.join('\n'), stage }
}

const once = (first: Play): Lines => ({
  Contribute: (agent, _text, nth) => (agent === 'bert' && nth === 1 ? first : clean),
})

const ways: readonly (readonly [how: string, script: Lines])[] = [
  ['says it', { Contribute: (agent) => (agent === 'bert' ? stated : clean) }],
  ['thinks it', once(() => [{ type: 'reasoning', text: `Or ${SECRET}?` }, ...answers(clean)])],
  ['is cut off after it', once(() => [{ type: 'text', text: stated }, ...fails('stream_truncated')])],
  ['says it along with a tool call', once(() => [{ type: 'text', text: stated }, ...wants(['look', 'a'])])],
  ['says it to a tool', once(() => wants(['look', SECRET]))],
  ['says it to a tool in wide letters', once(() => wants(['look', 'ｓｗｏｒｄｆｉｓｈ']))],
  ...Object.entries({
    'with something invisible in it': 'sword\u200bfish',
    'with a filler in it': 'sword\u3164fish',
    'with a colour in it': 'sword\u001b[0mfish',
    'half in bold': 'sword**fish**',
    'in wide letters': 'ｓｗｏｒｄｆｉｓｈ',
  }).map(([how, text]) => [`says it ${how}`, once(() => answers(stated.replace(SECRET, text)))] as const),
  ['ends with it', { 'Final position': `POSITION: Wait\nCONFIDENCE: 90\nVOTE: Wait\nREASON: ${SECRET}` }],
]

/** As somebody reads it on a screen. */
const seen = (text: string): string => text.normalize('NFKC').replaceAll(/\\u001b\[0m|\*\*|[\u200b\u1160]/gu, '')

describe('a text that matches a prohibited pattern is in no event and no live text, so no screen or export can show it,', () => {
  for (const [how, script] of ways)
    for (const protocol of ['discuss', 'decide'])
      test(`if a panelist ${how} (${protocol})`, async () => {
        const { log, live, stage } = await shown(script, { mode: { protocol } })
        expect(stage.requests.length).toBeGreaterThan(3)
        expect(seen(log.replaceAll(JSON.stringify([SECRET]), ''))).not.toContain(SECRET)
        expect(seen(live)).not.toContain(SECRET)
        expect(stage.world.violations).toEqual([])
      })
})

test('without prohibited patterns, panelists are read while they write', async () => {
  const stage = new SimulatedSession({ model: plays({}) })
  const live: string[] = []
  await stage.create(panelOf())
  stage.engine.follow(stage.session, 0, { batch: () => {}, delta: (_effect, _kind, text) => void live.push(text) })
  await stage.untilRest()
  expect(live.join('\n')).toContain('bert argues.')
})
