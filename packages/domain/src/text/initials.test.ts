import { expect, test } from 'vitest'
import { initialsOf } from './initials.ts'

test('two letters tell similar names apart', () => {
  const names = ['Head', 'Reviewer', 'Researcher', 'DevOps', "Devil's Advocate", 'A', '']
  expect(names.map(initialsOf)).toEqual(['HD', 'RV', 'RS', 'DO', 'DA', 'A', ''])
})
