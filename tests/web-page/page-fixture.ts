import type { Browser, BrowserContextOptions } from 'playwright-core'
import { afterAll, beforeAll, onTestFinished } from 'vitest'
import type { Served } from '../../apps/server/src/server.fixture.ts'
import { type FakeProgram, fakeProgram } from './fake-program.ts'
import { goTo, type OpenedPage, openPage, startBrowser } from './open-page.ts'
import { realProgram } from './real-program.ts'

/** A browser and a program behind the page, for all tests of a file. Each page is closed with its test. */
type PageFixture<P> = {
  /** Undefined if no browser runs. */
  readonly browser: Browser | undefined
  program(): P
  open(place?: string, options?: BrowserContextOptions): Promise<OpenedPage>
}

/** The whole program, with the rehearsal model, on separate folders; `files` are in its workspace. */
export function realPage(
  files: { readonly [path: string]: string } = {},
  prepare: (program: Served) => void = () => {},
): Promise<PageFixture<Served>> {
  return stage({
    start: async () => {
      const program = await realProgram(files)
      prepare(program)
      return program
    },
    end: (program) => program.remove(),
    addressOf: ({ link }) => link,
  })
}

/** The fake server for page tests. */
export const fakePage = (): Promise<PageFixture<FakeProgram>> =>
  stage({ start: fakeProgram, end: (program) => program.close(), addressOf: ({ url }) => url })

async function stage<P>(kind: {
  start(): Promise<P>
  end(program: P): Promise<void>
  addressOf(program: P): string
}): Promise<PageFixture<P>> {
  const browser = await startBrowser()
  let program: P
  beforeAll(async () => {
    program = await kind.start()
  })
  afterAll(async () => {
    await kind.end(program)
  })
  const open: PageFixture<P>['open'] = async (place = '/', options = {}) => {
    const page = await openPage(browser as Browser, kind.addressOf(program), { acceptDownloads: true, ...options })
    onTestFinished(() => page.context().close())
    await page.getByLabel('Goal').waitFor()
    if (place !== '/') await goTo(page, place)
    return page
  }
  return { browser, program: () => program, open }
}
