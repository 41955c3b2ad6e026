import { answerParts as answers, askOf, type Play, panelOf, SimulatedSession } from '@convene/testkit'
import { expect, test } from 'vitest'

const lines: { readonly [heading: string]: string } = {
  Clarify: 'CLEAR: yes.',
  Topic: 'Whether to ship.',
  Contribute: 'So.\nPOSITION: Wait\nCONFIDENCE: 90',
  Options: '- Wait\n- Ship',
  'Final position': 'POSITION: Wait\nCONFIDENCE: 90\nVOTE: Wait\nREASON: so',
  Synthesize: '## Executive Summary\n\n- Wait [m4]',
}
const says: Play = (request) => [50, ...answers(lines[askOf(request).heading] ?? 'Well.')]
const hangs: Play = (request) =>
  askOf(request).heading === 'Contribute' ? [{ type: 'text', text: 'Hm' }, 'hangs'] : says(request, 1)

/** What is left of a session: in the fold, in the engine, on the clock. */
function left(stage: SimulatedSession) {
  const { tasks, started, asks, questions, conversations } = stage.world.fold(stage.session)
  const statuses = new Map(
    stage.events.flatMap((event) => (event.type === 'agent.status' ? [[event.agent, event.data.status]] : [])),
  )
  const open = [tasks, started, asks, questions].map((record) => Object.keys(record).length)
  return {
    open: open.reduce((sum, count) => sum + count, 0),
    buffers: Object.keys(conversations),
    agents: [...statuses]
      .filter(([agent, status]) => agent !== 'summary' && status !== 'disposed')
      .map(([agent]) => agent),
    live: stage.engine.live,
    alarms: stage.world.clock.untilNext() ?? null,
  }
}

test('a finished panel leaves only what the Head needs for follow-ups', async () => {
  const stage = new SimulatedSession({ model: says })
  await stage.create(panelOf({ limits: { maxDuration: 30, maxTurnDuration: 3 } }))
  await stage.untilRest()
  expect(left(stage)).toEqual({ open: 0, buffers: ['head'], agents: [], live: 0, alarms: null })
  await stage.tell({ type: 'message', text: 'Why wait?' })
  await stage.tell({ type: 'message', text: 'And you?', to: 'bert' })
  await stage.untilRest()
  const toBert = stage.requests.findLast(({ agent }) => agent === 'bert')
  expect(toBert && askOf(toBert).text).toContain('## Report of the panel')
  expect(left(stage)).toMatchObject({ open: 0, live: 0, alarms: null })
})

test('a panel that is stopped in the middle leaves no call, no timer and no agent', async () => {
  const stage = new SimulatedSession({ model: hangs })
  await stage.create(panelOf({ limits: { maxDuration: 30, maxTurnDuration: 3 } }))
  await stage.play(500)
  expect(left(stage)).toMatchObject({ open: 6 })
  await stage.tell({ type: 'stop' })
  await stage.untilRest()
  // A model that ignores the abort is given up after a moment.
  await stage.play(2_500)
  expect(left(stage)).toMatchObject({ open: 0, agents: [], live: 0, alarms: null })
  await stage.tell({ type: 'reset' })
  await stage.untilRest()
  expect(left(stage)).toEqual({ open: 0, buffers: [], agents: [], live: 0, alarms: null })
})
