import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Keyring } from '@convene/engine'
import { describeKeyring, fakeProgram, memoryKeyring } from '@convene/testkit'
import { describe, expect, onTestFinished, test } from 'vitest'
import { fileKeyring } from './file-keyring.ts'
import type { KeychainOptions } from './keychain-options.ts'
import { macKeychain } from './mac-keychain.ts'
import { secretService } from './secret-service.ts'
import { windowsProtection } from './windows-protection.ts'

const newFolder = () => mkdtempSync(join(tmpdir(), 'convene-keys-'))

function removeAll(...folders: readonly string[]): void {
  for (const folder of folders) rmSync(folder, { recursive: true })
}

function temporaryHome(): string {
  const home = newFolder()
  onTestFinished(() => rmSync(home, { recursive: true, force: true }))
  return home
}

const systems = [
  ['secret-tool', secretService],
  ['security', macKeychain],
  ['powershell', windowsProtection],
] as const

await describeKeyring('memory', async () => {
  const kept = new Map<string, string>()
  const [keyring, again] = [memoryKeyring(kept), memoryKeyring(kept)]
  return { keyring, again, elsewhere: memoryKeyring(), close: async () => undefined }
})

await describeKeyring('a file', async () => {
  const [home, other] = [newFolder(), newFolder()]
  const close = async () => removeAll(home, other)
  return { keyring: fileKeyring(home), again: fileKeyring(home), elsewhere: fileKeyring(other), close }
})

for (const [name, open] of systems)
  await describeKeyring(`the keychain behind ${name}`, async () => {
    const program = fakeProgram(name)
    const [home, other] = [newFolder(), newFolder()]
    const at = (folder: string) => open({ command: program.command, home: folder, environment: process.env })
    const close = async () => removeAll(home, other, program.folder)
    return { keyring: at(home), again: at(home), elsewhere: at(other), close }
  })

describe.each(systems)('the keychain behind %s', (name, open) => {
  const secret = 'sk-very-secret-0123456789'

  function opened(kind: Parameters<typeof fakeProgram>[0], options: Partial<KeychainOptions> = {}) {
    const program = fakeProgram(kind)
    onTestFinished(program.remove)
    const keyring = open({ command: program.command, home: temporaryHome(), environment: process.env, ...options })
    return { keyring, program }
  }

  const everything = async (keyring: Keyring) => [
    await keyring.keep('OPENAI_API_KEY', secret),
    await keyring.read('OPENAI_API_KEY'),
    await keyring.forget('OPENAI_API_KEY'),
  ]

  test('never receives a key in its arguments, no matter what the key looks like', async () => {
    const { keyring, program } = opened(name)
    await everything(keyring)
    const seen = program.arguments()
    expect(seen).toContain(name === 'powershell' ? 'Unprotect' : 'OPENAI_API_KEY')
    for (const encoding of ['utf8', 'base64', 'hex'] as const)
      expect(seen).not.toContain(Buffer.from(secret).toString(encoding))
  })

  test('is killed when it hangs, and the message says what helps', async () => {
    const { keyring } = opened('hanging', { limitMs: 50 })
    expect(await keyring.keep('OPENAI_API_KEY', secret)).toMatchObject({
      ok: false,
      refusal: { code: 'keychain_silent', message: expect.stringMatching(/0\.05 seconds\. Unlock it.*environment/u) },
    })
  })

  test('that stores something else is not trusted', async () => {
    const { keyring } = opened('lying')
    expect(await keyring.keep('OPENAI_API_KEY', secret)).toMatchObject({ ok: false })
  })

  test('that is locked gives a refusal with its own message', async () => {
    const { keyring } = opened('locked')
    expect(await keyring.keep('OPENAI_API_KEY', secret)).toMatchObject({
      ok: false,
      refusal: { code: 'keychain_failed', message: expect.stringContaining('prompt dismissed') },
    })
  })

  test('whose program is missing gives a refusal', async () => {
    const { keyring } = opened(name, { command: '/nowhere/keychain' })
    expect(await keyring.keep('OPENAI_API_KEY', secret)).toMatchObject({ ok: false })
  })
})

test('a key too long for one line of the macOS tool is refused, and nothing is called', async () => {
  const program = fakeProgram('security')
  onTestFinished(program.remove)
  const keyring = macKeychain({ command: program.command, home: temporaryHome(), environment: {} })
  expect(await keyring.keep('OPENAI_API_KEY', 'x'.repeat(4_000))).toMatchObject({ refusal: { code: 'key_too_long' } })
  expect(program.arguments()).toBe('')
})

describe('keys in a file', () => {
  test('are readable by the user only, even if someone had opened up the file', async () => {
    const home = temporaryHome()
    writeFileSync(join(home, 'keys.json'), '{}', { mode: 0o644 })
    await fileKeyring(home).keep('OPENAI_API_KEY', 'one')
    expect(statSync(join(home, 'keys.json')).mode & 0o777).toBe(0o600)
  })

  test('never overwrite a damaged file', async () => {
    const home = temporaryHome()
    writeFileSync(join(home, 'keys.json'), '{ broken')
    expect(await fileKeyring(home).keep('OPENAI_API_KEY', 'one')).toMatchObject({
      refusal: { code: 'keys_unreadable' },
    })
    expect(await fileKeyring(home).read('OPENAI_API_KEY')).toMatchObject({ refusal: { code: 'keys_unreadable' } })
  })
})
