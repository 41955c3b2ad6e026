import type { Event, EventOf } from '@convene/domain'
import { expect, test } from 'vitest'
import type { ResponsePart } from './response-part.ts'
import { sources } from './sources.ts'
import { teller } from './teller.ts'

const names = { name: (slug: string) => slug.toUpperCase(), mode: 'panel', isFirst: false }

const message = (id: string, text: string, more: object = {}): EventOf<'message'> =>
  ({
    ...{ v: 1, seq: 1, batch: 1, at: 0, session: '01S', type: 'message', id },
    data: { author: 'ada', role: 'member', kind: 'argument', text, ...more },
  }) as unknown as EventOf<'message'>

/** `cited` for a chat that has received these messages. */
function heard(...messages: readonly EventOf<'message'>[]) {
  const { hear, cited } = sources()
  for (const each of messages) hear(each)
  return (text: string) => cited(text, '01S', names)
}

const linksIn = (shown: readonly ResponsePart[]) => shown.flatMap((one) => (one.kind === 'links' ? one.links : []))
const titlesIn = (shown: readonly ResponsePart[]) => linksIn(shown).map(({ title }) => title)

test('every cited message becomes a link with its author and round', () => {
  const cited = heard(message('m1', 'Why?', { author: 'user', role: 'user' }), message('m2', 'Because.', { round: 1 }))
  const shown = cited('As [m1] asks, and [m2, m1] says.')
  expect(shown).toMatchObject([{ kind: 'links', label: 'Sources' }])
  expect(linksIn(shown)).toEqual([
    { title: 'm1 you', command: 'convene.openSession', given: ['01S', 'm1'] },
    { title: 'm2 ADA, round 1', command: 'convene.openSession', given: ['01S', 'm2'] },
  ])
})

test('neither a missing message nor a link in the text itself becomes a link', () => {
  const cited = heard(message('m1', 'One.'))
  for (const text of ['[m2]', '[m0]', '[m01]', '[m999999999999]', '[x](command:evil)', 'm1'])
    expect(cited(text)).toEqual([])
})

test('an earlier message of a continued session becomes a link without a name', () => {
  expect(titlesIn(heard(message('m9', 'So.'))('See [m4] and [m10].'))).toEqual(['m4'])
})

test('a text that cites everything does not fill the chat', () => {
  const ids = Array.from({ length: 40 }, (_, at) => `m${at + 1}`)
  const shown = linksIn(heard(...ids.map((id) => message(id, 'So.')))(`[${ids.join(', ')}]`))
  expect(shown).toHaveLength(25)
  expect(shown.at(-1)).toMatchObject({ title: '16 more', given: ['01S'] })
})

test('a message cited in a notice becomes a link', () => {
  const { tell } = teller('brief', { mode: 'panel', seats: [] })
  tell(message('m1', 'One writer.') as Event)
  const data = { decision: 'd', how: 'majority', option: 'One', rationale: 'ada: see [m1]', counts: [] }
  const shown = tell({ ...message('m2', ''), type: 'decision.committed', id: undefined, data } as unknown as Event)
  expect(titlesIn(shown)).toEqual(['m1 ada'])
})

test.each([
  ['brief', ['m1 you']],
  ['detailed', ['m1 you', 'm2 ada']],
] as const)('with %s, links follow texts that are shown in full', (verbosity, titles) => {
  const { tell } = teller(verbosity, { mode: 'panel', seats: [] })
  const events = [
    message('m1', 'Why?', { author: 'user', role: 'user', kind: 'user' }),
    message('m2', 'Because.'),
    message('m3', 'No, [m2] is wrong.'),
    message('m4', 'It is so [m1].', { kind: 'synthesis' }),
  ]
  const shown = events.flatMap((event) => tell(event as Event))
  expect(titlesIn(shown).toSorted()).toEqual(titles)
  expect(titlesIn(shown.slice(-1))).toEqual(['m1 you'])
})

test('a notice that cites only what was just linked has no second line of links', () => {
  const { hear, cited } = sources()
  hear(message('m1', 'One.'))
  hear(message('m2', 'Two.'))
  expect(titlesIn(cited('[m1] [m2]', '01S', names))).toHaveLength(2)
  expect(cited('See [m1].', '01S', names)).toEqual([])
  hear(message('m3', 'Three.'))
  expect(titlesIn(cited('See [m1].', '01S', names))).toEqual(['m1 ADA'])
})
