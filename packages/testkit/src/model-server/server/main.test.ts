import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { rulesOf } from './script.ts'

const main = fileURLToPath(new URL('./main.ts', import.meta.url))

test('runs as a process with a script file, and prints its address', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'model-server-'))
  const script = join(folder, 'script.json')
  writeFileSync(
    script,
    JSON.stringify({
      models: ['x'],
      rules: [{ on: { model: 'm' }, reply: [{ fault: 'status-503' }, { text: 'Better.' }] }],
    }),
  )
  const child = spawn(process.execPath, [main, '--script', script], { stdio: ['ignore', 'pipe', 'inherit'] })
  try {
    const [line] = (await once(child.stdout, 'data')) as [Buffer]
    const post = () =>
      fetch(`${line.toString().trim()}/v1/chat/completions`, {
        method: 'POST',
        body: JSON.stringify({ model: 'm', messages: [{ role: 'user', content: 'Hi' }] }),
      })
    expect((await post()).status).toBe(503)
    expect(await (await post()).text()).toContain('Better.')
  } finally {
    child.kill('SIGTERM')
    const [code] = await once(child, 'exit')
    rmSync(folder, { recursive: true })
    expect(code).toBe(0)
  }
})

test('refuses a script that names an unknown fault, or has no reply', () => {
  expect(() => rulesOf({ rules: [{ reply: { fault: 'no-such' } }] })).toThrow('No fault is called "no-such"')
  expect(() => rulesOf({ rules: [{ reply: [] }] })).toThrow('without a reply')
})
