import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { given, type Served, until } from '../../apps/server/src/server.fixture.ts'
import { goTo, openPage, startBrowser } from './open-page.ts'
import { realProgram } from './real-program.ts'

/** A black PNG, 160 pixels wide and 90 high. */
const house = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAKAAAABaCAAAAAAarQKOAAAAJUlEQVR4nO3BgQAAAADDoPlTX+EAVQEAAAAAAAAAAAAAAAAAvAY4mgABGNGCswAAAABJRU5ErkJggg==',
  'base64',
)

const browser = await startBrowser()
let program: Served

beforeAll(async () => {
  program = await realProgram()
})
afterAll(async () => {
  await program.remove()
})

test.skipIf(!browser)(
  'a picture that came with a message is shown in it, from bytes that only this session can read',
  async () => {
    const { client } = program
    const name = 'plan "of" <the> house.png'
    const picture = given(await client.upload({ file: house, name }))
    const { id } = given(await client.createSession({ goal: 'Look at this.', mode: 'agent', attachments: [picture] }))
    await until(async () => given(await client.session({ id })).session.phase === 'completed')
    const page = await openPage(browser as Browser, program.link)
    onTestFinished(() => page.context().close())
    await page.getByLabel('Goal').waitFor()
    await goTo(page, `/session/${id}`)
    await page.keyboard.press('t')
    const shown = page.getByRole('img', { name: `Picture ${name}` })
    await shown.waitFor()
    const seen = await shown.evaluate(
      (element: { src: string; naturalWidth: number; naturalHeight: number; decode(): Promise<void> }) =>
        element.decode().then(() => [element.src.slice(0, 5), element.naturalWidth, element.naturalHeight]),
    )
    expect(seen).toEqual(['blob:', 160, 90])
    expect(page.complaints).toEqual([])
  },
)
