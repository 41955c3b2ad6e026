import { expect, test } from 'vitest'
import { topicWith } from '../modes/panel/opening/topic-options.ts'
import { adrText, madrText } from './adr.ts'

const record = (context: string) =>
  madrText(
    adrText({
      title: 'Where do sessions go?',
      status: 'accepted',
      context,
      options: ['Keep them in Postgres', 'Move them to Redis'],
      decision: 'Keep them in Postgres',
      rationale: 'It is there.',
      consequences: '',
      participants: [],
      counts: [],
      date: 0,
    }),
  )
const contextOf = (text: string) => text.split('## Context and Problem Statement\n\n')[1]?.split('\n\n## ')[0]
const topic = topicWith('Sessions survive a restart.', ['Keep them in Postgres', 'Move them to Redis'])

test('a record names its options once, also if it was written when the context repeated them', () => {
  expect(contextOf(record(topic))).toBe('Sessions survive a restart.')
  expect(contextOf(record(`${topic}\n\n## Limits\n\nOne week.`))).toBe(
    'Sessions survive a restart.\n\n\\## Limits\n\nOne week.',
  )
  expect(record(topic)).toContain('## Considered Options\n\n* Keep them in Postgres\n* Move them to Redis\n\n')
})

test('options with letters stay one to a line when the record is rendered', () => {
  expect(contextOf(record('We see two ways.\n\nA. Stay.\nB. Move.'))).toBe('We see two ways.\n\n- A. Stay.\n- B. Move.')
  expect(contextOf(record('A. Lincoln said so.'))).toBe('A. Lincoln said so.')
})

test('the status is a word that MADR knows, in lower case', () => {
  expect(record('x')).toMatch(/^---\nstatus: accepted\ndate: 1970-01-01\n---\n/u)
})
