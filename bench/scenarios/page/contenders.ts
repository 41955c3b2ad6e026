import type { Browser } from 'playwright-core'
import { type FakeProgram, fakeProgram } from '../../../tests/web-page/fake-program.ts'
import { startBrowser } from '../../../tests/web-page/open-page.ts'
import { type BarePages, barePages } from './bare.ts'

/** The contenders that take turns in one browser. */
export type Contenders = {
  readonly browser: Browser
  readonly builds: readonly Build[]
  readonly bare: BarePages
  close(): Promise<void>
}

/** A build of the page, with a program behind it. */
export type Build = { readonly name: string; readonly program: FakeProgram }

export const OURS = 'page'
export const EARLIER = 'earlier page'
export const BARE = 'bare page'

/** The built page, the bare pages, and the build in the folder `BENCH_EARLIER`, if there is one. */
export async function contenders(): Promise<Contenders | undefined> {
  const browser = await startBrowser()
  if (!browser) return undefined
  const earlier = process.env.BENCH_EARLIER
  const builds: Build[] = [{ name: OURS, program: await fakeProgram() }]
  if (earlier) builds.push({ name: EARLIER, program: await fakeProgram(earlier) })
  const bare = await barePages()
  const close = async () => {
    await browser.close()
    bare.close()
    for (const { program } of builds) await program.close()
  }
  return { browser, builds, bare, close }
}

/** In a different order each round: the first one also warms up what all of them share. */
export const inTurn = <T>(all: readonly T[], round: number): readonly T[] => [
  ...all.slice(round % all.length),
  ...all.slice(0, round % all.length),
]

export const middle = (values: readonly number[]): number =>
  values.toSorted((one, other) => one - other)[values.length >> 1] ?? 0
