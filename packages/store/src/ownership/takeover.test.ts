import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { sessionNumber, temporaryFolder } from '@convene/testkit'
import { expect, test } from 'vitest'
import { openStore } from '../open-store.ts'

const session = sessionNumber(1)

test('a session is taken over at once if its process was killed, but not if it is alive', async () => {
  using folder = temporaryFolder()
  const program = new URL('./fixtures/claim-and-wait.ts', import.meta.url).pathname
  const child = spawn(process.execPath, [program, folder.path, session], { stdio: ['ignore', 'pipe', 'inherit'] })
  const [said] = await once(child.stdout, 'data')
  expect(String(said)).toBe('claimed')

  const store = openStore(folder.path)
  expect(await store.ownership.claim(session)).toBe('owned elsewhere')
  expect(await store.ownership.owned(session)).toBe(true)
  child.kill('SIGKILL')
  await once(child, 'exit')
  expect(await store.ownership.owned(session)).toBe(false)
  const lease = await store.ownership.claim(session)
  expect(lease !== 'owned elsewhere' && (await lease.held())).toBe(true)
  await store.close()
})
