import { symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { folderOf } from '@convene/testkit'
import { describe, expect, test } from 'vitest'
import { workspaceWith } from '../file-tools.fixture.ts'
import { readSkills } from './read-skills.ts'

const skill = (name: string, description: string, body = 'Do it.') =>
  `---\nname: ${name}\ndescription: ${description}\n---\n${body}\n`

describe('workspace skills', () => {
  test('come from both folders, the first of each name', async () => {
    const root = folderOf({
      '.agents/skills/release/SKILL.md': skill('release', 'How we release.'),
      '.claude/skills/release/SKILL.md': skill('release', 'Another way.'),
      '.claude/skills/review/SKILL.md': skill('review', 'How we review.'),
    })
    expect((await readSkills(root)).map(({ name, description }) => [name, description])).toEqual([
      ['release', 'How we release.'],
      ['review', 'How we review.'],
    ])
  })

  test('are skipped if they cannot be read, are too large, or link out of the workspace', async () => {
    const outside = folderOf({ 'SKILL.md': skill('stolen', 'x') })
    const root = folderOf({
      '.agents/skills/broken/SKILL.md': 'no front matter',
      '.agents/skills/large/SKILL.md': skill('large', 'x', 'y'.repeat(70_000)),
      '.agents/skills/empty/README.md': '',
      '.agents/skills/named/SKILL.md': skill('"a\\nb"', 'x'),
      '.agents/skills/fine/SKILL.md': skill('fine', 'x'),
    })
    symlinkSync(outside, join(root, '.agents/skills/linked'))
    expect((await readSkills(root)).map(({ name }) => name)).toEqual(['fine'])
    expect(await readSkills(join(root, 'none'))).toEqual([])
  })

  test('have a one-line description', async () => {
    const root = folderOf({
      '.agents/skills/a/SKILL.md': `---\nname: a\ndescription: |\n  one\n  two\n---\nBody\n`,
    })
    expect((await readSkills(root))[0]?.description).toBe('one two')
  })
})

test('an agent gets a skill’s body by name', async () => {
  const bench = workspaceWith({ '.agents/skills/release/SKILL.md': skill('release', 'x', 'Tag it.\nPush it.') })
  expect(await bench.inspect('skill', { name: 'release' })).toMatchObject([{ permission: 'skill', target: 'release' }])
  expect((await bench.call('skill', { name: 'release' })).output).toBe(
    'Tag it.\nPush it.\n\n[Its files are in .agents/skills/release/.]',
  )
  expect((await bench.call('skill', { name: 'fly' })).output).toBe('Unknown skill "fly". Skills: release.')
  expect((await workspaceWith().call('skill', { name: 'fly' })).output).toBe('This workspace has no skills.')
})
