import type { ChildProcess } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { heldRequest } from '@convene/protocol'
import { type TemporaryFolder, temporaryFolder } from '@convene/testkit'
import { expect, test } from 'vitest'
import { CHILD_ORIGIN, childApp, restartingApp, startChild } from './child-app.ts'

const KEY = 'sk-that-nobody-else-may-see'
const program = fileURLToPath(new URL('./child.ts', import.meta.url))

const optionsIn = (folder: TemporaryFolder) => ({
  home: folder.file('home'),
  workspace: folder.path,
  version: '0',
  environment: { OPENAI_API_KEY: KEY },
  assets: folder.file('web'),
  ripgrep: undefined,
  trusted: true,
})

test('an editor key reaches the program’s process without appearing in a command line or environment', async () => {
  using folder = temporaryFolder()
  const child = startChild(process.execPath, program, optionsIn(folder))
  const app = childApp(child, async () => Response.json([]))
  const answer = await app.fetch(heldRequest(new URL('/api/keys', CHILD_ORIGIN)))
  const known = { variable: 'OPENAI_API_KEY', from: 'environment' }
  expect(await answer.json()).toMatchObject({ items: expect.arrayContaining([expect.objectContaining(known)]) })
  const seen = ['cmdline', 'environ'].map((name) => `/proc/${child.pid}/${name}`).filter(existsSync)
  expect([...child.spawnargs, ...seen.map((file) => readFileSync(file, 'utf8'))].join('\n')).not.toContain(KEY)
  await app.close()
})

test('a program that is killed breaks its open answers, and is started again by the next request', async () => {
  using folder = temporaryFolder()
  const children: ChildProcess[] = []
  const app = restartingApp(() => {
    const child = startChild(process.execPath, program, optionsIn(folder))
    children.push(child)
    return childApp(child, async () => Response.json([]))
  })
  const get = (path: string, headers = {}) => app.fetch(heldRequest(new URL(path, CHILD_ORIGIN), { headers }))
  const changes = await get('/api/changes', { accept: 'text/event-stream' })
  children[0]?.kill('SIGKILL')
  await expect(changes.text()).rejects.toThrow('gone')
  expect((await get('/api/keys')).status).toBe(200)
  expect(children).toHaveLength(2)
  await app.close()
})

test('a program that cannot start says why, and is not started again and again', async () => {
  using folder = temporaryFolder()
  let starts = 0
  const app = restartingApp(() => {
    starts += 1
    return childApp(startChild(process.execPath, folder.file('missing.mjs'), optionsIn(folder)), async () =>
      Response.json([]),
    )
  })
  const get = () => app.fetch(heldRequest(new URL('/api/keys', CHILD_ORIGIN)))
  for (const _ of [1, 2]) await expect(get()).rejects.toThrow(/has exited[\s\S]*missing\.mjs/u)
  expect(starts).toBe(1)
  await app.close()
})
