import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { assert } from '@convene/domain'
import { describeKeyring } from '@convene/testkit'
import { afterAll, describe, expect, onTestFinished, test } from 'vitest'
import { type DesktopSession, desktopSession, missingPrograms } from './desktop-session.fixture.ts'
import { findKeychain } from './find-keychain.ts'

const newHome = () => mkdtempSync(join(tmpdir(), 'convene-keys-'))

async function keychainOf({ environment }: DesktopSession, home: string) {
  const found = await findKeychain({ home, environment, limitMs: 10_000, probeMs: 10_000 })
  assert(found.ok, found.ok ? '' : found.refusal.message)
  return found.value
}

if (missingPrograms.length > 0) test.skip(`a real keychain (left out: ${missingPrograms.join(', ')} missing)`)
else {
  const session = await desktopSession('a password')
  afterAll(session.close)
  await describeKeyring('the GNOME keyring of a private session', async () => {
    const [home, other] = [newHome(), newHome()]
    const keyring = await keychainOf(session, home)
    const [again, elsewhere] = [await keychainOf(session, home), await keychainOf(session, other)]
    const close = async () => {
      for (const folder of [home, other]) rmSync(folder, { recursive: true })
    }
    return { keyring, again, elsewhere, close }
  })

  describe('a real keychain that was never unlocked', () => {
    test('stores nothing, and says so within its time limit', async () => {
      const locked = await desktopSession()
      const home = newHome()
      onTestFinished(async () => {
        await locked.close()
        rmSync(home, { recursive: true })
      })
      const found = await findKeychain({ home, environment: locked.environment, limitMs: 1_000, probeMs: 10_000 })
      const kept = found.ok ? await found.value.keep('OPENAI_API_KEY', 'sk-one') : found
      expect(kept).toMatchObject({ ok: false, refusal: { message: expect.stringMatching(/Unlock it/u) } })
    })
  })
}
