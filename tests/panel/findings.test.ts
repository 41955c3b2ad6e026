import { expect, test } from 'vitest'
import { asksOf, facts, played, start } from './decide-cast.ts'

const discussion = () => start({ settings: { mode: { protocol: 'discuss' } } })

const GOAL = 'Analyse our queue design.'

const script = {
  Topic: 'The queue.\nPROTOCOL: discuss',
  Contribute: (agent: string, nth: number) => `${agent} ${nth}\nPOSITION: It blocks at ${agent}\nCONFIDENCE: 50`,
  'Converged?': 'CONVERGED: yes.',
  'Final position': 'It still blocks.\nPOSITION: It blocks\nCONFIDENCE: 70',
}

test('a discussion without a choice ends in findings: final positions, no options, no ballot, no decision', async () => {
  const stage = await played(script, discussion(), GOAL)
  expect(stage.events.filter(({ type }) => type.startsWith('decision.'))).toEqual([])
  expect(asksOf(stage, 'Options')).toEqual([])
  expect(asksOf(stage, 'Final position').length).toBeGreaterThan(1)
  for (const { text } of asksOf(stage, 'Final position')) expect(text).not.toMatch(/VOTE|ballot|PROBABILITIES/u)
  const [end] = facts(stage, 'run.finished')
  expect(end).not.toHaveProperty('decision')
  expect(JSON.stringify(end)).not.toMatch(/Undecided|Decision:/u)
})

test('the same discussion of a choice ends in a ballot', async () => {
  const more = { Options: '- Wait\n- Ship', 'Final position': 'POSITION: Wait\nVOTE: A' }
  const stage = await played(
    { ...script, ...more },
    discussion(),
    'Analyse our queue design, and decide whether to ship.',
  )
  expect(asksOf(stage, 'Options').length).toBeGreaterThan(0)
  expect(asksOf(stage, 'Final position')[0]?.text).toContain('VOTE')
})

test.each(['I’m sorry, but I can’t help with that.', '{"report": "cut', 'Yes.'])(
  'a Head that writes “%s” instead of its findings leaves the run incomplete',
  async (said) => {
    const stage = await played({ ...script, Synthesize: said, 'Repair citations': said }, discussion(), GOAL)
    expect(facts(stage, 'run.finished')).toMatchObject([{ state: 'cancelled', reason: 'no_report' }])
  },
)

test('findings in sections of the Head’s own are a report', async () => {
  const said = '## Zusammenfassung\n\nEs blockiert.\n\n## Risiken\n\nKeine.'
  const stage = await played({ ...script, Synthesize: said, 'Repair citations': said }, discussion(), GOAL)
  expect(facts(stage, 'run.finished')).toMatchObject([{ state: 'completed' }])
})
