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

  test('says of what is hidden where it is and by which one', () => {
    const shadows = ['/home/ada/.convene/teams/crew.json', '/opt/convene/teams/built-in/crew.json']
    const listed = { source: 'workspace', file: '/shop/.convene/teams/crew.json', shadows }
    expect(hiddenBy(listed, 'Crew', '/shop')).toEqual([
      { file: shadows[0], section: 'mine', reason: 'hidden by the one of this repo, which is also called Crew' },
      { file: shadows[1], section: 'built-in', reason: 'hidden by the one of this repo, which is also called Crew' },
    ])
  })
})
