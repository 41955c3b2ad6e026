import { askOf, type SimulatedSession } from '@convene/testkit'
import { describe, expect, test } from 'vitest'
import { played } from '../golden/panel-cast.ts'

const argues = (agent: string, _text: string, nth: number) =>
  `${agent} argues for the ${nth}. time.\nPOSITION: ${agent}\nCONFIDENCE: 60`
const picking = { settings: { mode: { moderatorPicks: true } }, limits: { maxTurns: 6 } }

const asked = (stage: SimulatedSession, heading: string) =>
  stage.requests.map(askOf).filter((ask) => ask.heading === heading)
const warnings = (stage: SimulatedSession, code: string) =>
  stage.events.flatMap(({ type, data }) => (type === 'warning' && data.code === code ? [data] : []))
const ended = (stage: SimulatedSession) => stage.events.at(-1)

describe('a Moderator that names nobody', () => {
  test('is asked once more, with the mistake, and then the next panelist in order speaks', async () => {
    const stage = await played({ Contribute: argues, 'Next speaker': 'Anyone who likes.' }, picking)
    const asks = asked(stage, 'Next speaker')
    expect(asks.map(({ text }) => text.includes('could not be used: it names nobody who can speak'))).toEqual(
      asks.map((_, at) => at % 2 === 1),
    )
    const said = warnings(stage, 'next_speaker_unread')
    expect(said).toHaveLength(asks.length)
    expect(said.map(({ unread }) => unread)).toEqual(asks.map((_, at) => (at % 2 ? 'next-speaker' : undefined)))
    expect(ended(stage)).toMatchObject({ type: 'run.finished', data: { state: 'cancelled', reason: 'limit:turns' } })
  })

  test('is followed if its second answer names somebody', async () => {
    const script = {
      Contribute: argues,
      'Next speaker': (_agent: string, text: string) =>
        text.includes('could not be used') ? `NEXT: ${/Panelist [A-Z](?=\?)/.exec(text)?.[0]}` : 'Anyone.',
    }
    const stage = await played(script, picking)
    expect(warnings(stage, 'next_speaker_unread').filter(({ unread }) => unread)).toEqual([])
  })

  test('cannot pick the panelist who has just spoken', async () => {
    const stage = await played({ Contribute: argues, 'Next speaker': 'NEXT: Panelist Q' }, picking)
    expect(warnings(stage, 'next_speaker_unread').length).toBeGreaterThan(0)
  })
})

describe('a Moderator that does not say whether the panel has converged', () => {
  const moved = (agent: string, _text: string, nth: number) =>
    `${agent} ${nth}.\nPOSITION: ${agent} ${nth}\nCONFIDENCE: 60\nCHANGED: yes, because m4`

  test('is asked once more in the same turn, and then the discussion continues with a warning', async () => {
    const script = { Contribute: moved, 'Converged?': 'Hard to say.' }
    const stage = await played(script, { limits: { maxTurns: 12 } })
    const asks = asked(stage, 'Converged?')
    expect(asks).toHaveLength(4)
    expect(asks[1]?.text).toContain('it said neither CONVERGED nor NOT_CONVERGED')
    expect(warnings(stage, 'convergence_unread').map(({ unread }) => unread)).toEqual([
      undefined,
      'converged',
      undefined,
      'converged',
    ])
  })
})
