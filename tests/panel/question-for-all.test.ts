import { describe, expect, test } from 'vitest'
import { asksOf, codesOf, optionsOf, played, start, vote } from './decide-cast.ts'

const goal = 'Should the shop move its orders from SQLite to Postgres, or stay on SQLite?'

describe.for([['TOPIC:'], ['# Topic'], ['Something about databases.\nPROTOCOL: decide']])(
  'whatever the Head writes as its topic, such as %j,',
  ([topic = '']) => {
    test('everybody who is asked reads the user’s question word for word', async () => {
      const stage = await played({ Topic: topic, Contribute: vote('A') }, start(), goal)
      for (const { text } of asksOf(stage, 'Contribute')) expect(text).toContain(goal)
      expect(optionsOf(stage)).toEqual(['Move its orders from SQLite to Postgres', 'Stay on SQLite'])
      expect(codesOf(stage).includes('topic_unread')).toBe(!topic.includes('databases'))
    })

    test('so does the Moderator of a discussion', async () => {
      const stage = await played(
        {
          Topic: topic,
          Contribute: (agent, nth) => `${agent} ${nth}\nPOSITION: ${agent}\nCONFIDENCE: 50`,
          'Converged?': 'CONVERGED: yes.',
          Options: '- Wait\n- Ship',
          'Final position': 'POSITION: Wait\nVOTE: A',
        },
        start({ settings: { mode: { protocol: 'discuss' } } }),
        goal,
      )
      const first = asksOf(stage, 'Converged?')[0]
      expect(first?.text).toContain(goal)
      for (const { text } of asksOf(stage, 'Contribute').slice(0, 3)) expect(text).toContain(goal)
    })
  },
)
