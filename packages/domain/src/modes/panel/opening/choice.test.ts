import { expect, test } from 'vitest'
import { hasChoice } from './choice.ts'

test.for([
  'Analyse our queue design',
  'Discuss the risks of moving to the cloud',
  'What are the pros and cons of a monorepo?',
  'Explore how the cache could fail, and what should be measured.',
  'Debate the ethics of scraping',
  'How does the login work?',
])('%j has nothing to choose between', (goal) => expect(hasChoice(goal, '## Topic\n\nThe queue.')).toBe(false))

test.for([
  'Should the shop move its orders to Postgres?',
  'Discuss whether to drop support for Node 20',
  'Debate tabs vs spaces',
  'Ship on Friday?',
  'Where should sessions live?',
  'What is the best store for sessions?',
  'Agree on a name for the project',
  'Discuss these options:\n\n- Redis\n- Postgres',
])('%j is a choice', (goal) => expect(hasChoice(goal, '## Topic\n\nThe queue.')).toBe(true))

test('a choice that the Head proposes counts', () =>
  expect(hasChoice('Discuss our storage', 'Storage.\n\nOPTION: Redis\nOPTION: Postgres')).toBe(true))
