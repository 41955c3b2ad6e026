import { expect, test } from 'vitest'
import { quantityAsked } from './quantity.ts'

test.each([
  ['How long will the migration take?', { kind: 'number', unit: 'days' }],
  ['How many users will sign up by March?', { kind: 'number', unit: 'users' }],
  ['How many weeks does it take to hire two people?', { kind: 'number', unit: 'weeks' }],
  ['How likely is it that the release slips?', { kind: 'chance', unit: '' }],
  ['Will the release slip past Friday?', { kind: 'chance', unit: '' }],
  ['What are the odds that the vendor raises prices?', { kind: 'chance', unit: '' }],
  ['Estimate how long the rewrite takes in weeks.', { kind: 'number', unit: 'weeks' }],
  ['How much will it cost in €?', { kind: 'number', unit: '€' }],
  ['When will the beta be ready?', { kind: 'number', unit: 'days' }],
  ['We plan a migration. How long will it take?', { kind: 'number', unit: 'days' }],
])('asks for an estimate: %s', (goal, quantity) => {
  expect(quantityAsked(goal)).toEqual(quantity)
})

test.each([
  'Should we move to Postgres?',
  'How many seats should we have?',
  'Will we use Redis or Postgres?',
  'Will you review this?',
  'How does the cache work?',
  'How many files are there?',
  'Discuss how we test.',
  'Why did the build fail?',
  'Build an estimate page.',
])('asks for something else: %s', (goal) => {
  expect(quantityAsked(goal)).toBeUndefined()
})
