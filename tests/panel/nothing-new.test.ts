import { answerParts as answers, panelOf, SimulatedSession, callParts as wants } from '@convene/testkit'
import { describe, expect, test } from 'vitest'
import { type Lines, played, plays } from '../golden/panel-cast.ts'
import { ending, ofType } from '../plan/story.ts'

const passed = (stage: SimulatedSession) =>
  ofType(stage, 'moderation').filter(({ data }) => data.action === 'passed_over')
const turnsOf = (stage: SimulatedSession, agent: string) =>
  ofType(stage, 'task.assigned').filter(({ data }) => data.to === agent && data.kind === 'contribute')

/** Ada and Bert bring something new in every turn and change their position. Cleo says what the story says. */
const debate = (cleo: (nth: number) => string): Lines => ({
  Contribute: (agent, _text, nth) => (agent === 'cleo' ? cleo(nth) : fresh(agent, nth)),
})
const fresh = (agent: string, nth: number) =>
  `${agent} brings argument ${nth}.\nPOSITION: Plan ${nth}\nCONFIDENCE: 60\nCHANGED: yes, because [m4]`
const limits = { maxTurns: 17, maxToolCallsPerTurn: 5 }

describe('a panelist that repeats itself', () => {
  const same = debate(() => 'I say no.\nPOSITION: No\nCONFIDENCE: 60')

  test('is passed over after two such turns in a row, with one notice, and the others continue', async () => {
    const stage = await played(same, { limits })
    expect(['ada', 'bert', 'cleo'].map((agent) => turnsOf(stage, agent).length)).toEqual([7, 7, 3])
    expect(passed(stage).map(({ agent }) => agent)).toEqual(['cleo'])
    expect(passed(stage)[0]?.data.reason).toContain('nothing new in 2 turns in a row')
    expect(stage.world.violations).toEqual([])
  })

  test('still votes', async () => {
    const stage = await played(same, { limits })
    const voters = ofType(stage, 'decision.voted').map(({ data }) => data.voter)
    expect(voters.toSorted()).toEqual(['ada', 'bert', 'cleo'])
  })

  test('keeps being asked as long as it brings something new between its repetitions', async () => {
    const stage = await played(
      debate((nth) => fresh('cleo', Math.ceil(nth / 2))),
      { limits },
    )
    expect(passed(stage)).toEqual([])
  })

  test.each([undefined, 'cleo'])('speaks again in the round after a message from the user, sent to %s', async (to) => {
    const stage = new SimulatedSession({ model: plays(same) })
    await stage.create(panelOf({ limits }))
    while (passed(stage).length === 0) await stage.play(100)
    const before = turnsOf(stage, 'cleo').length
    await stage.tell({ type: 'message', text: 'Mind the holiday.', ...(to && { to }) })
    await stage.untilRest()
    expect(turnsOf(stage, 'cleo')).toHaveLength(before + 2)
    expect(passed(stage)).toHaveLength(2)
    expect(stage.world.violations).toEqual([])
  })
})

test('a panel in which fewer than two have something new to say ends with a named reason and its report', async () => {
  const stage = await played({ Contribute: (agent) => `${agent} waits.` }, { limits })
  expect(ending(stage)).toMatchObject({ state: 'cancelled', reason: 'undecided' })
  expect(ofType(stage, 'message').some(({ data }) => data.kind === 'synthesis')).toBe(true)
})

test('a panelist whose calls led nowhere has no tools until it has said something new', async () => {
  const says = ['No.', 'No.', 'Yes, and why.', 'And this.']
  const stage = await played(
    {
      Contribute: (agent, _text, nth) => (request) => {
        if (agent !== 'cleo') return answers(fresh(agent, nth))
        const turn = Number(/round(\d+)/.exec(request.effect)?.[1])
        return turn === 1 && request.tools.length > 0
          ? wants(['fly', 'x'])
          : answers(says[turn - 1] ?? fresh(agent, turn))
      },
    },
    { limits },
  )
  const allowed = turnsOf(stage, 'cleo').map(({ data }) => data.allowance?.toolCalls)
  expect(allowed.slice(0, 4)).toEqual([5, 0, 0, 5])
  expect(turnsOf(stage, 'cleo')[1]?.data.description).toContain('Take this turn without tools')
})
