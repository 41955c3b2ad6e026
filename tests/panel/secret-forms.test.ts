import { type Message, withUserSeat } from '@convene/domain'
import { answerForms, type SimulatedSession } from '@convene/testkit'
import { describe, expect, test } from 'vitest'
import { asksOf, facts, OPTIONS, played, said, stageOf, start, vote } from './decide-cast.ts'

/** What only a secret vote contains: nobody else may read it before the vote is over. */
const SEALED = /sealed|61\.37|38\.63/

const fields = (agent: string, more: object = {}) => ({
  argument: `The argument of ${agent}.`,
  ...more,
  vote: `${agent === 'ada' ? 'A' : 'B'} because it is sealed`,
  probabilities: 'A 61.37, B 38.63',
  reason: 'It is what the numbers say.',
})

const isOwn = (text: string) => text.replaceAll(/### You[^#]*/gu, '')

type Fields = ReturnType<typeof fields>
const eachOf = ({ argument, ...others }: Fields, line: (word: string, value: string) => string): string =>
  `${argument}\n\n${Object.entries(others)
    .map(([word, value]) => line(word, String(value)))
    .join('\n')}`

/** Forms that no reader needs to understand. Whatever is not understood must not be shown either. */
const oddForms: { readonly [name: string]: (fields: Fields) => string } = {
  tags: (all) => eachOf(all, (word, value) => `<${word}>${value}</${word}>`),
  'tags in capitals': (all) =>
    eachOf(all, (word, value) => `<${word.toUpperCase()}>\n${value}\n</${word.toUpperCase()}>`),
  arrows: (all) => eachOf(all, (word, value) => `${word.toUpperCase()} → ${value}`),
  'equals signs': (all) => eachOf(all, (word, value) => `${word.toUpperCase()} = ${value}`),
  dashes: (all) => eachOf(all, (word, value) => `${word.toUpperCase()} – ${value}`),
  'underlined headings': (all) => eachOf(all, (word, value) => `${word.toUpperCase()}\n====\n${value}\n`),
  'YAML between dashes': (all) => `---\n${eachOf(all, (word, value) => `${word}: ${value}`)}\n---`,
  'my vote is': (all) => eachOf(all, (word, value) => `My ${word} is ${value}.`),
  'full-width colons': (all) => eachOf(all, (word, value) => `${word.toUpperCase()}：${value}`),
  emoji: (all) => eachOf(all, (word, value) => `🗳️ ${word}: ${value}`),
  brackets: (all) => eachOf(all, (word, value) => `[${word.toUpperCase()}: ${value}]`),
  'single quotes': (all) =>
    `{${Object.entries(all)
      .map(([word, value]) => `'${word}': '${value}'`)
      .join(', ')}}`,
}
const forms = { ...answerForms, ...oddForms } as { readonly [name: string]: (fields: Fields) => string }

describe.for(Object.keys(forms))('votes written as %s', (name) => {
  const write = forms[name] ?? (() => '')

  test('are not shown to the others in the next round of a decision', async () => {
    const stage = await played({
      Topic: OPTIONS,
      Contribute: (agent, nth) => (nth === 1 ? write(fields(agent)) : vote(agent === 'ada' ? 'A' : 'B')),
      Vote: (agent) => vote(agent === 'ada' ? 'A' : 'B'),
    })
    const later = asksOf(stage, 'Contribute').slice(3)
    expect(later.length).toBeGreaterThan(0)
    for (const { text } of later) {
      expect(text).toContain('The argument of')
      expect(isOwn(text)).not.toMatch(SEALED)
    }
  })

  test('are not in the final position that everybody can read', async () => {
    const run = start({ settings: { mode: { protocol: 'discuss', depth: 'quick' } } })
    const stage = await played(
      {
        Contribute: said('Wait'),
        'Converged?': 'CONVERGED: yes.',
        Options: '- Wait\n- Ship',
        'Final position': (agent) => write(fields(agent, { position: 'Wait' })),
        Vote: 'VOTE: A\nREASON: so',
      },
      run,
    )
    const final = (facts(stage, 'message') as Message[]).filter(({ kind }) => kind === 'final_position')
    expect(final).toHaveLength(3)
    for (const { text } of final) expect(text).not.toMatch(SEALED)
  })
})

describe('the vote of a user with a seat', () => {
  const argued = 'The locks.'
  async function seated(...answers: readonly string[]): Promise<SimulatedSession> {
    const run = start({
      settings: { interactive: true, decisions: { windowMs: 60_000 }, mode: { depth: 'deep' } },
    })
    const stage = stageOf({
      Topic: OPTIONS,
      Contribute: (agent) => vote(agent === 'ada' ? 'A' : 'B', '\n[MORE_ANALYSIS_NEEDED]'),
    })
    await stage.create({ ...run, team: withUserSeat(run.team) })
    for (const text of answers) {
      await stage.play(1_000)
      await stage.tell({ type: 'answer', text, by: 'person' })
    }
    await stage.untilRest()
    return stage
  }

  test('is read by nobody in the round in which they vote, and its argument only in the next one', async () => {
    const stage = await seated('A', `B because ${argued}`, 'B')
    const [second, third] = [asksOf(stage, 'Contribute').slice(3, 6), asksOf(stage, 'Contribute').slice(6, 9)]
    expect([second.length, third.length]).toEqual([3, 3])
    for (const { text } of second) expect(text).not.toContain(argued)
    for (const { text } of third) expect(text).toContain(argued)
  })

  test('is never shown, however it is put', async () => {
    const stage = await seated('A', 'Move to Postgres because of the locks.', 'B')
    const texts = asksOf(stage, 'Contribute').map(({ text }) => text)
    for (const text of texts) expect(text).not.toMatch(/I vote for|B because|Move to Postgres because/)
    expect(texts.at(-1)).toContain('of the locks.')
  })

  test('for something new does not reveal itself as an option to those who vote in the same round', async () => {
    const stage = await seated('A', 'something else: Signed cookies', 'B')
    const asks = asksOf(stage, 'Contribute').map(({ text }) => text)
    for (const text of asks.slice(3, 6)) expect(text).not.toContain('Signed cookies')
    for (const text of asks.slice(6, 9)) expect(text).toContain('C. Signed cookies')
  })
})

test('the Head that breaks a tie reads the count and the reasons, and no names', async () => {
  const run = start({ members: ['ada', 'bert'] })
  const stage = await played(
    {
      Topic: OPTIONS,
      Contribute: (agent) => `I am The ${agent}.\nVOTE: ${agent === 'ada' ? 'A' : 'B'}\nREASON: The ${agent} says so`,
      Decide: 'DECISION: Keep Redis\nREASON: cheaper',
    },
    run,
  )
  const [request] = stage.requests.filter(({ lines }) => JSON.stringify(lines).includes('# Decide'))
  const text = JSON.stringify(request?.lines)
  expect(text).toContain('Keep Redis: 1 vote')
  expect(text).toContain('says so')
  expect(text).not.toMatch(/The (?:ada|bert)/)
})
