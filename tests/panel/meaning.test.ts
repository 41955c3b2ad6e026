import { askOf, type SimulatedSession } from '@convene/testkit'
import { describe, expect, test } from 'vitest'
import { type Lines, played } from '../golden/panel-cast.ts'

const WORDS: { readonly [agent: string]: string } = {
  ada: 'Wait until the tests pass',
  bert: 'Do not ship before everything is green',
  cleo: 'Hold the release back for now',
}
const states = (more: string) => (agent: string) => `${agent} argues.\nPOSITION: ${WORDS[agent]}\n${more}`

/** What the Head is asked to group, and its answer: all positions together, or each alone. */
const idsIn = (text: string) => [...text.matchAll(/^- \[(m\d+)\]/gm)].map(([, id]) => id)
const asOne = (_agent: string, text: string) =>
  text.includes('mean the same') ? `- Wait [${idsIn(text).join(', ')}]` : '- Wait\n- Ship'
const apart = (_agent: string, text: string) =>
  idsIn(text)
    .map((id) => `- Way ${id} [${id}]`)
    .join('\n')

const asked = (stage: SimulatedSession, heading: string) =>
  stage.requests.map(askOf).filter((ask) => ask.heading === heading)
const grouped = (stage: SimulatedSession) =>
  asked(stage, 'Options').filter(({ text }) => text.includes('mean the same'))
const warned = (stage: SimulatedSession) =>
  stage.events.flatMap(({ type, data }) => (type === 'warning' && data.code === 'grouping_unread' ? [data] : []))
const play = (script: Lines, maxTurns = 12) => played(script, { limits: { maxTurns } })

describe('confident panelists who say the same in their own words', () => {
  const Contribute = states('CONFIDENCE: 90')

  test('hold one position: the discussion ends after the blind round', async () => {
    const stage = await play({ Contribute, Options: asOne })
    expect(grouped(stage)).toHaveLength(1)
    expect(asked(stage, 'Contribute')).toHaveLength(3)
  })

  test('are not named to the Head, which says which positions mean the same', async () => {
    const [ask] = grouped(await play({ Contribute, Options: asOne }))
    expect(ask?.text).not.toMatch(/ada|bert|cleo/iu)
  })

  test('continue the discussion if the Head says that they mean different things', async () => {
    const stage = await play({ Contribute, Options: apart })
    expect(asked(stage, 'Contribute').length).toBeGreaterThan(3)
  })

  test('count as different if the Head cannot be understood twice, and the run says so', async () => {
    const stage = await play({ Contribute, Options: 'They are close.' }, 6)
    expect(warned(stage).map(({ unread }) => unread)).toEqual([undefined, 'grouping', undefined, 'grouping'])
    expect(asked(stage, 'Contribute').length).toBeGreaterThan(3)
  })
})

test('positions without confidence are not grouped: that could not end the debate', async () => {
  const stage = await play({ Contribute: states('CONFIDENCE: 60\nCHANGED: no') }, 6)
  expect(grouped(stage)).toEqual([])
})

describe('a panelist that repeats itself in other words', () => {
  const reworded = (agent: string, _text: string, nth: number) =>
    `${agent} argues.\nPOSITION: ${WORDS[agent]}, for reason ${nth}\nCONFIDENCE: 60`

  test('has not changed its mind: the Moderator can end the discussion', async () => {
    const each = (_agent: string, text: string) => {
      const own = Object.values(WORDS).map((words) => [
        words,
        [...text.matchAll(/^- \[(m\d+)\] (.*)$/gm)].filter(([, , said]) => said?.startsWith(words)).map(([, id]) => id),
      ])
      return own.map(([words, ids]) => `- ${words} [${(ids as string[]).join(', ')}]`).join('\n')
    }
    const stage = await play({ Contribute: reworded, Options: each, 'Converged?': 'CONVERGED: all is said.' })
    expect(asked(stage, 'Contribute')).toHaveLength(6)
  })

  test('has changed it if the Head says that the meaning differs', async () => {
    const stage = await play({ Contribute: reworded, Options: apart, 'Converged?': 'CONVERGED: all is said.' })
    expect(asked(stage, 'Contribute').length).toBeGreaterThan(6)
  })
})
