import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { heldRequest } from '@convene/protocol'
import { temporaryFolder } from '@convene/testkit'
import { expect, test } from 'vitest'
import { childDoor, ORIGIN, startChild } from './child-door.ts'

const KEY = 'sk-that-nobody-else-may-see'
const program = fileURLToPath(new URL('./child.ts', import.meta.url))

test('an editor key reaches the program’s process without appearing in a command line or environment', async () => {
  using folder = temporaryFolder()
  const child = startChild(process.execPath, program, {
    home: folder.file('home'),
    workspace: folder.path,
    version: '0',
    environment: { OPENAI_API_KEY: KEY },
    assets: folder.file('web'),
    ripgrep: undefined,
    trusted: true,
  })
  const door = childDoor(child, async () => Response.json([]))
  const answer = await door.fetch(heldRequest(new URL('/api/keys', ORIGIN)))
  const known = { variable: 'OPENAI_API_KEY', from: 'environment' }
  expect(await answer.json()).toMatchObject({ items: expect.arrayContaining([expect.objectContaining(known)]) })
  const seen = ['cmdline', 'environ'].map((name) => `/proc/${child.pid}/${name}`).filter(existsSync)
  expect([...child.spawnargs, ...seen.map((file) => readFileSync(file, 'utf8'))].join('\n')).not.toContain(KEY)
  await door.close()
})
