import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { checkPlan, modes } from '@convene/domain'
import { agentRegistry, readSettings, readTeamFile } from '@convene/library'
import { temporaryFolder } from '@convene/testkit'
import { describe, expect, test } from 'vitest'

const repository = resolve(import.meta.dirname, '../..')
const read = (file: string): string => readFileSync(resolve(repository, file), 'utf8')
const guide = read('docs/guide/user-guide.md')

describe('the user guide', () => {
  test('shows a valid agent', async () => {
    using home = temporaryFolder()
    write(home.file('agents/historian.md'), blockOf(guide, 'markdown'))
    const registry = agentRegistry({ home: home.path, workspace: home.path })
    expect(await registry.problems()).toEqual([])
    expect((await registry.get('historian'))?.source).toBe('user')
  })

  test('shows a valid team', () => {
    using home = temporaryFolder()
    write(home.file('team.json'), blockOf(guide, 'json'))
    expect(readTeamFile(home.file('team.json'), Object.keys(modes)).problems).toEqual([])
  })

  test('shows a valid team on the page about teams', () => {
    using home = temporaryFolder()
    write(home.file('team.json'), blockOf(read('docs/guide/teams.md'), 'json'))
    expect(readTeamFile(home.file('team.json'), Object.keys(modes)).problems).toEqual([])
  })

  test.each(['docs/guide/user-guide.md', 'docs/guide/settings.md', 'docs/guide/decisions.md'])(
    'shows valid settings, in %s',
    (file) => {
      using home = temporaryFolder()
      write(home.file('config.json'), blockOf(read(file), 'jsonc'))
      const places = { home: home.path, workspace: home.file('elsewhere'), trusted: false }
      expect(readSettings(places).problems).toEqual([])
    },
  )
})

test.each(['README.md', 'docs/guide/user-guide.md'])('%s names every mode', (file) => {
  const named = [...read(file).matchAll(/^\| `([a-z]+)` \|/gm)].map(([, name]) => name)
  expect(named).toEqual(expect.arrayContaining(Object.keys(modes)))
})

test('the guide to plans shows a plan run as it is played, and a plan that reads back unchanged', () => {
  const guide = read('docs/guide/plan.md')
  expect(read('tests/golden/plan-blocked.txt')).toContain(blockOf(guide, 'text'))
  const run = { team: { members: ['coder', 'tester'].map((slug) => ({ slug, name: slug })) }, settings: { tools: {} } }
  const { steps, errors } = checkPlan(run as never, guide.slice(guide.indexOf('s1. coder: Repair')))
  expect(errors).toEqual([])
  expect(steps).toMatchObject([
    { id: 's1', tools: ['read', 'edit', 'bash'], approve: 'auto', worktree: true, budget: { files: 5, toolCalls: 20 } },
    { id: 's2', dependsOn: ['s1'] },
  ])
})

test('the guide to decisions shows a run as it is played', () => {
  expect(blockOf(read('docs/guide/decisions.md'), 'text')).toBe(read('tests/golden/decision-majority.txt'))
})

function blockOf(markdown: string, language: string): string {
  const [, block = ''] = new RegExp(`^\`\`\`${language}\\n([\\s\\S]*?)^\`\`\`$`, 'm').exec(markdown) ?? []
  return block
}

function write(file: string, text: string): void {
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, text)
}
