import { clean } from '@convene/domain'
import { describe, expect, test } from 'vitest'
import { type CardSource, cardOf } from './card.ts'
import { cardHtml, cardPlaces, cardText } from './card-texts.ts'

const hostile = '<img src=x onerror=alert(1)> & "quoted"'
const verdict = {
  vote: {
    option: 'Stay',
    counts: [
      { option: 'Stay', votes: 2, blind: 1 },
      { option: 'Move', votes: 1, blind: 2 },
    ],
    chance: null,
    changed: ['bert'],
    dissent: [{ agent: 'cleo', option: 'Move', confidence: 58, reason: 'Two jobs write. And more.', message: 'm6' }],
  },
  steps: null,
  cost: '$0.17',
  time: '38 s',
  models: 3,
}

const run = { goal: 'Stay\nor move?', mode: 'none', turns: 0, limits: {} }

const outcomeOf = (more: object): CardSource =>
  ({ run, verdict, decision: 'Stay', isRehearsal: false, answers: [], ...more }) as never

const said = (text: string, agent = 'head') => ({ agent, text })
const report = '## Summary\n\n- It is **enough** [m3].\n\n## Recommendations\n\n- Add `copies` [m8]\n- Test them'

describe('a card', () => {
  test('says what the events say against the sentence that it quotes, and nothing about others', () => {
    const mark = { word: 'contradicted', tone: 'bad', what: 'tests pass', why: 'exit 1', by: 1, at: 1 }
    const cardWith = (text: string, more: object = {}) =>
      cardOf(
        outcomeOf({
          decision: null,
          answers: [{ agent: 'ada', text, marks: [{ ...mark, text: 'All **tests** pass.' }] }],
          ...more,
        }),
        (agent) => agent,
      )
    expect(cardWith('All **tests** pass. It is done.')?.verdict).toMatch(/ · contradicted: tests pass$/u)
    expect(cardWith('It is done. All **tests** pass.')?.verdict).not.toContain('contradicted')
    expect(cardWith('All **tests** pass.', { decision: 'Stay' })?.verdict).not.toContain('contradicted')
  })

  test('has the decision, the verdict line, the dissent in a sentence and what to do, as plain text', () => {
    const card = cardOf(outcomeOf({ answers: [said(report)] }), (agent) => agent)
    expect(card && cardText(card)).toBe(
      [
        'Stay or move?',
        'Stay',
        'Decided 2 : 1 · blind vote was 1 : 2 · 1 changed · $0.17 · 38 s · 3 models',
        'Dissent: cleo, for Move: Two jobs write.',
        '- Add copies\n- Test them',
      ].join('\n\n'),
    )
  })

  test('begins with the answer if nothing was decided, one line per member of a broadcast', () => {
    const one = outcomeOf({ decision: null, answers: [said('Yes. Because of that.')] })
    expect(cardOf(one, String)?.answer).toBe('Yes.')
    const both = outcomeOf({ decision: null, answers: [said('Yes.', 'ada'), said('No.', 'bert')] })
    expect(cardOf(both, String)?.answer).toBe('ada: Yes.\nbert: No.')
  })

  test('marks a rehearsal, and is null without an answer', () => {
    expect(cardOf(outcomeOf({ isRehearsal: true, answers: [said(report)] }), String)?.verdict).toMatch(/^Rehearsal · /u)
    expect(cardOf(outcomeOf({ answers: [] }), String)).toBeNull()
    expect(cardOf(outcomeOf({ verdict: null, answers: [said(report)] }), String)).toBeNull()
  })

  test('escapes HTML from a model', () => {
    const card = cardOf(
      outcomeOf({ decision: hostile, run: { ...run, goal: hostile }, answers: [said(hostile)] }),
      () => hostile,
    )
    const html = card ? cardHtml(card) : ''
    expect(html).not.toContain('<img')
    expect(html).toContain('&lt;img src=x onerror=alert(1)&gt; &amp; &quot;quoted&quot;')
  })
})

test('nothing that a model wrote acts on a terminal where a card is printed or pasted', () => {
  const attack = 'Yes\u001b[2J\u001b]8;;http://127.0.0.1/\u0007\u202e\rSigned'
  const dissent = [{ agent: attack, option: attack, confidence: 1, reason: attack, message: 'm6' }]
  const vote = { ...verdict.vote, option: attack, dissent }
  const told = { goal: attack, mode: 'none', turns: 0, limits: {} }
  const decided = outcomeOf({ run: told, decision: attack, verdict: { ...verdict, vote }, answers: [said(attack)] })
  const answered = outcomeOf({ run: told, decision: null, answers: [said(attack, 'ada'), said(attack, 'bert')] })
  for (const source of [decided, answered]) {
    const card = cardOf(source, () => attack)
    const texts = card ? Object.values(cardPlaces).map((place) => place.write(card)) : []
    expect(texts).toHaveLength(Object.keys(cardPlaces).length)
    for (const text of texts) expect(text).toBe(clean(text))
  }
})

describe('pasted elsewhere, a card', () => {
  const attack = '@everyone <!channel> <@U123> fixes #12, see https://evil.example **now** &amp;#64;'
  const card = cardOf(outcomeOf({ answers: [said(attack)], decision: attack }), String)
  const as = (place: 'slack' | 'pull-request') => (card ? cardPlaces[place].write(card) : '')

  test('mentions nobody, refers to nothing and links nothing, in Slack', () => {
    expect(as('slack')).not.toMatch(/@everyone|<!|<@|https:/u)
    expect(as('slack')).toContain('*@\u200beveryone &lt;!channel&gt;')
  })

  test('mentions nobody, closes no issue and has no HTML, in a pull request', () => {
    expect(as('pull-request')).not.toMatch(/@everyone|#12|https:|(?<!\\)</u)
  })

  test('says the same in each place: the answer, the verdict and the dissent', () => {
    const plain = cardOf(outcomeOf({ answers: [said('Stay.')] }), String)
    for (const { write } of Object.values(cardPlaces)) {
      const text = plain ? write(plain) : ''
      expect(text).toContain('Stay')
      expect(text).toContain('Decided 2 : 1')
      expect(text).toContain('Two jobs write.')
    }
  })
})
