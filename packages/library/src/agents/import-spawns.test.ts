import { join } from 'node:path'
import { folderOf } from '@convene/testkit'
import { expect, test } from 'vitest'
import { readAgentFile } from './read-agent-file.ts'

const read = async (path: string, text: string) => readAgentFile(join(folderOf({ [path]: text }), path))
const spawnsOf = async (fields: string) => (await read('x.md', `---\nname: X\n${fields}\n---\nGo.\n`)).agent?.spawns

test('an agent that may spawn subagents but names none may spawn all of them', async () => {
  expect(await spawnsOf('canSpawnSubagents: true')).toEqual(['*'])
  expect(await spawnsOf('CanSpawnSubagents: true\nAllowedSubagentTypes: []')).toEqual(['*'])
  expect(await spawnsOf('CanSpawnSubagents: true\nAllowedSubagentTypes: [explore, general]')).toEqual([
    'explore',
    'general',
  ])
  expect(await spawnsOf('canSpawnSubagents: false\nallowedSubagentTypes: [explore]')).toEqual([])
})

test('our own fields win, and understood fields are not reported', async () => {
  expect(await spawnsOf('canSpawnSubagents: true\nspawns: [explore]')).toEqual(['explore'])
  const { problems } = await read('x.md', '---\nname: X\ncanSpawnSubagents: true\n---\nGo.\n')
  expect(problems).toEqual([])
})

test('it is read from JSON too', async () => {
  const text = '{ "Name": 1, "name": "X", "prompt": "Go.", "CanSpawnSubagents": true, "AllowedSubagentTypes": [] }'
  expect((await read('x.json', text)).agent?.spawns).toEqual(['*'])
})
