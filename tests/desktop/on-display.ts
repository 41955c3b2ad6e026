import { afterAll, beforeAll, describe, vi } from 'vitest'
import { buildPage } from '../../scripts/web.mjs'
import type { Display, openDisplay } from './display.ts'

type Found = Awaited<ReturnType<typeof openDisplay>>

/** Tests that need a screen: skipped, with the reason in their title, on a machine that has none. */
export function onDisplay(found: Found, title: string, tests: (display: Display) => void): void {
  const why = 'missing' in found ? ` (left out: ${found.missing})` : ''
  describe.skipIf('missing' in found)(`${title}${why}`, () => {
    const display = found as Display
    beforeAll(async () => {
      await buildPage()
      vi.stubEnv('DISPLAY', display.name)
    })

    afterAll(() => {
      vi.unstubAllEnvs()
      display.end()
    })

    tests(display)
  })
}
