import { existsSync, writeFileSync } from 'node:fs'
import type { NewSession } from '@convene/protocol'
import { expect, test } from 'vitest'
import { sessionFor } from '../../apps/vscode/src/tools/question.ts'
import { editor, last } from './agents.ts'

const changing = [
  ['write', { path: 'written.txt', content: 'x' }],
  ['bash', { command: 'touch run.txt', description: 'Makes a file' }],
] as const

test('a team that another agent of the editor asks changes no files, even if every rule would allow it', async () => {
  const { client, asked, ended, folder } = await editor({ nobody: [changing, 'Done.', changing, 'Done.'] })
  writeFileSync(folder.file('home/config.json'), JSON.stringify({ permissions: { edit: 'allow', bash: 'allow' } }))
  const made = () => ['written.txt', 'run.txt'].filter((name) => existsSync(folder.file(`workspace/${name}`)))
  const run = async (wish: NewSession) => {
    const created = await client.createSession({ ...wish, model: 'vscode/scripted' })
    if (!created.ok) throw new Error(created.refusal.message)
    return last(await ended(created.value.id)).state
  }
  const wish = sessionFor({ question: 'Why?', mode: 'agent' }, folder.file('workspace'))
  expect(await run(wish)).toBe('completed')
  expect(made()).toEqual([])
  expect(asked[0]?.tools).toContain('read')
  expect(asked[0]?.tools).not.toContain('write')
  expect(await run({ ...wish, readOnly: false })).toBe('completed')
  expect(made()).toContain('written.txt')
})
