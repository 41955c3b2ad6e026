import { type ModelServer, startModelServer } from '@convene/testkit'
import { afterEach, beforeEach } from 'vitest'
import { newPlace, settingsFor, type TestFolders } from './launch.ts'
import { plantBug, write } from './workspace.ts'

/** A model server, and a workspace whose test fails, both new for each test of a file. */
export function brokenSum(): { server: ModelServer; place: TestFolders } {
  const broken = {} as { server: ModelServer; place: TestFolders }
  beforeEach(async () => {
    broken.server = await startModelServer()
    broken.place = newPlace()
    broken.place.settings(settingsFor(broken.server))
    const file = `${broken.place.workspace}/sum.test.mjs`
    write(file, "import test from 'node:test'\ntest('adds', () => import('./check.mjs'))\n")
    plantBug(broken.place)
  })
  afterEach(async () => {
    await broken.server.close()
    broken.place.remove()
  })
  return broken
}
