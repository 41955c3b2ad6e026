import { describe, expect, test } from 'vitest'
import { hiddenBy, sectionOf } from './sections.ts'

describe('where teams and agents come from', () => {
  test('is one of three sections', () => {
    expect(['built-in', 'user', 'workspace', 'squad', 'github'].map(sectionOf)).toEqual([
      'built-in',
      'mine',
      'repo',
      'repo',
      'repo',
    ])
  })

  test('names where an overridden file is and what overrides it', () => {
    const shadows = ['/home/ada/.convene/teams/crew.json', '/opt/convene/teams/built-in/crew.json']
    const listed = { source: 'workspace', file: '/shop/.convene/teams/crew.json', shadows }
    expect(hiddenBy(listed, 'Crew', '/shop')).toEqual([
      { file: shadows[0], section: 'mine', reason: 'overridden by the one in this repo, also called Crew' },
      { file: shadows[1], section: 'built-in', reason: 'overridden by the one in this repo, also called Crew' },
    ])
  })
})
