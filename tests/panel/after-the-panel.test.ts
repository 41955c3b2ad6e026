import { emptyStory, tell } from '@convene/reading'
import { expect, test } from 'vitest'
import { asksOf, facts, OPTIONS, played, said, stageOf, start, vote } from './decide-cast.ts'

test('a panelist asked after the panel knows its own words', async () => {
  const stage = await played({ Topic: OPTIONS, Contribute: (agent) => `The word of ${agent}.\n${vote('A')}` })
  await stage.tell({ type: 'message', text: 'Why did you say that?', to: 'ada' })
  await stage.untilRest()
  const [ask] = asksOf(stage, 'Follow-up')
  expect(ask?.agent).toBe('ada')
  expect(ask?.text).toContain('## What you said in the panel')
  expect(ask?.text).toContain('The word of ada.')
  expect(ask?.text).not.toContain('The word of bert.')
})

test('the Head knows the panelists, their tools and the folder when it writes the topic', async () => {
  const stage = await played({ Topic: OPTIONS, Contribute: vote('A') })
  const text = asksOf(stage, 'Topic')[0]?.text
  expect(text).toMatch(/Panelists:\n- ADA\n- BERT\n- CLEO/u)
  expect(text).toMatch(/Their tools: .*read/u)
  expect(text).toContain('/home/ada/ship')
})

test('a reminder of the topic says that it is part of the next turn, once for everybody', async () => {
  const stage = await played(
    {
      Contribute: (agent, nth) => said(agent, ` ${nth}`),
      'Converged?': 'NOT_CONVERGED: no.\nREDIRECT: all: Speak of Friday only.',
      Options: '- Wait\n- Ship',
      'Final position': 'VOTE: A',
    },
    start({ settings: { mode: { protocol: 'discuss' } }, limits: { maxTurns: 7 } }),
  )
  let story = emptyStory
  const lines = stage.events.flatMap((event) => {
    const told = tell(story, event)
    story = told.story
    return event.type === 'moderation' && event.data.rule === 'off_topic' ? [JSON.stringify(told.changes)] : []
  })
  expect(lines).toHaveLength(1)
  expect(lines[0]).toContain('called back to the topic in their next turns')
  expect(asksOf(stage, 'Contribute').at(-1)?.text).toContain('Speak of Friday only.')
})

test('the questions of the Head are one question, and one numbered answer is enough', async () => {
  const stage = stageOf({
    Clarify: (_agent, nth) => (nth === 1 ? '1. Which Friday?\n2. Who is on call?' : 'CLEAR: yes.'),
    Topic: OPTIONS,
    Contribute: vote('A'),
  })
  await stage.create(start({ settings: { yes: false } }))
  await stage.untilRest()
  expect(facts(stage, 'question.asked')).toMatchObject([{ question: '1. Which Friday?\n2. Who is on call?' }])
  await stage.tell({ type: 'answer', text: '1. The 13th\n2. Bob', by: 'person' })
  await stage.untilRest()
  expect(asksOf(stage, 'Clarify')[1]?.text).toContain('1. Which Friday?\n   The 13th\n2. Who is on call?\n   Bob')
})
